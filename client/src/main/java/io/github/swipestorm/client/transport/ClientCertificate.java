package io.github.swipestorm.client.transport;

import java.nio.file.Path;

/**
 * A certificate with its private key, by which a client identifies itself in a TLS handshake. Prints itself without the
 * password.
 *
 * @param file PEM (certificates, leaf or chain, and a PKCS#8 key) or PKCS#12
 * @param password of the key; empty when the file has none
 */
public record ClientCertificate(Path file, String password) {

    @Override
    public String toString() {
        return file.toString();
    }
}
