package io.github.swipestorm.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A server's command line; the same options for every server. Filled by one thread, then only read. */
public final class ServerOptions {

    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;

    @Spec
    private CommandSpec spec;

    @Option(names = "--virtual-threads", description = "A virtual thread for every request, without limit. Java 21.")
    private boolean virtualThreads;

    @Option(
            names = "--http2",
            description =
                    "Speak HTTP/2, too: over TLS when the client chooses it by ALPN, in clear text to clients that "
                            + "begin with it (h2c).")
    private boolean http2;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = "Listen for TLS only, with this PEM certificate and those that it was issued by.")
    private Path tlsCertificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "PEM private key of the certificate (PKCS#8).")
    private Path tlsKey;

    @Option(
            names = "--parent-lifeline",
            description = "Stop when standard input ends, and leave Ctrl-C to the parent process.")
    private boolean parentLifeline;

    @Option(names = "--help", usageHelp = true, description = "Print this and stop.")
    private boolean help;

    private int port;
    private int threads;
    private boolean loopbackOnly;

    ServerOptions() {}

    @Option(names = "--port", defaultValue = "8080", description = "0 is any free port. Default: ${DEFAULT-VALUE}.")
    private void port(int value) {
        port = within("--port", value, 0, 65_535);
    }

    @Option(
            names = "--server-threads",
            defaultValue = "200",
            description = "Most requests worked on at once; no effect with virtual threads. Default: ${DEFAULT-VALUE}.")
    private void threads(int value) {
        threads = within("--server-threads", value, 1, 10_000);
    }

    private int within(String option, int value, int lowest, int highest) {
        if (value < lowest || value > highest) {
            throw new ParameterException(
                    spec.commandLine(), option + " must be from " + lowest + " to " + highest + ", not " + value);
        }
        return value;
    }

    void requireVirtualThreads(int javaVersion) {
        if (virtualThreads && javaVersion < FIRST_JAVA_WITH_VIRTUAL_THREADS) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--virtual-threads needs Java " + FIRST_JAVA_WITH_VIRTUAL_THREADS + " or newer, this is Java "
                            + javaVersion);
        }
    }

    /** Rejects half a pair of files, and a file that is not what it is given as. */
    void requireCertificateWithKey() {
        if ((tlsCertificate == null) != (tlsKey == null)) {
            throw new ParameterException(
                    spec.commandLine(), "--tls-certificate and --tls-key belong together: give both, or neither");
        }
        requirePem("--tls-certificate", tlsCertificate, "-----BEGIN CERTIFICATE-----");
        requirePem("--tls-key", tlsKey, "-----BEGIN PRIVATE KEY-----");
    }

    private void requirePem(String option, Path file, String begin) {
        if (file == null) {
            return;
        }
        try {
            if (!new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(begin)) {
                throw new ParameterException(
                        spec.commandLine(), option + " '" + file + "' has no line " + begin + ": give it a PEM file");
            }
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), option + " '" + file + "' is not a file that can be read");
        }
    }

    /** The port to listen on, 0 to 65,535; with 0 the system chooses one. */
    public int port() {
        return port;
    }

    /** The most threads that handle requests, 1 to 10,000. */
    public int threads() {
        return threads;
    }

    /** Whether every request gets a virtual thread; only true where the JVM has them. */
    public boolean virtualThreads() {
        return virtualThreads;
    }

    /** From now on only this machine can connect. */
    public void restrictToLoopback() {
        loopbackOnly = true;
    }

    /** Whether the server listens on the loopback interface only, and not on all interfaces. */
    public boolean loopbackOnly() {
        return loopbackOnly;
    }

    /** Whether clients may speak HTTP/2. */
    public boolean http2() {
        return http2;
    }

    /** The certificate and key for TLS; empty for clear text. */
    public Optional<ServerCertificate> certificate() {
        return Optional.ofNullable(tlsCertificate).map(file -> new ServerCertificate(file, tlsKey));
    }

    boolean help() {
        return help;
    }

    boolean parentLifeline() {
        return parentLifeline;
    }
}
