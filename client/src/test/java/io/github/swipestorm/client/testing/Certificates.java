package io.github.swipestorm.client.testing;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Certificates for servers on this machine, made with the JDK's keytool when they are first asked for, at most once a day: an authority that
 * only {@link #trusting} makes a JVM trust, and what it has issued.
 */
public enum Certificates {
    /** As it should be. */
    GOOD("-signer", "authority", "-ext", "san=dns:localhost,ip:127.0.0.1"),
    /** Ran out five days ago. */
    EXPIRED("-signer", "authority", "-ext", "san=dns:localhost,ip:127.0.0.1", "-startdate", "-10d", "-validity", "5"),
    /** For a host that this is not. */
    ELSEWHERE("-signer", "authority", "-ext", "san=dns:elsewhere.invalid"),
    /** Self-signed. */
    SELF_SIGNED("-ext", "san=dns:localhost,ip:127.0.0.1");

    private static final String PASSWORD = "changeit";

    /** Kept for the other JVMs of a build and for the next build: keytool takes seconds. */
    private static final Path KEYS = Path.of("target", "test-certificates", "keys.p12");

    private static final List<String> TRUST_STORE =
            List.of("javax.net.ssl.trustStore", "javax.net.ssl.trustStorePassword", "javax.net.ssl.trustStoreType");

    private static KeyStore keys;

    private final String[] options;

    Certificates(String... options) {
        this.options = options;
    }

    /** What a server needs to show it. */
    public SSLContext context() {
        try {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            char[] password = PASSWORD.toCharArray();
            own.setKeyEntry(name(), keys().getKey(name(), password), password, keys().getCertificateChain(name()));
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(own, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes this JVM's trust store contain only the authority while an action runs. */
    public static void trusting(Runnable work) {
        List<String> before = TRUST_STORE.stream().map(System::getProperty).toList();
        Path store = null;
        try {
            store = Files.createTempFile("trust", ".p12");
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("authority", keys().getCertificate("authority"));
            try (OutputStream out = Files.newOutputStream(store)) {
                trusted.store(out, PASSWORD.toCharArray());
            }
            set(List.of(store.toString(), PASSWORD, "PKCS12"));
            work.run();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        } finally {
            set(before);
            if (store != null) {
                store.toFile().delete();
            }
        }
    }

    private static void set(List<String> values) {
        for (int i = 0; i < TRUST_STORE.size(); i++) {
            if (values.get(i) == null) {
                System.clearProperty(TRUST_STORE.get(i));
            } else {
                System.setProperty(TRUST_STORE.get(i), values.get(i));
            }
        }
    }

    private static synchronized KeyStore keys() {
        if (keys == null) {
            try {
                if (!isOfToday(KEYS)) {
                    Path file = Files.createTempDirectory(Files.createDirectories(KEYS.getParent()), "keys")
                            .resolve("keys.p12");
                    generate(file, "authority", "-ext", "bc:c");
                    for (Certificates certificate : values()) {
                        generate(file, certificate.name(), certificate.options);
                    }
                    // Another JVM may have been faster; either file will do.
                    Files.move(file, KEYS, StandardCopyOption.ATOMIC_MOVE);
                    Files.delete(file.getParent());
                }
                keys = KeyStore.getInstance("PKCS12");
                try (InputStream in = Files.newInputStream(KEYS)) {
                    keys.load(in, PASSWORD.toCharArray());
                }
            } catch (IOException | GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
        return keys;
    }

    private static boolean isOfToday(Path file) throws IOException {
        return Files.exists(file)
                && Files.getLastModifiedTime(file)
                        .toInstant()
                        .isAfter(Instant.now().minus(Duration.ofDays(1)));
    }

    private static void generate(Path store, String alias, String... options) {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = new ArrayList<>(List.of(keytool.toString(), "-J-XX:TieredStopAtLevel=1", "-genkeypair"));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of("-alias", alias, "-dname", "CN=" + alias, "-keyalg", "EC", "-groupname", "secp256r1"));
        command.addAll(List.of(options));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes());
            if (!process.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(command + " failed: " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
