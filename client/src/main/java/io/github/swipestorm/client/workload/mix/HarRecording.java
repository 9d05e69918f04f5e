package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Draft;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Mapping;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Operation;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Part;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Sequence;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Text;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A browser's recording in the HTTP Archive format (HAR 1.2) as a source of workloads. Secrets of the recording never get into
 * a workload. Immutable.
 */
public final class HarRecording {

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    // Bodies of responses are long, and are skipped.
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Pattern URL = Pattern.compile("(?i)(https?)://(?:([^/?#]*)@)?([^/?#@]+)([^#]*)(#.*)?");
    private static final Pattern PAIR = Pattern.compile("([^?&;=/]+)=([^&;/?]*)");
    private static final Pattern PART_NAME = Pattern.compile("(?i)[; ]name=\"?([^\"\\r\\n;]*)");
    private static final Pattern NOT_AS_WRITTEN = Pattern.compile("\\\\[^\"\\\\]");

    /** Besides those of {@link Header#ofTransport}. */
    private static final Set<String> OF_CONNECTION =
            Set.of("host", "keep-alive", "proxy-connection", "http2-settings", "content-length");

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final int LONGEST_KEY = 500;
    private static final int SHORTEST_SECRET = 12;

    private record Har(Log log) {}

    private record Log(List<Entry> entries, Creator creator) {}

    private record Creator(String name, String version) {}

    private record Entry(Sent request, Received response, String _fromCache) {}

    private record Sent(String method, String url, List<Pair> headers, PostData postData, long bodySize) {}

    private record Received(int status) {}

    private record PostData(String mimeType, String text, List<Pair> params) {}

    private record Pair(String name, String value) {}

    private final String file;
    private final Log log;

    private HarRecording(String file, Log log) {
        this.file = file;
        this.log = log;
    }

