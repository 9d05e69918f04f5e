package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Check;
import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.StatusSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes an operation of an {@link HttpWorkload}, with the words of workload files. Texts may have values in them, such
 * as <code>${random.int(1,5000)}</code>, each of which is escaped for its place. Each setter changes this builder, returns it, and throws
 * an {@link IllegalArgumentException} with a user-facing message when its value is wrong. Not thread-safe.
 */
public final class OperationBuilder {

    /** How many redirects a step follows. */
    public static final int MOST_REDIRECTS = 5;

    /** The highest weight. */
    public static final int HIGHEST_WEIGHT = 1_000_000;

    /** Methods whose requests have a length even when their body is empty: RFC 9110, section 8.6. */
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    /** The statuses of redirects that are followed: RFC 9110, section 15.4. */
    static final StatusSet REDIRECTS = StatusSet.parse("301,302,303,307,308");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Functions functions;
    private final Path directory;
    private String name;
    private int weight = 1;
    private String method;
    private String path;
    private final List<Field> query = new ArrayList<>();
    private final List<Field> headers = new ArrayList<>();
    private final List<Field> form = new ArrayList<>();
    private String bodyWord;
    private String bodySource;
    private List<Template.Part> body;
    private byte[] fileBody;
    private StatusSet expected;
    private final List<ResponseCheck> checks = new ArrayList<>();
    private final Map<String, Extractor> extractors = new LinkedHashMap<>();
    private final TcpMessage message = new TcpMessage();
    /** The words in use that only HTTP has. */
    private final Set<String> httpWords = new LinkedHashSet<>();

    private boolean weighted;
    private boolean followRedirects;

    /** A name with a text. */
    record Field(String name, String source, List<Template.Part> parts) {

        static Field header(String name, String source, Functions functions) {
            List<Template.Part> parts = Template.Part.parse(source, functions);
            Header header = new Header(
                    name,
                    parts.stream()
                            .map(part -> part.literal() ? part.text() : "x")
                            .collect(Collectors.joining()));
            if (header.ofTransport()) {
                throw new IllegalArgumentException(
                        "The header '" + name + "' is set by the transport itself: leave it out");
            }
            if (parts.stream().anyMatch(Template.Part::raw)) {
                throw new IllegalArgumentException("A header's value cannot be raw: leave 'raw:' out");
            }
            Field field = new Field(name, source, parts);
            if (field.onlyOnce() && field.value().varies()) {
                throw new IllegalArgumentException("The header '" + name + "' must be the same for all requests: '"
                        + source + "' differs between them");
            }
            return field;
        }

        /** Whether the transport writes it once for all requests. */
        boolean onlyOnce() {
            return name.equalsIgnoreCase("Host") || name.equalsIgnoreCase("User-Agent");
        }

        /** As the value of a header. */
        Template value() {
            return new Template.Compiler()
                    .text(parts, Escape.NONE, Escape.HEADER, Escape.HEADER)
                    .build();
        }

        boolean varies() {
            return !parts.stream().allMatch(Template.Part::literal);
        }

        String literal() {
            return parts.stream().map(Template.Part::text).collect(Collectors.joining());
        }
    }

    /**
     * An operation as its requests are composed.
     *
     * @param path null when it is the operation's
     * @param headers null when they are the operation's
     * @param body never null
     * @param extractions what is taken from its ok responses
     * @param prefix the length that precedes the body; null for none
     * @param followsRedirects whether a redirect is followed by a request of {@link #redirected}
     */
    record Compiled(
            Operation operation,
            Template path,
            Template headers,
            Template body,
            byte[] constantBody,
            Framing prefix,
            List<Extraction> extractions,
            boolean followsRedirects) {

        /** The names of the values in its requests that steps take from responses. */
        Set<String> uses() {
            Set<String> names = new TreeSet<>(body.extracted());
            if (path != null) {
                names.addAll(path.extracted());
            }
            if (headers != null) {
                names.addAll(headers.extracted());
            }
            return names;
        }

        /** The operation of requests that follow its redirects. */
        Compiled redirected(int id) {
            String method = operation.method().equals("HEAD") ? "HEAD" : "GET";
            Operation redirect = new Operation(
                    id,
                    operation.name() + " (redirect)",
                    method,
                    "/${location}",
                    operation.headers().stream()
                            .filter(header -> !header.is("Content-Type"))
                            .toList(),
                    false,
                    operation.expected(),
                    operation.checks(),
                    true);
            byte[] nothing = {};
            return new Compiled(
                    redirect, null, headers, new Template.Compiler().build(), nothing, null, extractions, true);
        }
    }

