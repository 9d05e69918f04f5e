package io.github.swipestorm.client.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates for servers on this machine: an authority that only {@link #trusting} makes a JVM trust, and what it has issued. They
 * are in {@code certificates.p12}, since making them takes seconds. The JDK's keytool made each with
 *
 * <pre>keytool -genkeypair -keystore certificates.p12 -storetype PKCS12 -storepass changeit -keyalg EC -groupname secp256r1
 * -validity 36500 -alias NAME -dname CN=NAME</pre>
 *
 * and the authority with {@code -ext bc:c}, all the others with the options that are named below.
 */
public enum Certificates {
    /** As it should be: {@code -signer authority -ext san=dns:localhost,ip:127.0.0.1}. */
    GOOD,
    /** Has expired: as the good one, {@code -startdate -10d -validity 5}. */
    EXPIRED,
    /** For a host that this is not: {@code -signer authority -ext san=dns:elsewhere.invalid}. */
    ELSEWHERE,
    /** Self-signed: {@code -ext san=dns:localhost,ip:127.0.0.1}. */
    SELF_SIGNED;

    private static final String PASSWORD = "changeit";

    private static final List<String> TRUST_STORE =
            List.of("javax.net.ssl.trustStore", "javax.net.ssl.trustStorePassword", "javax.net.ssl.trustStoreType");

    private static KeyStore keys;

    /** Made once: decrypting a key takes tens of milliseconds. */
    private KeyManager[] managers;

    /** What a server needs to show it; the server trusts what the authority has issued. */
    public SSLContext context() {
        try {
            KeyStore trusted = empty();
            trusted.setCertificateEntry("authority", keys().getCertificate("authority"));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The certificate and its key. */
    public KeyStore keyStore(String password) {
        try {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            own.setKeyEntry(name(), key(), password.toCharArray(), keys().getCertificateChain(name()));
            return own;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Its private key. */
    public PrivateKey key() {
        try {
            return (PrivateKey) keys().getKey(name(), PASSWORD.toCharArray());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The certificate in PEM. */
    public String pem() {
        return pem(name());
    }

    /** The authority's certificate in PEM. */
    public static String authorityPem() {
        return pem("authority");
    }

    private static String pem(String alias) {
        try {
            return pem("CERTIFICATE", keys().getCertificate(alias).getEncoded());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A block of PEM. */
    public static String pem(String what, byte[] encoded) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
    }

    private synchronized KeyManager[] managers() throws GeneralSecurityException, IOException {
        if (managers == null) {
            KeyStore own = empty();
            char[] password = PASSWORD.toCharArray();
            own.setKeyEntry(name(), keys().getKey(name(), password), password, keys().getCertificateChain(name()));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(own, password);
            managers = factory.getKeyManagers();
        }
        return managers;
    }

    /** Of the type that takes the least time to read and write. */
    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        return store;
    }

    /** Makes this JVM's trust store contain only the authority while an action runs. */
    public static void trusting(Runnable work) {
        List<String> before = TRUST_STORE.stream().map(System::getProperty).toList();
        Path store = null;
        try {
            store = Files.createTempFile("trust", ".jks");
            KeyStore trusted = empty();
            trusted.setCertificateEntry("authority", keys().getCertificate("authority"));
            try (OutputStream out = Files.newOutputStream(store)) {
                trusted.store(out, PASSWORD.toCharArray());
            }
            set(List.of(store.toString(), PASSWORD, trusted.getType()));
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

    private static synchronized KeyStore keys() throws GeneralSecurityException, IOException {
        if (keys == null) {
            KeyStore read = KeyStore.getInstance("PKCS12");
            try (InputStream in = Certificates.class.getResourceAsStream("certificates.p12")) {
                read.load(in, PASSWORD.toCharArray());
            }
            keys = read;
        }
        return keys;
    }
}