    /**
     * Reads a recording.
     *
     * @throws IllegalArgumentException with a user-facing line when it is none, or has no requests
     */
    public static HarRecording read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("'" + file + "' "
                    + (Files.isDirectory(file) ? "is a directory" : "is not there") + ": name a HAR file");
        }
        Har har;
        try {
            har = JSON.readValue(file, Har.class);
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            String where = at == null || at.getLineNr() < 1 ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
            String what = String.valueOf(e.getOriginalMessage())
                    .lines()
                    .findFirst()
                    .orElse("")
                    .replaceFirst(" \\(start marker.*", "");
            throw new IllegalArgumentException(
                    file + where + ": it is not a HAR file: "
                            // The words of the library name classes of this program.
                            + (what.contains("swipestorm") ? "a value is not of the type that HAR has there" : what),
                    e);
        }
        if (har == null || har.log() == null || har.log().entries() == null) {
            throw new IllegalArgumentException(
                    file + ":1:1: it is not a HAR file, which has its requests in 'log' and there in 'entries'");
        }
        HarRecording recording = new HarRecording(file.toString(), har.log());
        if (recording.hosts().isEmpty()) {
            throw new IllegalArgumentException(
                    file + ":1:1: it has no HTTP requests: reload the page while the browser is recording");
        }
        return recording;
    }

    /** How many HTTP requests went to each host; a port is part of it where one was in the URL. In order of first use. */
    public Map<String, Integer> hosts() {
        Map<String, Integer> hosts = new LinkedHashMap<>();
        for (Entry entry : log.entries()) {
            Matcher url = url(entry);
            if (url.matches()) {
                hosts.merge(lower(url.group(3)), 1, Integer::sum);
            }
        }
        return hosts;
    }

    private static Matcher url(Entry entry) {
        boolean named =
                entry != null && entry.request() != null && entry.request().url() != null;
        return URL.matcher(named ? entry.request().url() : "");
    }

    /**
     * A workload with an operation for each distinct request, whose weight is how often it was recorded.
     *
     * @param hosts whose requests it has, with or without port
     * @throws IllegalArgumentException with a user-facing message when there are none
     */
    public ImportedWorkload workload(Collection<String> hosts) {
        Set<String> unknown = new LinkedHashSet<>(hosts);
        Set<String> chosen = new LinkedHashSet<>();
        for (String host : hosts().keySet()) {
            for (String wanted : hosts) {
                if (host.equalsIgnoreCase(wanted)
                        || host.replaceFirst(":\\d+$", "").equalsIgnoreCase(wanted)) {
                    chosen.add(host);
                    unknown.remove(wanted);
                }
            }
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("No request of '" + file + "' went to '"
                    + unknown.iterator().next() + "': it has " + listed(hosts()));
        }
        return new Import(chosen).workload();
    }

    /** Hosts with how many requests each has. */
    public static String listed(Map<String, Integer> hosts) {
        List<String> all = new ArrayList<>();
        hosts.forEach((host, requests) -> all.add(host + " (" + requests + ")"));
        return String.join(", ", all);
    }

    /** One way from the recording to a workload. */
    private final class Import {

        private final Set<String> hosts;
        private final Draft draft = new Draft();
        private final Map<List<Object>, Operation> distinct = new LinkedHashMap<>();
        private final Map<Operation, Set<Integer>> statuses = new LinkedHashMap<>();
        private final Map<String, Set<String>> secrets = new LinkedHashMap<>();

        /** Values of cookies and credentials, which may be in other places, too. */
        private final Set<String> known = new LinkedHashSet<>();

        private int unanswered;
        private int cached;

        Import(Set<String> hosts) {
            this.hosts = hosts;
        }

        ImportedWorkload workload() {
            String host = hosts.iterator().next();
            draft.name("recording of " + host)
                    .head("Imported from " + Path.of(file).getFileName() + ", a recording of requests to "
                            + String.join(", ", hosts) + ".")
                    .head("A weight says how often the request was recorded.");
            log.entries().forEach(this::learnSecrets);
            log.entries().forEach(this::entry);
            if (distinct.isEmpty()) {
                throw new IllegalArgumentException(
                        "No request of '" + file + "' to " + String.join(", ", hosts) + " was answered by a server");
            }
            int leftOut = 0;
            Set<Integer> errors = new TreeSet<>();
            for (Operation operation : distinct.values()) {
                Set<Integer> recorded = statuses.get(operation);
                recorded.stream().filter(status -> status >= 400).forEach(errors::add);
                // That a server failed while it was recorded makes no failure right.
                recorded.removeIf(status -> status >= 500);
                operation.expectStatus = ImportedWorkload.besides2xx(recorded);
                if (draft.operations() < HttpWorkload.MOST_OPERATIONS) {
                    draft.add(operation);
                } else {
                    leftOut++;
                }
            }
            note(unanswered, "without an answer left out", "without an answer left out");
            note(cached, "answered by the browser's cache left out", "answered by the browser's cache left out");
            note(
                    leftOut,
                    "beyond " + HttpWorkload.MOST_OPERATIONS + " left out",
                    "beyond " + HttpWorkload.MOST_OPERATIONS + " left out");
            if (!errors.isEmpty()) {
                draft.note("Some answers were errors ("
                        + String.join(", ", errors.stream().map(String::valueOf).toList())
                        + "): their operations expect the same again, except 5xx");
            }
            if (hosts.size() > 1) {
                draft.note("All requests go to one server: each has its own 'Host' header");
            }
            secrets.forEach((name, values) -> {
                if (values.size() > 1) {
                    draft.note(name + " had " + values.size() + " values in the recording; the workload has one");
                }
            });
            return draft.build();
        }

        private void note(int count, String one, String several) {
            if (count > 0) {
                draft.note(NumberFormat.counted(count, "request", "requests") + " " + (count == 1 ? one : several));
            }
        }

        private void learnSecrets(Entry entry) {
            for (Pair header : url(entry).matches() ? present(entry.request().headers()) : List.<Pair>of()) {
                if (header.value() != null && List.of("cookie", "authorization").contains(lower(header.name()))) {
                    for (String word : header.value().split("[ ;=,]+")) {
                        // Shorter values, and those of one kind of character, are words that may be anywhere.
                        if (word.length() >= SHORTEST_SECRET && word.matches(".*\\d.*") && word.matches(".*\\p{L}.*")) {
                            known.add(word);
                        }
                    }
                }
            }
        }

        private void entry(Entry entry) {
            Matcher url = url(entry);
            if (!url.matches() || !hosts.contains(lower(url.group(3)))) {
                return;
            }
            Sent request = entry.request();
            int status = entry.response() == null ? 0 : entry.response().status();
            if (entry._fromCache() != null) {
                cached++;
                return;
            }
            if (status <= 0) {
                unanswered++;
                return;
            }
            draft.origin(lower(url.group(1)) + "://" + url.group(3));
            String method = request.method() == null ? "GET" : request.method().toUpperCase(Locale.ROOT);
            String path = url.group(4).startsWith("/") ? url.group(4) : "/" + url.group(4);
            Operation operation =
                    new Operation(method, method + " " + withoutSecrets(path).replace("$${", "${"));
            operation.path = withoutSecrets(path);
            headers(request, operation);
            if (hosts.size() > 1) {
                operation.header("Host", Text.literal(url.group(3)));
            }
            body(request, operation);
            List<Object> key = new ArrayList<>(List.of(method, operation.path, operation.headers, operation.bodyWord));
            key.add(operation.body);
            Operation first = distinct.putIfAbsent(key, operation);
            if (first != null) {
                first.weight = Math.min(first.weight + 1, OperationBuilder.HIGHEST_WEIGHT);
            }
            statuses.computeIfAbsent(first == null ? operation : first, each -> new TreeSet<>())
                    .add(status);
        }

        private void headers(Sent request, Operation operation) {
            for (Pair pair : present(request.headers())) {
                if (!isKept(pair.name())) {
                    continue;
                }
                String value =
                        pair.value() == null ? "" : pair.value().replaceAll("[\\x00-\\x08\\x0A-\\x1F\\x7F]", " ");
                Header header = new Header(pair.name(), value);
                boolean secret = Draft.isSecret(header) || isKnown(value);
                String before = secret ? Draft.scheme(value) : "";
                operation.header(
                        pair.name(),
                        !secret
                                ? Text.literal(header.value())
                                : new Text(before
                                        + secret(
                                                pair.name(),
                                                value.substring(before.length()),
                                                Draft.headerMeaning(pair.name(), before))));
            }
        }

        private static boolean isKept(String name) {
            if (name == null || name.startsWith(":")) {
                return false;
            }
            try {
                return !OF_CONNECTION.contains(lower(name)) && !new Header(name, "").ofTransport();
            } catch (IllegalArgumentException e) {
                // No request can have it.
                return false;
            }
        }

        private boolean isKnown(String value) {
            return known.stream().anyMatch(value::contains);
        }

        /** Replaces a secret, and remembers that it was there. */
        private String secret(String name, String value, String meaning) {
            String placeholder = draft.environment(name, meaning);
            secrets.computeIfAbsent(
                            placeholder.substring("${env.".length(), placeholder.length() - 1),
                            each -> new LinkedHashSet<>())
                    .add(value);
            return placeholder;
        }

        private void body(Sent request, Operation operation) {
            PostData data = request.postData();
            if (data == null) {
                return;
            }
            String type = data.mimeType() == null ? "" : lower(data.mimeType());
            String text = data.text() == null ? "" : data.text();
            List<Pair> fields = present(data.params());
            if (text.isEmpty() && fields.isEmpty() && request.bodySize() <= 0) {
                return;
            }
            if (text.isEmpty() && !(type.startsWith(FORM) && !fields.isEmpty())
                    || request.bodySize() > text.getBytes(UTF_8).length && !text.isEmpty()) {
                operation.body(
                        "body",
                        Text.missing("the recording has " + text.getBytes(UTF_8).length + " of the body's "
                                + request.bodySize() + " bytes"));
            } else if (type.startsWith(FORM) && form(text, fields).isPresent()) {
                operation.body("form", form(text, fields).get());
            } else {
                Optional<Part> json = type.contains("json") ? json(text) : Optional.empty();
                if (json.isPresent()) {
                    operation.body("json", json.get());
                } else {
                    operation.body("body", new Text(bodyText(type, text)));
                }
            }
        }

        /** A form, if its fields have different names. */
        private Optional<Part> form(String text, List<Pair> fields) {
            List<Pair> pairs = new ArrayList<>();
            if (text.isEmpty()) {
                pairs.addAll(fields);
            } else {
                for (String each : text.split("&")) {
                    String[] pair = each.split("=", 2);
                    pairs.add(new Pair(decoded(pair[0]), pair.length == 1 ? "" : decoded(pair[1])));
                }
            }
            Map<String, Part> entries = new LinkedHashMap<>();
            for (Pair pair : pairs) {
                String value = pair.value() == null ? "" : pair.value();
                boolean secret = Draft.isSecret(pair.name(), value) || isKnown(value);
                Text part = secret
                        ? new Text(secret(pair.name(), value, "the field '" + pair.name() + "'"))
                        : Text.literal(value);
                if (entries.put(pair.name(), part) != null) {
                    return Optional.empty();
                }
            }
            return Optional.of(new Mapping(entries));
        }

        /** JSON as a structure, if that gives the same bytes again or there is a secret in it. */
        private Optional<Part> json(String text) {
            try {
                JsonNode node = JSON.readTree(text);
                Part part = part("", node);
                boolean same = node.toString().equals(text)
                        && !NOT_AS_WRITTEN.matcher(text).find()
                        && node.isContainer();
                boolean secret = part.toString().contains("${env.");
                return node.isMissingNode() ? Optional.empty() : same || secret ? Optional.of(part) : Optional.empty();
            } catch (JacksonException | IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        private Part part(String name, JsonNode node) {
            if (node.isObject()) {
                Map<String, Part> entries = new LinkedHashMap<>();
                for (Map.Entry<String, JsonNode> entry : node.properties()) {
                    if (entry.getKey().length() > LONGEST_KEY) {
                        throw new IllegalArgumentException("YAML has no such long key");
                    }
                    entries.put(entry.getKey().replace("${", "$${"), part(entry.getKey(), entry.getValue()));
                }
                return new Mapping(entries);
            }
            if (node.isArray()) {
                List<Part> elements = new ArrayList<>();
                node.forEach(each -> elements.add(part(name, each)));
                return new Sequence(elements);
            }
            if (!node.isString()) {
                return Text.bare(node.toString());
            }
            String value = node.stringValue();
            boolean secret = Draft.isSecret(name, value) || isKnown(value);
            return secret
                    ? new Text(secret(name.isEmpty() ? "value" : name, value, "the field '" + name + "'"))
                    : Text.literal(value);
        }

        /** A text that may have secrets in places that are not known is one. */
        private String bodyText(String type, String text) {
            if (type.startsWith(FORM)) {
                return withoutSecrets(text);
            }
            boolean secret = Draft.isSecret(text) || isKnown(text);
            Matcher part = PART_NAME.matcher(type.startsWith("multipart/") ? text : "");
            while (part.find()) {
                secret |= Draft.isSecret(part.group(1), "x");
            }
            return secret ? secret("BODY", text, "the body of a request") : text.replace("${", "$${");
        }

        /** Replaces the values of secret parameters of a path, query or form. */
        private String withoutSecrets(String text) {
            StringBuilder kept = new StringBuilder();
            Matcher pair = PAIR.matcher(text);
            int at = 0;
            while (pair.find()) {
                String name = decoded(pair.group(1));
                String value = pair.group(2);
                if (Draft.isSecret(name, decoded(value)) || Draft.isSecret(value) || isKnown(value)) {
                    kept.append(text.substring(at, pair.start(2)).replace("${", "$${"))
                            .append(secret(name, value, "the parameter '" + name + "'"));
                    at = pair.end();
                }
            }
            String shown = kept.append(text.substring(at).replace("${", "$${")).toString();
            for (String word : known) {
                shown = shown.contains(word)
                        ? shown.replace(word, secret("PATH_SECRET", word, "a part of the path"))
                        : shown;
            }
            return shown;
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static List<Pair> present(List<Pair> pairs) {
        return pairs == null
                ? List.of()
                : pairs.stream()
                        .filter(pair -> pair != null && pair.name() != null)
                        .toList();
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