    /** A value that is taken from responses. */
    record Extraction(String name, int slot, Extractor extractor) {}

    /** Keeps of responses what is needed after the checks. */
    private record Keeps(boolean readsHeaders, boolean readsBody) implements Check {

        @Override
        public boolean keepsResponse() {
            return true;
        }

        @Override
        public Optional<String> problem(ReceivedResponse response) {
            return Optional.empty();
        }
    }

    /** A check of the response at the end of redirects. */
    private record AfterRedirects(Check check) implements Check {

        @Override
        public boolean readsHeaders() {
            return check.readsHeaders();
        }

        @Override
        public boolean readsBody() {
            return check.readsBody();
        }

        @Override
        public Optional<String> problem(ReceivedResponse response) {
            return REDIRECTS.contains(response.status()) ? Optional.empty() : check.problem(response);
        }
    }

    OperationBuilder(Functions functions, Path directory) {
        this.functions = functions;
        this.directory = directory;
    }

    /** Its name in reports; by default its method and path. */
    public OperationBuilder name(String value) {
        requireName(value);
        name = value;
        return this;
    }

    static void requireName(String value) {
        if (value.isBlank() || value.length() > 100 || value.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("A name has 1 to 100 characters, in one line, and not only blanks");
        }
    }

    /**
     * Its share in the requests is its weight divided by the sum of all weights. Not in a workload with scenarios, which have weights
     * themselves.
     *
     * @param value 0 (never sent) to {@value #HIGHEST_WEIGHT}; 1 by default
     */
    public OperationBuilder weight(int value) {
        requireWeight(value);
        weight = value;
        weighted = true;
        return this;
    }

    static void requireWeight(int value) {
        if (value < 0 || value > HIGHEST_WEIGHT) {
            throw wrongWeight(Integer.toString(value));
        }
    }

    static IllegalArgumentException wrongWeight(String value) {
        return new IllegalArgumentException("A weight is 0 to " + HIGHEST_WEIGHT + ", not " + value);
    }

    /** The method, in any case; by default {@code POST} for requests with a body, and {@code GET} for others. */
    public OperationBuilder method(String value) {
        String upper = value.toUpperCase(Locale.ROOT);
        if (!upper.matches("[A-Z][A-Z-]*") || upper.equals("CONNECT")) {
            throw new IllegalArgumentException("'" + value + "' is not a method that can be sent: use one such as GET");
        }
        method = upper;
        httpWords.add("method");
        return this;
    }

    /**
     * The path below the target's and the workload's base path, beginning with a slash; may have a query. A value in the path
     * stays within its segment.
     */
    public OperationBuilder path(String text) {
        requirePath(text);
        Template.Part.parse(text, functions);
        path = text;
        httpWords.add("path");
        return this;
    }

