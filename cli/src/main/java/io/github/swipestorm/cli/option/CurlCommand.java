package io.github.swipestorm.cli.option;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Target;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A command line of curl, as a user or a browser wrote it. Everything that it says about the request is kept, or refused by name. */
public final class CurlCommand {

    private static final String FORM_TYPE = "application/x-www-form-urlencoded";

    /** Short names of options, and what they are short for. */
    private static final Map<Character, String> SHORT = Map.ofEntries(
            Map.entry('X', "--request"),
            Map.entry('H', "--header"),
            Map.entry('d', "--data"),
            Map.entry('u', "--user"),
            Map.entry('b', "--cookie"),
            Map.entry('A', "--user-agent"),
            Map.entry('e', "--referer"),
            Map.entry('x', "--proxy"),
            Map.entry('o', "--output"),
            Map.entry('w', "--write-out"),
            Map.entry('D', "--dump-header"),
            Map.entry('G', "--get"),
            Map.entry('I', "--head"),
            Map.entry('k', "--insecure"),
            Map.entry('L', "--location"),
            Map.entry('s', "--silent"),
            Map.entry('S', "--show-error"),
            Map.entry('v', "--verbose"),
            Map.entry('i', "--include"),
            Map.entry('f', "--fail"),
            Map.entry('g', "--globoff"),
            Map.entry('N', "--no-buffer"),
            Map.entry('#', "--progress-bar"),
            Map.entry('O', "--remote-name"),
            Map.entry('F', "--form"),
            Map.entry('T', "--upload-file"),
            Map.entry('m', "--max-time"),
            Map.entry('r', "--range"),
            Map.entry('K', "--config"),
            Map.entry('E', "--cert"),
            Map.entry('c', "--cookie-jar"),
            Map.entry('0', "--http1.0"));

    /** Options with a value whose request is kept. */
    private static final Set<String> WITH_VALUE = Set.of(
            "--request",
            "--header",
            "--data",
            "--data-ascii",
            "--data-raw",
            "--data-binary",
            "--data-urlencode",
            "--json",
            "--user",
            "--cookie",
            "--user-agent",
            "--referer",
            "--proxy",
            "--url");

    /** Options that change what curl prints or writes, and not what it sends; with the number of their values. */
    private static final Map<String, Integer> OF_OUTPUT = Map.ofEntries(
            Map.entry("--output", 1),
            Map.entry("--write-out", 1),
            Map.entry("--dump-header", 1),
            Map.entry("--silent", 0),
            Map.entry("--show-error", 0),
            Map.entry("--verbose", 0),
            Map.entry("--include", 0),
            Map.entry("--fail", 0),
            Map.entry("--globoff", 0),
            Map.entry("--no-buffer", 0),
            Map.entry("--progress-bar", 0),
            Map.entry("--no-progress-meter", 0),
            Map.entry("--remote-name", 0),
            Map.entry("--path-as-is", 0),
            Map.entry("--http1.1", 0));

    /** What to write in place of options that have another name here. */
    private static final Map<String, String> INSTEAD = Map.of(
            "--max-time", "use --total-timeout TIME beside --curl",
            "--connect-timeout", "use --connect-timeout TIME beside --curl",
            "--form", "send the body of a multipart form with --body-file",
            "--upload-file", "use --method PUT and --body-file",
            "--cookie-jar", "leave it out: cookies of responses are not kept",
            "--range", "use --header 'Range: bytes=...'");

    private final EnvReferences environment;
    private String url;
    private String method;
    private final List<String> headers = new ArrayList<>();
    private final List<Header> usual = new ArrayList<>();
    private final List<String> cookies = new ArrayList<>();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private boolean hasData;
    private boolean get;
    private boolean head;
    private boolean compressed;
    private boolean insecure;
    private boolean followRedirects;
    private String user;
    private String proxy;

    private CurlCommand(EnvReferences environment) {
        this.environment = environment;
    }

    /** The command {@code curl URL}, without curl's own headers. */
    static CurlCommand ofUrl(String url, EnvReferences environment) {
        CurlCommand plain = new CurlCommand(environment);
        plain.url = url;
        return plain;
    }

    /**
     * Parses a command.
     *
     * @throws IllegalArgumentException with a user-facing message that names what cannot be kept, without its value
     */
    static CurlCommand parse(String text, EnvReferences environment) {
        CurlCommand command = new CurlCommand(environment);
        command.read(new ArrayDeque<>(ShellWords.of(text)));
        return command;
    }

