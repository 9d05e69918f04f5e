package io.github.swipestorm.client.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.setting.Setting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Reads certificates and private keys from PEM and PKCS#12 files. */
final class CertificateFiles {

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
    private static final String PKCS8 = "PRIVATE KEY";
    private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private CertificateFiles() {}

    /**
     * All certificates of a PEM file.
     *
     * @param setting that names the file
     * @throws PlanException when it has none, or cannot be read
     */
    static List<X509Certificate> certificates(Setting setting, Path file, PlanFiles files) {
        List<X509Certificate> certificates = certificates(setting, file, text(read(setting, file, files)));
        if (certificates.isEmpty()) {
            throw TlsContexts.unusable(
                    setting, file, "it holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----");
        }
        return certificates;
    }

    private static List<X509Certificate> certificates(Setting setting, Path file, String pem) {
        List<X509Certificate> certificates = new ArrayList<>();
        Matcher block = PEM.matcher(pem);
        while (block.find()) {
            if (block.group(1).endsWith("CERTIFICATE")) {
                try {
                    certificates.add((X509Certificate) CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(decoded(block))));
                } catch (CertificateException | IllegalArgumentException e) {
                    throw TlsContexts.unusable(
                            setting, file, "certificate " + (certificates.size() + 1) + " in it is broken");
                }
            }
        }
        return certificates;
    }

    /**
     * A certificate with its chain and its key, as the only entry of a key store.
     *
     * @throws PlanException when the file cannot be used
     */
    static KeyStore identity(ClientCertificate own, PlanFiles files) {
        byte[] content = read(Setting.CLIENT_CERTIFICATE, own.file(), files);
        String text = text(content);
        try {
            if (!text.contains("-----BEGIN ")) {
                return pkcs12(own, content);
            }
            PrivateKey key = key(own, text);
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            Certificate[] chain = chain(own, text, key).toArray(Certificate[]::new);
            store.setKeyEntry("client", key, own.password().toCharArray(), chain);
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw unusable(own, e.getMessage());
        }
    }

    private static KeyStore pkcs12(ClientCertificate own, byte[] content) throws GeneralSecurityException {
        char[] password = own.password().toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(new ByteArrayInputStream(content), password);
        } catch (IOException e) {
            throw e.getCause() instanceof GeneralSecurityException
                    ? wrongPassword(own)
                    : unusable(own, "it is neither PEM nor PKCS#12");
        }
        for (String alias : Collections.list(store.aliases())) {
            Key key = store.isKeyEntry(alias) ? store.getKey(alias, password) : null;
            if (key instanceof PrivateKey) {
                return store;
            }
        }
        throw unusable(own, "it holds no private key with a certificate");
    }

    /** The certificate of the key comes first, as TLS demands. */
    private static List<X509Certificate> chain(ClientCertificate own, String pem, PrivateKey key)
            throws GeneralSecurityException {
        List<X509Certificate> chain = certificates(Setting.CLIENT_CERTIFICATE, own.file(), pem);
        if (chain.isEmpty()) {
            throw unusable(own, "it holds a private key and no certificate: put both into one file");
        }
        for (X509Certificate certificate : chain) {
            if (belongs(certificate, key)) {
                Collections.swap(chain, 0, chain.indexOf(certificate));
                return chain;
            }
        }
        throw unusable(own, "its private key belongs to none of its certificates");
    }

    private static boolean belongs(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
        if (!certificate.getPublicKey().getAlgorithm().equals(key.getAlgorithm())) {
            return false;
        }
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        return signature.verify(signed);
    }

    private static PrivateKey key(ClientCertificate own, String pem) throws GeneralSecurityException, IOException {
        Matcher block = PEM.matcher(pem);
        while (block.find()) {
            switch (block.group(1)) {
                case PKCS8 -> {
                    return key(own, decoded(block));
                }
                case ENCRYPTED -> {
                    return key(own, decrypted(own, decoded(block)));
                }
                default -> {
                    if (block.group(1).endsWith(PKCS8)) {
                        throw unusable(
                                own,
                                "its key is a " + block.group(1)
                                        + "; openssl pkcs8 -topk8 -nodes makes a PRIVATE KEY of it");
                    }
                }
            }
        }
        throw unusable(own, "it holds no private key, which begins with -----BEGIN PRIVATE KEY-----");
    }

    private static PrivateKey key(ClientCertificate own, byte[] pkcs8) throws GeneralSecurityException {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (InvalidKeySpecException e) {
                // The encoding names the algorithm; it is another one.
            }
        }
        throw unusable(own, "its private key is broken, or none of " + String.join(", ", ALGORITHMS));
    }

    private static byte[] decrypted(ClientCertificate own, byte[] encrypted)
            throws GeneralSecurityException, IOException {
        if (own.password().isEmpty()) {
            throw wrongPassword(own);
        }
        EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(encrypted);
        // PBES2 is a family; its parameters print themselves as the name of the member.
        String algorithm =
                info.getAlgName().equals("PBES2") ? info.getAlgParameters().toString() : info.getAlgName();
        Key secret = SecretKeyFactory.getInstance(algorithm)
                .generateSecret(new PBEKeySpec(own.password().toCharArray()));
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(Cipher.DECRYPT_MODE, secret, info.getAlgParameters());
        try {
            return info.getKeySpec(cipher).getEncoded();
        } catch (InvalidKeySpecException e) {
            throw wrongPassword(own);
        }
    }

    private static PlanException wrongPassword(ClientCertificate own) {
        return unusable(
                own,
                own.password().isEmpty()
                        ? "it takes a password, which " + Setting.CLIENT_CERTIFICATE_PASSWORD + " gives"
                        : Setting.CLIENT_CERTIFICATE_PASSWORD + " is not its password");
    }

    private static PlanException unusable(ClientCertificate own, String why) {
        return TlsContexts.unusable(Setting.CLIENT_CERTIFICATE, own.file(), why);
    }

    private static byte[] decoded(Matcher block) {
        return Base64.getMimeDecoder().decode(block.group(2));
    }

    private static String text(byte[] content) {
        return new String(content, ISO_8859_1);
    }

    private static byte[] read(Setting setting, Path file, PlanFiles files) {
        try {
            return files.read(file);
        } catch (IOException e) {
            throw TlsContexts.unusable(setting, file, "it " + PlanFiles.whyUnreadable(file, e));
        }
    }
}
