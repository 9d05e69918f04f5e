package io.github.swipestorm.client.transport;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.testing.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which options of TLS can be used, and what is said of the others. */
class TlsContextsTest {

    private static final String KEY =
            Certificates.pem("PRIVATE KEY", Certificates.GOOD.key().getEncoded());

    /** The object identifier 1.2.840.113549.1.5.13. */
    private static final byte[] PBES2 = {0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 5, 13};

    @TempDir
    private Path dir;

    @Test
    void files_without_what_they_should_hold_are_named_with_the_reason() throws Exception {
        refused(authorities(dir.resolve("none.pem")), "none.pem cannot be used: it is not there");
        refused(authorities(dir), "cannot be used: it is a directory");
        refused(
                authorities(file("key.pem", KEY)),
                "key.pem cannot be used: it holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----");
        refused(
                authorities(file("broken.pem", Certificates.GOOD.pem().replace("MII", "AAA"))),
                "broken.pem cannot be used: certificate 1 in it is broken");
        refused(
                client(file("cert.pem", Certificates.GOOD.pem()), ""),
                "it holds no private key, which begins with -----BEGIN PRIVATE KEY-----");
        refused(client(file("only.pem", KEY), ""), "it holds a private key and no certificate: put both into one file");
        refused(
                client(file("other.pem", KEY + Certificates.EXPIRED.pem()), ""),
                "its private key belongs to none of its certificates");
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        // Short, as a long one takes seconds.
        generator.initialize(1_024);
        byte[] rsa = generator.generateKeyPair().getPrivate().getEncoded();
        refused(
                client(file("rsa.pem", Certificates.pem("PRIVATE KEY", rsa) + Certificates.GOOD.pem()), ""),
                "its private key belongs to none of its certificates");
        refused(
                client(file("ec.pem", KEY.replace("PRIVATE", "EC PRIVATE") + Certificates.GOOD.pem()), ""),
                "its key is a EC PRIVATE KEY; openssl pkcs8 -topk8 -nodes makes a PRIVATE KEY of it");
        refused(client(file("text.p12", "hello"), ""), "text.p12 cannot be used: it is neither PEM nor PKCS#12");
    }

    @Test
    void the_certificate_of_the_key_need_not_come_first() throws IOException {
        usable(client(file("chain.pem", Certificates.authorityPem() + Certificates.GOOD.pem() + KEY), ""));
    }

    @Test
    void keys_with_passwords_are_opened_by_them_alone() throws Exception {
        Path pkcs12 = dir.resolve("client.p12");
        try (OutputStream out = Files.newOutputStream(pkcs12)) {
            Certificates.GOOD.keyStore("secret").store(out, "secret".toCharArray());
        }
        Path pem = file("client.pem", encrypted("secret") + Certificates.GOOD.pem());
        for (Path file : List.of(pkcs12, pem)) {
            usable(client(file, "secret"));
            refused(client(file, ""), "it takes a password, which the password of the client certificate gives");
            refused(client(file, "wrong"), "the password of the client certificate is not its password");
        }
    }

    private static String encrypted(String password) throws GeneralSecurityException, IOException {
        String algorithm = "PBEWithHmacSHA256AndAES_256";
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(
                Cipher.ENCRYPT_MODE,
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.toCharArray())));
        byte[] content = cipher.doFinal(Certificates.GOOD.key().getEncoded());
        // The JDK reads such a structure, and cannot write it.
        byte[] info =
                der(0x30, der(0x30, der(0x06, PBES2), cipher.getParameters().getEncoded()), der(0x04, content));
        return Certificates.pem("ENCRYPTED PRIVATE KEY", info);
    }

    /** A value of less than 64 KiB in the distinguished encoding rules of ASN.1. */
    private static byte[] der(int tag, byte[]... parts) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.write(part);
        }
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        int length = content.size();
        value.write(tag);
        if (length > 255) {
            value.write(new byte[] {(byte) 0x82, (byte) (length >> 8)});
        } else if (length > 127) {
            value.write(0x81);
        }
        value.write(length);
        content.writeTo(value);
        return value.toByteArray();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.1 | | TLS versions 1.1 cannot be used: this JVM offers 1.2 and 1.3",
                "TLSv1.3 | | TLS versions TLSv1.3 cannot be used: this JVM offers 1.2 and 1.3",
                "| FAST | Ciphers FAST cannot be used: this JVM has no such cipher; name ciphers like"
                        + " TLS_AES_128_GCM_SHA256 or TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                "1.2 | TLS_AES_128_GCM_SHA256 | Ciphers TLS_AES_128_GCM_SHA256 cannot be used: no version of TLS"
                        + " versions 1.2 has such a cipher",
            })
    void versions_and_ciphers_that_cannot_be_used_are_named(String version, String cipher, String message) {
        refused(
                new TlsOptions(
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        version == null ? List.of() : List.of(version),
                        cipher == null ? List.of() : List.of(cipher),
                        TlsProvider.JDK,
                        true),
                message);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(dir.resolve(name), content);
    }

    private static TlsOptions authorities(Path file) {
        return new TlsOptions(false, Optional.of(file), Optional.empty(), List.of(), List.of(), TlsProvider.JDK, true);
    }

    private static TlsOptions client(Path file, String password) {
        return new TlsOptions(
                true,
                Optional.empty(),
                Optional.of(new ClientCertificate(file, password)),
                List.of(),
                List.of(),
                TlsProvider.JDK,
                true);
    }

    private static void usable(TlsOptions options) {
        assertThatCode(() -> TlsContexts.check(options)).doesNotThrowAnyException();
    }

    private static void refused(TlsOptions options, String message) {
        assertThatThrownBy(() -> TlsContexts.check(options))
                .isInstanceOf(PlanException.class)
                .hasMessageEndingWith(message);
    }
}