    /** A command as reports show it; one without secrets, or in a file, is unchanged. */
    public static String withoutSecrets(String text) {
        if (text.startsWith("@")) {
            return text;
        }
        try {
            List<String> words = ShellWords.of(text);
            List<String> shown = new ArrayList<>();
            for (int i = 0; i < words.size(); i++) {
                String before = i == 0 ? "" : words.get(i - 1);
                shown.add(withoutSecret(before, words.get(i)));
            }
            return shown.equals(words)
                    ? text
                    : shown.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
        } catch (IllegalArgumentException e) {
            return Redaction.HIDDEN;
        }
    }

    private static String withoutSecret(String before, String word) {
        if (before.matches("--user|--cookie|-[A-Za-z]*[ub]")) {
            return Redaction.isReference(word.substring(word.indexOf(':') + 1)) ? word : Redaction.HIDDEN;
        }
        // A short option and its value in one word.
        return word.matches("(?s)-[ub].+") ? word.substring(0, 2) + Redaction.HIDDEN : Redaction.of(word);
    }

    private void read(Deque<String> words) {
        if (words.isEmpty() || !words.poll().matches("(?i)(?:.*[/\\\\])?curl(?:\\.exe)?")) {
            throw new IllegalArgumentException("The command of --curl must begin with 'curl'");
        }
        while (!words.isEmpty()) {
            String word = words.poll();
            if (word.startsWith("--")) {
                option(word, word, words);
            } else if (word.startsWith("-") && word.length() > 1) {
                cluster(word, words);
            } else {
                url(word);
            }
        }
        if (url == null) {
            throw new IllegalArgumentException("The command of --curl has no URL");
        }
        if (!cookies.isEmpty()) {
            headers.add("Cookie: " + String.join("; ", cookies));
        }
        usual.add(new Header("Accept", "*/*"));
        if (get) {
            String query = data.toString(UTF_8);
            String[] parts = url.split("#", 2);
            url = query.isEmpty() ? url : parts[0] + (parts[0].indexOf('?') < 0 ? "?" : "&") + query;
            hasData = false;
            usual.removeIf(header -> header.is("Content-Type"));
        }
        if (head && hasData) {
            throw new IllegalArgumentException(
                    "The command of --curl has both --head and data: leave one of them out, or add --get");
        }
    }

    /** Short options may stand together, and the last of them may have its value in the same word. */
    private void cluster(String word, Deque<String> words) {
        for (int i = 1; i < word.length(); i++) {
            String name = SHORT.get(word.charAt(i));
            String shown = "-" + word.charAt(i);
            if (name == null) {
                throw refused(shown, shown);
            }
            boolean takesValue = WITH_VALUE.contains(name) || OF_OUTPUT.getOrDefault(name, 0) == 1;
            if (takesValue && i + 1 < word.length()) {
                words.addFirst(word.substring(i + 1));
            }
            option(name, shown, words);
            if (takesValue) {
                return;
            }
        }
    }

    private void option(String name, String shown, Deque<String> words) {
        if (OF_OUTPUT.containsKey(name)) {
            if (OF_OUTPUT.get(name) == 1) {
                value(shown, words);
            }
            return;
        }
        switch (name) {
            case "--get" -> get = true;
            case "--head" -> head = true;
            case "--compressed" -> compressed = true;
            case "--insecure" -> insecure = true;
            case "--location" -> followRedirects = true;
            default -> {
                if (!WITH_VALUE.contains(name)) {
                    throw refused(name, shown);
                }
                withValue(name, value(shown, words));
            }
        }
    }

