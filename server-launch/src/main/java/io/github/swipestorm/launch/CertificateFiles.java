package io.github.swipestorm.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A server's certificate and its private key.
 *
 * @param certificate PEM file with the certificate, and with those that it was issued by
 * @param key PEM file with the private key (PKCS#8)
 */
public record CertificateFiles(Path certificate, Path key) {

    private static final String NAME = "swipestorm";

    /** Protects a key store that exists only while the files are made. */
    private static final String PASSWORD = "swipestorm";

    /**
     * Makes a self-signed certificate for {@code localhost}, 127.0.0.1 and ::1 that is valid for 30 days, with an EC key
     * on P-256.
     *
     * @param directory where {@code certificate.pem} and {@code key.pem} are written
     * @throws IOException when the files cannot be written, or when this Java has no {@code keytool}
     */
    public static CertificateFiles selfSigned(Path directory) throws IOException {
        Path store = directory.resolve("certificate.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = List.of(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                NAME,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1,ip:0:0:0:0:0:0:0:1",
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            String said = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IOException("no certificate could be made: " + said);
            }
            return fromKeyStore(store, directory);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("no certificate could be made: interrupted", e);
        } finally {
            process.destroy();
            Files.deleteIfExists(store);
        }
    }

    private static CertificateFiles fromKeyStore(Path store, Path directory) throws IOException {
        try {
            char[] password = PASSWORD.toCharArray();
            KeyStore keys = KeyStore.getInstance(store.toFile(), password);
            CertificateFiles files =
                    new CertificateFiles(directory.resolve("certificate.pem"), directory.resolve("key.pem"));
            writePem(files.certificate, "CERTIFICATE", keys.getCertificate(NAME).getEncoded());
            writePem(files.key, "PRIVATE KEY", keys.getKey(NAME, password).getEncoded());
            return files;
        } catch (GeneralSecurityException e) {
            throw new IOException("no certificate could be made: " + e.getMessage(), e);
        }
    }

    private static void writePem(Path file, String kind, byte[] content) throws IOException {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n");
    }
}
