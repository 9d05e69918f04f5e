package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.transport.Capability;
import io.github.swipestorm.client.transport.ClientCertificate;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TlsProvider;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Options of the transport, other than its name. */
public final class TransportOptions {

    /** The option whose value is secret. */
    public static final String USER = "--user";

    /** The other option whose value is secret. */
    public static final String CLIENT_CERTIFICATE_PASSWORD = "--client-cert-password";

    private static final Pattern PROXY = Pattern.compile("(?i)http://[^/?#]+:\\d+/?");

    @Option(
            names = "--event-loops",
            paramLabel = "N",
            description = "nio: threads that carry the workers (default: one for every two CPUs).")
    private Integer eventLoops;

    @Option(
            names = "--pipeline",
            paramLabel = "DEPTH",
            defaultValue = "1",
            description = "nio: requests in flight on each worker's connection (default: ${DEFAULT-VALUE}).")
    private int pipeline;

    @Option(
            names = "--http",
            paramLabel = "VERSION",
            defaultValue = "1.1",
            description =
                    "1.1, 2 or auto (default: ${DEFAULT-VALUE}). nio: 2 is negotiated over TLS, and used by prior "
                            + "knowledge in clear text; auto lets the server choose over TLS.")
    private String http;

    @Option(
            names = "--streams",
            paramLabel = "N",
            description = "nio over HTTP/2: workers that share a connection (default: 1, a connection for each).")
    private Integer streams;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "nio over HTTP/2: connections that the workers share evenly (default: as many as --streams "
                    + "needs).")
    private Integer connections;

    @Option(
            names = "--spin",
            description = "nio: poll without pause instead of sleeping; sends at the very instant, costs a CPU a loop.")
    private boolean spin;

    @Option(names = "--no-keepalive", description = "Make a new connection for every request.")
    private boolean noKeepAlive;

    @Option(
            names = "--proxy",
            paramLabel = "URL",
            description = "Send every request through this HTTP proxy, such as http://localhost:3128; to an https "
                    + "target, and over HTTP/2, through a tunnel.")
    private String proxy;

    @Option(
            names = USER,
            paramLabel = "NAME:PASSWORD",
            description = "Send HTTP basic authentication with every request to the target, unasked.")
    private String user;

    @Option(
            names = "--follow-redirects",
            description = "Follow up to 10 redirects within the attempt, also to other hosts; a POST becomes a "
                    + "GET after 301, 302 and 303, and stays a POST after 307 and 308.")
    private boolean followRedirects;

    @Option(
            names = "--insecure",
            description = "Do not verify certificates over TLS; the report says so. Otherwise a certificate must be "
                    + "trusted by the JVM and name the host.")
    private boolean insecure;

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            description = "Trust the certificates in this PEM file instead of those that the JVM trusts.")
    private Path authorities;

    @Option(
            names = "--client-cert",
            paramLabel = "FILE",
            description =
                    "Certificate and private key for servers that ask for one over TLS: PEM (the key as PKCS#8) or "
                            + "PKCS#12.")
    private Path clientCertificate;

    @Option(
            names = CLIENT_CERTIFICATE_PASSWORD,
            paramLabel = "PASSWORD",
            description =
                    "Password of the key in --client-cert. A reference to an environment variable, as in the user "
                            + "guide, keeps it out of the command line.")
    private String clientCertificatePassword;

    @Option(
            names = "--tls-versions",
            paramLabel = "VERSION",
            split = ",",
            description = "Versions of TLS to offer: 1.2, 1.3 or both (default: 1.2,1.3).")
    private List<String> tlsVersions = List.of();

    @Option(
            names = "--ciphers",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Ciphers of TLS to offer, the preferred first, such as TLS_AES_128_GCM_SHA256 (default: those "
                            + "of the JVM).")
    private List<String> ciphers = List.of();

    @Option(
            names = "--tls-provider",
            paramLabel = "PROVIDER",
            defaultValue = "jdk",
            description =
                    "What speaks TLS: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). conscrypt, whose jar must be on the class path, "
                            + "makes full handshakes several times as fast.")
    private TlsProvider tlsProvider;

    @Option(
            names = "--no-tls-resumption",
            description =
                    "Make every TLS handshake a full one. Otherwise a worker's further connections resume its TLS "
                            + "session.")
    private boolean noTlsResumption;

    @Option(
            names = "--connect-timeout",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "Longest wait for a connection, TLS included (default: ${DEFAULT-VALUE}).")
    private Duration connectTimeout;

    @Option(
            names = "--response-timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "Longest wait for the head of an answer (default: ${DEFAULT-VALUE}).")
    private Duration responseTimeout;

    @Option(
            names = "--total-timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "Longest time for a whole answer (default: ${DEFAULT-VALUE}).")
    private Duration totalTimeout;

    /**
     * The transport that the options describe.
     *
     * @param request the one request that is sent, whose URL or curl command may ask for more
     * @throws IllegalArgumentException with a user-facing message when they are invalid
     */
    TransportChoice choice(TransportType transport, Optional<OneRequest> request) {
        if (eventLoops != null) {
            TransportChoice.of(transport)
                    .require(Capability.EVENT_LOOPS, Setting.EVENT_LOOPS, OptionalInt.of(eventLoops));
        }
        int loops = eventLoops == null ? TransportChoice.loopsForThisMachine() : eventLoops;
        return new TransportChoice(
                transport,
                !noKeepAlive,
                loops,
                pipeline,
                spin,
                features(request),
                tls(insecure || request.filter(OneRequest::insecure).isPresent()),
                new HttpProtocol(version(), optional(streams), optional(connections)));
    }

    private HttpVersion version() {
        return EnumLabels.find(HttpVersion.values(), http)
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + http + "' is no version for --http: use " + EnumLabels.all(HttpVersion.values())));
    }

    private static OptionalInt optional(Integer number) {
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    private TlsOptions tls(boolean unverified) {
        if (unverified && authorities != null) {
            throw new PlanException(new PlanProblem.Contradiction(Setting.AUTHORITIES, Setting.INSECURE));
        }
        if (clientCertificatePassword != null && clientCertificate == null) {
            throw new IllegalArgumentException(
                    CLIENT_CERTIFICATE_PASSWORD + " needs the file that it opens: add --client-cert FILE");
        }
        String password =
                clientCertificatePassword == null ? "" : new EnvReferences().resolve(clientCertificatePassword);
        return new TlsOptions(
                unverified,
                Optional.ofNullable(authorities),
                Optional.ofNullable(clientCertificate).map(file -> new ClientCertificate(file, password)),
                tlsVersions,
                ciphers,
                tlsProvider,
                !noTlsResumption);
    }

    /** When attempts time out. */
    Timeouts timeouts() {
        return new Timeouts(connectTimeout, responseTimeout, totalTimeout);
    }

    private HttpFeatures features(Optional<OneRequest> request) {
        Optional<Credentials> typed =
                Optional.ofNullable(user).map(new EnvReferences()::resolve).map(Credentials::parse);
        Optional<Credentials> own = request.flatMap(OneRequest::user);
        if (typed.isPresent() && own.isPresent()) {
            throw new IllegalArgumentException("Both --user and the request itself name a user: leave one of them out");
        }
        HttpFeatures features = new HttpFeatures(
                Optional.ofNullable(proxy).map(TransportOptions::proxy).or(() -> request.flatMap(OneRequest::proxy)),
                typed.or(() -> own),
                followRedirects || request.filter(OneRequest::followRedirects).isPresent());
        if (features.indirect()
                && request.filter(one -> !isUri(one.workload().path())).isPresent()) {
            throw new IllegalArgumentException("The path of the URL is not valid, so that no request with " + features
                    + " can be sent to it: percent-encode what is special in it");
        }
        return features;
    }

    private static boolean isUri(String path) {
        try {
            new URI("http://localhost" + path);
            return true;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** @throws IllegalArgumentException with a user-facing message when no request can go through it */
    static Target proxy(String url) {
        if (url.indexOf('@') >= 0) {
            // The URL is not quoted: the part before the @ may be a password.
            throw new IllegalArgumentException("A proxy that asks for a password cannot be used: write --proxy like "
                    + "http://localhost:3128, without a user");
        }
        if (!PROXY.matcher(url).matches()) {
            throw new IllegalArgumentException("'" + Redaction.ofUnknownWord(url)
                    + "' is not a proxy that can be used: write it like http://localhost:3128");
        }
        return Target.parse(url);
    }
}
