package io.github.swipestorm.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server's certificate and its private key.
 *
 * @param certificate PEM file with the certificate, and with those that it was issued by
 * @param key PEM file with the private key (PKCS#8)
 */
public record ServerCertificate(Path certificate, Path key) {

    private static final String NAME = "swipestorm";

    /** Protects a key store that exists only while the files are made. */
    private static final String PASSWORD = "swipestorm";

    /**
     * Makes a self-signed certificate for {@code localhost}, 127.0.0.1 and ::1 that is valid for 30 days, with an EC key
     * on P-256.
     *
     * @param directory where {@code certificate.pem} and {@code key.pem} are written
     * @throws IOException when the files exist or cannot be written, or when this Java has no {@code keytool}
     */
    public static ServerCertificate selfSigned(Path directory) throws IOException {
        Path store = directory.resolve("certificate.p12");
        try {
            keytool(
                    store,
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
                    "30");
            return fromKeyStore(store, directory);
        } finally {
            Files.deleteIfExists(store);
        }
    }

    /**
     * Makes an authority for the members of one cluster, and a certificate of it for all of them that is valid for two years, with
     * EC keys on P-256. Nobody keeps the authority's key, so that no further certificate can ever be issued by it.
     *
     * @param authority the PEM file that receives the authority's certificate
     * @param identity the PEM file that receives the members' certificate and its key; only its owner may read it
     * @throws IOException when a file exists or cannot be written, or when this Java has no {@code keytool}
     */
    public static void forMembers(Path authority, Path identity) throws IOException {
        Path work = Files.createTempDirectory("swipestorm-tls");
        Path store = work.resolve("keys.p12");
        Path request = work.resolve("member.csr");
        Path issued = work.resolve("member.crt");
        try {
            List<String> validity = List.of("-validity", "730");
            keytool(store, validity, keyPair("authority", "CN=Swipestorm agents"), "-ext", "bc:c=ca:true,pathlen:0");
            keytool(store, validity, keyPair(NAME, "CN=Swipestorm member"));
            keytool(store, "-certreq", "-alias", NAME, "-file", request.toString());
            keytool(
                    store,
                    validity,
                    List.of("-gencert", "-alias", "authority"),
                    "-infile",
                    request.toString(),
                    "-outfile",
                    issued.toString(),
                    "-ext",
                    "ku:c=digitalSignature",
                    "-ext",
                    "eku=serverAuth,clientAuth");
            KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
            writePem(
                    identity,
                    true,
                    pem("CERTIFICATE", Files.readAllBytes(issued))
                            + pem(
                                    "PRIVATE KEY",
                                    keys.getKey(NAME, PASSWORD.toCharArray()).getEncoded()));
            writePem(
                    authority,
                    false,
                    pem("CERTIFICATE", keys.getCertificate("authority").getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException("no certificate could be made: " + e.getMessage(), e);
        } finally {
            for (Path file : List.of(store, request, issued, work)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static List<String> keyPair(String alias, String name) {
        return List.of("-genkeypair", "-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1", "-dname", name);
    }

    private static void keytool(Path store, List<String> some, List<String> more, String... rest) throws IOException {
        keytool(
                store,
                Stream.of(some.stream(), more.stream(), Stream.of(rest))
                        .flatMap(words -> words)
                        .toArray(String[]::new));
    }

    private static void keytool(Path store, String... arguments) throws IOException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = new ArrayList<>(List.of(keytool.toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", store.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            String said = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IOException("no certificate could be made: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("no certificate could be made: interrupted", e);
        } finally {
            process.destroy();
        }
    }

    private static ServerCertificate fromKeyStore(Path store, Path directory) throws IOException {
        try {
            char[] password = PASSWORD.toCharArray();
            KeyStore keys = KeyStore.getInstance(store.toFile(), password);
            ServerCertificate files =
                    new ServerCertificate(directory.resolve("certificate.pem"), directory.resolve("key.pem"));
            writePem(
                    files.certificate,
                    false,
                    pem("CERTIFICATE", keys.getCertificate(NAME).getEncoded()));
            writePem(
                    files.key,
                    true,
                    pem("PRIVATE KEY", keys.getKey(NAME, password).getEncoded()));
            return files;
        } catch (GeneralSecurityException e) {
            throw new IOException("no certificate could be made: " + e.getMessage(), e);
        }
    }

    /** Creates a file; fails if the name is taken, by a link for instance. */
    private static void writePem(Path file, boolean secret, String content) throws IOException {
        if (secret && Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
        Files.writeString(file, content, StandardOpenOption.WRITE);
    }

    private static String pem(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }
}