    private static String value(String option, Deque<String> words) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("The command of --curl ends after " + option + ", which needs a value");
        }
        return words.poll();
    }

    private static IllegalArgumentException refused(String name, String shown) {
        String bare = name.split("=", 2)[0];
        return new IllegalArgumentException("The command of --curl has " + (shown.startsWith("--") ? bare : shown)
                + ", which is not supported: " + INSTEAD.getOrDefault(bare, "leave it out"));
    }

    private void withValue(String name, String value) {
        switch (name) {
            case "--url" -> url(value);
            case "--request" -> method = value;
            case "--header" -> header(value);
            case "--user" -> user = value.indexOf(':') < 0 ? value + ":" : value;
            case "--user-agent" -> headers.add("User-Agent: " + value);
            case "--referer" -> headers.add("Referer: " + value);
            case "--proxy" -> proxy = value.contains("://") ? value : "http://" + value;
            case "--cookie" -> cookie(value);
            case "--json" -> {
                hasData = true;
                append(value.startsWith("@") ? file(name, value) : text(value));
                usual.add(new Header("Content-Type", "application/json"));
                usual.add(new Header("Accept", "application/json"));
            }
            default -> data(name, value);
        }
    }

    private void url(String word) {
        if (url != null) {
            throw new IllegalArgumentException("The command of --curl has two URLs, '" + Redaction.ofUnknownWord(url)
                    + "' and '" + Redaction.ofUnknownWord(word) + "': a run sends one request; leave one out");
        }
        // Curl guesses the scheme.
        url = word.contains("://") ? word : "http://" + word;
    }

    /** Drops headers that every request has from its transport, and refuses what the transport does otherwise. */
    private void header(String line) {
        String name = line.split("[:;]", 2)[0].strip();
        String value =
                line.substring(Math.min(line.length(), name.length() + 1)).strip();
        boolean implied = name.equalsIgnoreCase("Content-Length")
                || (name.equalsIgnoreCase("Connection") && value.equalsIgnoreCase("keep-alive"))
                || (name.equalsIgnoreCase("TE") && value.equalsIgnoreCase("trailers"));
        if (!implied) {
            headers.add(line);
        }
    }

    private void cookie(String value) {
        if (value.indexOf('=') < 0) {
            throw new IllegalArgumentException("The command of --curl reads cookies from a file with --cookie, which is"
                    + " not supported: write them as name=value");
        }
        cookies.add(value);
    }

    private void data(String name, String value) {
        if (hasData) {
            data.write('&');
        }
        hasData = true;
        if (usual.stream().noneMatch(header -> header.is("Content-Type"))) {
            usual.add(new Header("Content-Type", FORM_TYPE));
        }
        if (name.equals("--data-urlencode")) {
            append(urlencoded(value).getBytes(UTF_8));
        } else if (value.startsWith("@") && !name.equals("--data-raw")) {
            byte[] content = file(name, value);
            append(name.equals("--data-binary") ? content : withoutLineEnds(content));
        } else {
            append(text(value));
        }
    }

    private String urlencoded(String value) {
        int at = value.indexOf('=');
        if (at < 0 && value.indexOf('@') >= 0) {
            throw new IllegalArgumentException(
                    "The command of --curl encodes a file with --data-urlencode, which is not"
                            + " supported: use --body-file beside a URL");
        }
        String content = URLEncoder.encode(environment.resolve(value.substring(at + 1)), UTF_8)
                .replace("+", "%20");
        return at < 1 ? content : value.substring(0, at) + "=" + content;
    }

    private void append(byte[] bytes) {
        data.writeBytes(bytes);
    }

    private byte[] text(String value) {
        return environment.resolve(value).getBytes(UTF_8);
    }

    private static byte[] file(String option, String value) {
        return RequestOptions.bytesOf(option, Path.of(value.substring(1)));
    }

    /** As curl does for every file that it does not take for binary. */
    private static byte[] withoutLineEnds(byte[] content) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        for (byte b : content) {
            if (b != '\r' && b != '\n' && b != 0) {
                kept.write(b);
            }
        }
        return kept.toByteArray();
    }

    /** With references to the environment, if it has any. */
    String url() {
        return url;
    }

    /** Empty when it follows from the data. */
    Optional<String> method() {
        return method != null
                ? Optional.of(method)
                : head ? Optional.of("HEAD") : get ? Optional.of("GET") : Optional.empty();
    }

    /** Headers as they were typed. */
    List<String> headers() {
        return headers.stream().map(environment::resolve).toList();
    }

    /** Headers of curl and of its data, which typed ones replace. */
    List<Header> usualHeaders() {
        return usual.stream()
                .filter(header -> usual.stream()
                                .filter(other -> other.is(header.name()))
                                .findFirst()
                                .get()
                        == header)
                .collect(Collectors.toList());
    }

    /** The body; empty when there is none. */
    Optional<byte[]> data() {
        return hasData ? Optional.of(data.toByteArray()) : Optional.empty();
    }

    boolean compressed() {
        return compressed;
    }

    boolean insecure() {
        return insecure;
    }

    boolean followRedirects() {
        return followRedirects;
    }

    /** {@code NAME:PASSWORD}. */
    Optional<String> user() {
        return Optional.ofNullable(user);
    }

    /** @throws IllegalArgumentException with a user-facing message when it cannot be used */
    Optional<Target> proxyTarget() {
        return Optional.ofNullable(proxy).map(TransportOptions::proxy);
    }
}