    static void requirePath(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("'" + text + "' is not a path: it must begin with a slash");
        }
        if (text.indexOf('#') >= 0) {
            throw new IllegalArgumentException("A fragment is never sent: leave '#' out, or write %23");
        }
    }

    /** A parameter of the query, besides those in the path. */
    public OperationBuilder query(String parameter, String text) {
        httpWords.add("query");
        query.add(new Field(parameter, text, Template.Part.parse(text, functions)));
        return this;
    }

    /** A header; it replaces the default one of the same name. */
    public OperationBuilder header(String header, String text) {
        httpWords.add("headers");
        headers.add(Field.header(header, text, functions));
        return this;
    }

    /** A body, sent in UTF-8 as it is, values included. */
    public OperationBuilder body(String text) {
        oneBody("body");
        body = Template.Part.parse(text, functions);
        bodySource = text;
        return this;
    }

    /**
     * A JSON body. A value inside of a JSON string is escaped for it; elsewhere a number stands as it is, and any other value
     * as a JSON string. Also sets {@code Content-Type} and {@code Accept}, unless they are set.
     */
    public OperationBuilder json(String text) {
        oneBody("json");
        List<Template.Part> parts = Template.Part.parse(text, functions);
        requireJson(parts);
        body = parts;
        bodySource = text;
        return this;
    }

    private static void requireJson(List<Template.Part> parts) {
        // A digit is valid in a string and outside of one.
        String sample =
                parts.stream().map(part -> part.literal() ? part.text() : "0").collect(Collectors.joining());
        try {
            if (JSON.readTree(sample).isMissingNode()) {
                throw new IllegalArgumentException("The body is not JSON: it is empty");
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "The body is not JSON: " + e.getOriginalMessage().replaceFirst("(?s) ?\\(start marker.*|\n.*", ""),
                    e);
        }
    }

    /** A field of a form in the body. Also sets {@code Content-Type}, unless it is set. */
    public OperationBuilder form(String field, String text) {
        if (form.isEmpty()) {
            oneBody("form");
        }
        form.add(new Field(field, text, Template.Part.parse(text, functions)));
        return this;
    }

    /** A file with the body, sent as it is; relative to the workload's file. */
    public OperationBuilder bodyFile(Path file) {
        oneBody("bodyFile");
        Path absolute = directory.resolve(file).toAbsolutePath().normalize();
        fileBody = functions.contentOf(absolute);
        bodySource = absolute.toString();
        return this;
    }

    private void oneBody(String word) {
        if (bodyWord != null) {
            throw new IllegalArgumentException("A request has one body: use '" + bodyWord + "' or '" + word + "'");
        }
        bodyWord = word;
        httpWords.add(word);
    }

    /**
     * Sends a text in UTF-8 over plain TCP, after what other calls have added; the operation then has no path. Values in it are not
     * escaped.
     */
    public OperationBuilder send(String text) {
        message.add(text, Template.Part.parse(text, functions));
        return this;
    }

    /** Sends bytes over plain TCP, after what other calls have added; the operation then has no path. */
    public OperationBuilder send(byte[] bytes) {
        message.add(bytes, null);
        return this;
    }

    /** Sends the content of a file over plain TCP, after what other calls have added; relative to the workload's file. */
    public OperationBuilder send(Path file) {
        Path absolute = directory.resolve(file).toAbsolutePath().normalize();
        message.add(functions.contentOf(absolute), absolute);
        return this;
    }

    /**
     * Sends the length of what is sent before it, over plain TCP.
     *
     * @param prefix of {@link Framing#lengthPrefix}
     */
    public OperationBuilder sendLength(Framing prefix) {
        message.prefix(prefix);
        return this;
    }

    /** How the answer ends to what is sent over plain TCP. */
    public OperationBuilder answer(Framing framing) {
        message.answer(framing);
        return this;
    }

    /** The statuses of an ok response, such as {@code 200,404} or {@code 2xx}. */
    public OperationBuilder expectStatus(String statuses) {
        expected = StatusSet.parse(statuses);
        httpWords.add("expectStatus");
        return this;
    }

    /** A further check that an ok response must pass. */
    public OperationBuilder check(ResponseCheck check) {
        checks.add(check);
        requireNoHeader();
        return this;
    }

    /**
     * Takes a value from each ok response, for the steps that follow in a scenario, where <code>${NAME}</code> stands for it. Operations
     * that use the value are described after this one.
     */
    public OperationBuilder extract(String value, Extractor extractor) {
        functions.extracted(value);
        if (extractors.putIfAbsent(value, extractor) != null) {
            throw new IllegalArgumentException("'" + value + "' is extracted twice: leave one of them out");
        }
        requireNoHeader();
        return this;
    }

    private void requireNoHeader() {
        boolean read = checks.stream().anyMatch(Check::readsHeaders)
                || extractors.values().stream().anyMatch(Extractor::readsHeaders);
        if (overTcp() && read) {
            throw new IllegalArgumentException("An answer over plain TCP has no headers: leave out what reads one");
        }
    }

    /** Whether it sends bytes over plain TCP, and no HTTP request. */
    boolean overTcp() {
        return message.sends();
    }

    /** What is wrong with a word of HTTP in an operation over plain TCP. */
    static String onlyOfHttp(String word) {
        return "'" + word + "' is for HTTP, and 'send' for plain TCP: leave one of them out";
    }

    /**
     * Checks that it is an operation of HTTP or one of plain TCP, and the latter complete.
     *
     * @param usual how answers over plain TCP end unless the operation says otherwise; null when nothing says so
     * @throws IllegalArgumentException with a user-facing message
     */
    void requireOneProtocol(Framing usual) {
        if (overTcp()) {
            httpWords.stream().findFirst().ifPresent(word -> {
                throw new IllegalArgumentException(onlyOfHttp(word));
            });
            requireNoHeader();
            compile(0, usual);
        } else if (message.answer() != null || message.prefix() != null) {
            throw new IllegalArgumentException("'" + (message.answer() != null ? "answer" : "lengthPrefix")
                    + "' is for plain TCP: add 'send', or leave it out");
        }
    }

    /**
     * Follows up to {@value #MOST_REDIRECTS} redirects in a scenario, by further requests of the same step that count as an operation of their
     * own, {@code NAME (redirect)}. Checks and extractors are for the last response. A redirect to another host or port fails the step,
     * and so does one that asks to repeat a method other than {@code GET} and {@code HEAD}.
     */
    public OperationBuilder followRedirects() {
        followRedirects = true;
        httpWords.add("followRedirects");
        return this;
    }

    int weight() {
        return weight;
    }

    /** Whether a weight was given. */
    boolean weighted() {
        return weighted;
    }

    /** What only a workload with scenarios can have; empty when it has none of it. */
    Optional<String> onlyInScenarios() {
        return !extractors.isEmpty()
                ? Optional.of("extract")
                : followRedirects ? Optional.of("followRedirects") : Optional.empty();
    }

    /** What is taken from its responses, by name. */
    Map<String, Extractor> extractors() {
        return extractors;
    }

    /** How many requests a step of it has at most. */
    int mostRequests() {
        return followRedirects ? 1 + MOST_REDIRECTS : 1;
    }

    /** The name, once all is set. */
    String named(String basePath) {
        return name != null ? name : overTcp() ? message.name() : method() + " " + basePath + path;
    }

    private String method() {
        return method != null ? method : bodyWord == null ? "GET" : "POST";
    }

    /**
     * As bytes over plain TCP.
     *
     * @param usual how answers end unless the operation says otherwise; null when nothing says so
     */
    private Compiled compile(int id, Framing usual) {
        Framing framing = message.answer() == null ? usual : message.answer();
        if (framing == null) {
            throw new IllegalArgumentException("'" + named("")
                    + "' needs an 'answer' that says how its answers end, such as" + " {endsWith: \"\\n\"}");
        }
        if (framing.kind() == Framing.Kind.NO_ANSWER && !(checks.isEmpty() && extractors.isEmpty())) {
            throw new IllegalArgumentException("'" + named("") + "' has no answer: leave its '"
                    + (checks.isEmpty() ? "extract" : "checks") + "' out");
        }
        Template sent = message.template();
        return new Compiled(
                Operation.overTcp(id, named(""), framing, allChecks(false)),
                null,
                null,
                sent,
                sent.varies()
                        ? null
                        : message.prefix() == null
                                ? sent.constant()
                                : message.prefix().frame(sent.constant()),
                message.prefix(),
                extractions(),
                false);
    }

    private List<Extraction> extractions() {
        return extractors.entrySet().stream()
                .map(entry ->
                        new Extraction(entry.getKey(), functions.extracted().indexOf(entry.getKey()), entry.getValue()))
                .toList();
    }

    /**
     * @param framing how answers over plain TCP end unless the operation says otherwise; null when nothing says so
     * @param keepsCookies whether responses are to have their headers
     */
    Compiled compile(
            int id,
            String basePath,
            List<Field> defaultHeaders,
            StatusSet usual,
            Framing framing,
            boolean keepsCookies) {
        if (overTcp()) {
            return compile(id, framing);
        }
        if (path == null) {
            throw new IllegalArgumentException("An operation needs a 'path', or 'send' for plain TCP"
                    + (name == null ? "" : ": '" + name + "' has none"));
        }
        List<Field> all = headers(defaultHeaders);
        List<Header> constant = new ArrayList<>();
        Template.Compiler varying = new Template.Compiler();
        boolean anyVaries = false;
        for (Field header : all) {
            if (!header.varies() || header.onlyOnce()) {
                constant.add(new Header(header.name(), new String(header.value().constant(), UTF_8)));
            } else {
                anyVaries = true;
                varying.literal(header.name() + ": ")
                        .text(header.parts(), Escape.NONE, Escape.HEADER, Escape.HEADER)
                        .literal("\r\n");
            }
        }
        String source = basePath + path;
        Template requestPath = pathTemplate(source);
        boolean pathVaries = hasValue(source) || query.stream().anyMatch(Field::varies);
        Operation operation = new Operation(
                id,
                named(basePath),
                method(),
                pathVaries ? shownPath(source) : new String(requestPath.constant(), US_ASCII),
                constant,
                bodyWord != null || WITH_BODY.contains(method()),
                statuses(expected == null ? usual : expected),
                allChecks(keepsCookies),
                pathVaries);
        Template requestBody = body();
        return new Compiled(
                operation,
                pathVaries ? requestPath : null,
                anyVaries ? varying.build() : null,
                requestBody,
                fileBody != null ? fileBody : requestBody.varies() ? null : requestBody.constant(),
                null,
                extractions(),
                followRedirects);
    }

    private StatusSet statuses(StatusSet ok) {
        return followRedirects ? StatusSet.parse(ok + "," + REDIRECTS) : ok;
    }

    private List<Check> allChecks(boolean keepsCookies) {
        List<Check> all = new ArrayList<>();
        checks.forEach(check -> all.add(followRedirects ? new AfterRedirects(check) : check));
        boolean headers =
                keepsCookies || followRedirects || extractors.values().stream().anyMatch(Extractor::readsHeaders);
        boolean bodies = !extractors.values().stream().allMatch(Extractor::readsHeaders);
        if (headers || bodies) {
            all.add(new Keeps(headers, bodies));
        }
        return all;
    }

    /** The operation's own headers, those that its body has, and the defaults that it does not replace. */
    private List<Field> headers(List<Field> defaults) {
        List<Field> all = new ArrayList<>(defaults);
        all.removeIf(usual -> headers.stream().anyMatch(own -> own.name().equalsIgnoreCase(usual.name())));
        all.addAll(headers);
        if ("json".equals(bodyWord)) {
            addUnlessThere("Content-Type", "application/json", all);
            addUnlessThere("Accept", "application/json", all);
        } else if ("form".equals(bodyWord)) {
            addUnlessThere("Content-Type", "application/x-www-form-urlencoded", all);
        }
        return all;
    }

    private void addUnlessThere(String header, String value, List<Field> all) {
        if (all.stream().noneMatch(field -> field.name().equalsIgnoreCase(header))) {
            all.add(Field.header(header, value, functions));
        }
    }

    boolean hasHeader(String header, List<Field> defaults) {
        return headers(defaults).stream().anyMatch(field -> field.name().equalsIgnoreCase(header));
    }

    private boolean hasValue(String source) {
        return !Template.Part.parse(source, functions).stream().allMatch(Template.Part::literal);
    }

    private Template pathTemplate(String source) {
        Template.Compiler compiler = new Template.Compiler()
                .text(Template.Part.parse(source, functions), Escape.URL_PART, Escape.URL, Escape.URL_PART);
        String separator = source.indexOf('?') < 0 ? "?" : "&";
        for (Field parameter : query) {
            compiler.literal(separator);
            put(parameter, Escape.URL, compiler);
            separator = "&";
        }
        return compiler.build();
    }

    private static void put(Field field, Escape escape, Template.Compiler into) {
        List<Template.Part> fieldName = List.of(new Template.Part(field.name(), null, false));
        into.text(fieldName, escape, escape, escape).literal("=").text(field.parts(), escape, escape, Escape.URL_PART);
    }

    /** The path with its values as they were written. */
    private String shownPath(String source) {
        StringBuilder shown = new StringBuilder(source);
        String separator = source.indexOf('?') < 0 ? "?" : "&";
        for (Field parameter : query) {
            shown.append(separator).append(parameter.name()).append('=').append(parameter.source());
            separator = "&";
        }
        return shown.toString();
    }

    private Template body() {
        Template.Compiler compiler = new Template.Compiler();
        if ("json".equals(bodyWord)) {
            compiler.json(body);
        } else if (body != null) {
            compiler.text(body, Escape.NONE, Escape.NONE, Escape.NONE);
        }
        for (Field field : form) {
            compiler.literal(field == form.get(0) ? "" : "&");
            put(field, Escape.FORM, compiler);
        }
        return compiler.build();
    }

    /** Writes it as files have it. */
    void writeTo(boolean withWeight, ObjectNode json) {
        if (name != null) {
            json.put("name", name);
        }
        if (withWeight) {
            json.put("weight", weight);
        }
        if (overTcp()) {
            message.writeTo(json);
        } else {
            json.put("method", method());
            json.put("path", withoutSecret(path));
        }
        write(query, "query", json);
        write(headers, "headers", json);
        write(form, "form", json);
        if (bodySource != null) {
            json.put(bodyWord, withoutSecret(bodySource));
        }
        if (expected != null) {
            json.put("expectStatus", expected.toString());
        }
        if (!checks.isEmpty()) {
            checks.forEach(check -> check.writeTo(json.withArray("checks").addObject()));
        }
        if (!extractors.isEmpty()) {
            ObjectNode all = json.putObject("extract");
            extractors.forEach((value, extractor) -> extractor.writeTo(all.putObject(value)));
        }
        if (followRedirects) {
            json.put("followRedirects", true);
        }
    }

    static void write(List<Field> fields, String word, ObjectNode json) {
        if (!fields.isEmpty()) {
            ObjectNode object = json.putObject(word);
            for (Field field : fields) {
                boolean header = word.equals("headers");
                object.put(field.name(), header ? withoutSecret(field) : withoutSecret(field.source()));
            }
        }
    }

    private static String withoutSecret(Field header) {
        // What remains of "Bearer ${env.TOKEN}" is no secret.
        String typed = header.source().replaceAll("\\$\\{[^}]*}", "").replaceFirst("^(?i:Basic|Bearer)\\s*", "");
        return !typed.isBlank() && Redaction.isSecret(new Header(header.name(), header.literal()))
                ? Redaction.HIDDEN
                : header.source();
    }

    /** A placeholder in the place of a secret is none. */
    static String withoutSecret(String text) {
        String hidden = text.replaceAll("\\$\\{[^}]*}", "***");
        String shown = Redaction.of(hidden);
        return shown.replace("\"", "").equals(hidden.replace("\"", "")) ? text : Redaction.of(text);
    }
}
