package io.github.swipestorm.cli.option;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.RequestUrl;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.workload.SingleRequest;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.json.JsonMapper;

/** The options that describe one request, which is sent again and again. */
public final class RequestOptions {

    /** The option whose value is a command with possible secrets of its own. */
    public static final String CURL = "--curl";

    private static final String HEADER = "--header";
    private static final String FORM_TYPE = "application/x-www-form-urlencoded";
    private static final long LONGEST_BODY = 1L << 30;

    /** The command's own spec, not the mixin's. */
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "URL",
            description = "Send one request to this URL: GET, or what --method, --json and the like say. Without it"
                    + " --workload says what is sent.")
    private String url;

    @Option(
            names = {"-X", "--method"},
            paramLabel = "METHOD",
            description = "With URL: its method (default: GET, or POST with a body).")
    private String method;

    @Option(
            names = {"-H", HEADER},
            paramLabel = "HEADER",
            description =
                    "With URL: a header such as 'Accept: text/html', in place of a default one; repeatable. 'Name;' sends"
                            + " an empty one. @FILE reads headers from a file, one a line.")
    private List<String> headers;

    @Option(
            names = "--body",
            paramLabel = "TEXT",
            description = "With URL: the body in UTF-8, without a content type of its own; @FILE reads it from a file.")
    private String body;

    @Option(names = "--body-file", paramLabel = "FILE", description = "With URL: the body, any bytes of a file.")
    private Path bodyFile;

    @Option(
            names = "--json",
            paramLabel = "TEXT",
            description = "With URL: a JSON body, and the headers that go with it; @FILE reads it from a file.")
    private String json;

    @Option(
            names = "--form",
            paramLabel = "NAME=VALUE",
            description = "With URL: a field of a URL-encoded form; repeatable.")
    private List<String> form;

    @Option(
            names = "--expect-status",
            paramLabel = "STATUSES",
            description = "With URL: the statuses that are ok, such as 200,404 or 2xx,3xx (default: 2xx).")
    private String expectedStatus;

    @Option(
            names = "--compressed",
            description = "With URL: ask for a gzip response; it is counted as received and not decompressed.")
    private boolean compressed;

    @Option(
            names = CURL,
            paramLabel = "COMMAND",
            description =
                    "Send the request of this curl command, such as one copied from a browser; @FILE reads the command"
                            + " from a file.")
    private String curl;

    private final EnvReferences environment = new EnvReferences();
    private final List<String> fromFiles = new ArrayList<>();
    private Optional<OneRequest> request;

    /**
     * The request that the options describe; empty when there is neither a URL nor a curl command. Files and the environment are
     * read once.
     *
     * @throws IllegalArgumentException with a user-facing message when it cannot be sent
     */
    Optional<OneRequest> request() {
        if (request == null) {
            request = read();
        }
        return request;
    }

    private Optional<OneRequest> read() {
        if (url == null && curl == null) {
            typed("--method", HEADER, "--body", "--body-file", "--json", "--form", "--expect-status", "--compressed")
                    .stream()
                    .findFirst()
                    .ifPresent(option -> {
                        throw new IllegalArgumentException(option + " is about one request, and none is named: give its"
                                + " URL as an argument, such as 'run http://localhost:8080/path'");
                    });
            return Optional.empty();
        }
        if (url != null && curl != null) {
            throw new IllegalArgumentException("--curl has a URL of its own: leave the argument URL out");
        }
        typed("--url", "--workload").stream().findFirst().ifPresent(option -> {
            throw new IllegalArgumentException((url == null ? CURL : "The argument URL")
                    + " asks for that one request, and " + option
                    + (option.equals("--url") ? " is for a workload" : " is for others") + ": leave one of them out");
        });
        CurlCommand base =
                curl == null ? CurlCommand.ofUrl(url, environment) : CurlCommand.parse(textOf(CURL, curl), environment);
        return Optional.of(request(base));
    }

    private List<String> typed(String... options) {
        return Stream.of(options)
                .filter(option -> spec.commandLine().getParseResult().hasMatchedOption(option))
                .toList();
    }

    private OneRequest request(CurlCommand base) {
        RequestUrl to = RequestUrl.parse(
                environment.resolve(base.url(), value -> encoded(value).replace("+", "%20")));
        List<Header> given = new ArrayList<>();
        List<String> without = new ArrayList<>();
        Stream.concat(
                        base.headers().stream(),
                        Stream.ofNullable(headers).flatMap(List::stream).flatMap(this::lines))
                .forEach(line -> header(line, given, without));
        List<Header> usual = new ArrayList<>();
        Optional<byte[]> content = content(base, usual);
        if (compressed || base.compressed()) {
            usual.add(new Header("Accept-Encoding", "gzip"));
        }
        usual.removeIf(header -> Stream.concat(given.stream().map(Header::name), without.stream())
                .anyMatch(header::is));
        String verb = method != null ? method : base.method().orElse(content.isPresent() ? "POST" : "GET");
        SingleRequest single = SingleRequest.of(verb, to.path());
        for (Header header : Stream.concat(given.stream(), usual.stream()).toList()) {
            single = single.withHeader(header.name(), header.value());
        }
        if (content.isPresent()) {
            single = single.withBody(content.get());
        }
        if (expectedStatus != null) {
            single = single.expecting(StatusSet.parse(expectedStatus));
        }
        Optional<Credentials> user =
                base.user().map(environment::resolve).or(to::user).map(Credentials::parse);
        if (single.headers().stream().anyMatch(header -> header.is("Authorization"))
                && (user.isPresent() || !typed(TransportOptions.USER).isEmpty())) {
            throw new IllegalArgumentException(
                    "A user and a header 'Authorization' would both be sent as that header: leave one of them out");
        }
        return new OneRequest(
                to.target(),
                single.hiding(environment.values()).hiding(fromFiles),
                user,
                base.proxyTarget(),
                base.followRedirects(),
                base.insecure());
    }

    /** @param usual to which the headers that go with the content are added */
    private Optional<byte[]> content(CurlCommand base, List<Header> usual) {
        List<String> bodies = new ArrayList<>(typed("--body", "--body-file", "--json", "--form"));
        if (base.data().isPresent()) {
            bodies.add(0, "the data of " + CURL);
        }
        if (bodies.size() > 1) {
            throw new IllegalArgumentException("A request has one body, and both " + bodies.get(0) + " and "
                    + bodies.get(1) + " give one:" + " leave one of them out");
        }
        usual.addAll(base.usualHeaders());
        if (json != null) {
            usual.add(new Header("Content-Type", "application/json"));
            usual.add(new Header("Accept", "application/json"));
            return Optional.of(json(json.startsWith("@") ? textOf("--json", json) : resolvedJson())
                    .getBytes(UTF_8));
        }
        if (form != null) {
            usual.add(new Header("Content-Type", FORM_TYPE));
            return Optional.of(form.stream()
                    .map(this::field)
                    .collect(Collectors.joining("&"))
                    .getBytes(UTF_8));
        }
        if (bodyFile != null) {
            return Optional.of(bytesOf("--body-file", bodyFile));
        }
        if (body != null) {
            return Optional.of(
                    body.startsWith("@")
                            ? bytesOf("--body", Path.of(body.substring(1)))
                            : environment.resolve(body).getBytes(UTF_8));
        }
        return base.data();
    }

    private String resolvedJson() {
        return environment.resolve(json, value -> {
            String quoted = JsonMapper.shared().writeValueAsString(value);
            return quoted.substring(1, quoted.length() - 1);
        });
    }

    private static String json(String text) {
        try {
            JsonMapper.shared().readTree(text);
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            throw new IllegalArgumentException("The text of --json is not JSON: line " + at.getLineNr() + ", column "
                    + at.getColumnNr() + ": "
                    + e.getOriginalMessage().lines().findFirst().orElse("")
                    + "; send other text with --body");
        }
        if (text.isBlank()) {
            throw new IllegalArgumentException("The text of --json is empty: send no body without --json");
        }
        return text;
    }

    private String field(String typed) {
        int at = typed.indexOf('=');
        if (at < 1) {
            throw new IllegalArgumentException(
                    "A field of --form has no " + (at < 0 ? "'='" : "name") + ": write it like name=value");
        }
        return encoded(environment.resolve(typed.substring(0, at))) + "="
                + encoded(environment.resolve(typed.substring(at + 1)));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, UTF_8);
    }

    private Stream<String> lines(String typed) {
        if (!typed.startsWith("@")) {
            return Stream.of(environment.resolve(typed));
        }
        List<String> lines =
                textOf(HEADER, typed).lines().filter(line -> !line.isBlank()).toList();
        lines.forEach(
                line -> fromFiles.add(line.substring(line.indexOf(':') + 1).strip()));
        return lines.stream();
    }

    /** Reads a header as curl does; its text is not quoted in a refusal, as it may be a secret. */
    private static void header(String line, List<Header> given, List<String> without) {
        int colon = line.indexOf(':');
        if (colon < 0 && line.endsWith(";")) {
            given.add(checked(new Header(line.substring(0, line.length() - 1).strip(), ""), given));
        } else if (colon < 1) {
            throw new IllegalArgumentException(
                    "A header of -H has no name before a colon: write it like 'Accept: text/html'");
        } else if (line.substring(colon + 1).isBlank()) {
            String name = new Header(line.substring(0, colon).strip(), "").name();
            if (name.equalsIgnoreCase("Host") || name.equalsIgnoreCase("User-Agent")) {
                throw new IllegalArgumentException(
                        "The header '" + name + "' has no value, and every request has one: give it a value");
            }
            without.add(name);
        } else {
            given.add(checked(new Header(line.substring(0, colon).strip(), line.substring(colon + 1)), given));
        }
    }

    private static Header checked(Header header, List<Header> given) {
        if (header.ofTransport()) {
            throw new IllegalArgumentException(
                    "The header '" + header.name() + "' is set by the transport: leave it out"
                            + (header.is("Connection") ? ", or use --no-keepalive" : ""));
        }
        if (header.is("Host") && given.stream().anyMatch(other -> other.is("Host"))) {
            throw new IllegalArgumentException("The header 'Host' is there twice: leave one of them out");
        }
        return header;
    }

    /** A text, or that of the file after an @. */
    private static String textOf(String option, String typed) {
        return typed.startsWith("@") ? new String(bytesOf(option, Path.of(typed.substring(1))), UTF_8) : typed;
    }

    /** The content of a file. */
    static byte[] bytesOf(String option, Path file) {
        try {
            if (Files.size(file) > LONGEST_BODY) {
                throw new IllegalArgumentException(option + " reads '" + file + "' into memory, and it has "
                        + Files.size(file) + " bytes: name a file of at most " + LONGEST_BODY);
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw PlanFiles.unreadable(file, "name another file for " + option, e);
        }
    }
}
