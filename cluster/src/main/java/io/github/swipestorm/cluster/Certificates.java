package io.github.swipestorm.cluster;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.transport.ClientCertificate;
import io.github.swipestorm.client.transport.TlsContexts;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TlsProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The certificates by which members authenticate each other. Each member presents one that the certificate authority of the cluster
 * has issued. Certificates name no hosts, so all machines use the same one.
 */
public final class Certificates {

    /** The file of the authority's certificate, in PEM. */
    public static final String AUTHORITY = "ca.pem";

    /** The file of a member's certificate and its private key, in PEM. */
    public static final String IDENTITY = "member.pem";

    /** Older versions of TLS send certificates in clear text. */
    static final String[] PROTOCOLS = {"TLSv1.3"};

    private Certificates() {}

    /**
     * Reads the certificates of a member.
     *
     * @throws ClusterException when a file is missing or cannot be used
     */
    static SSLContext context(Path directory) {
        for (String name : List.of(AUTHORITY, IDENTITY)) {
            if (!Files.isReadable(directory.resolve(name))) {
                throw new ClusterException(Setting.MEMBER_CERTIFICATES.to(directory) + ": there is no "
                        + directory.resolve(name) + " that can be read; 'swipestorm agent init-tls " + directory
                        + "' makes it");
            }
        }
        try {
            return new TlsContexts(new TlsOptions(
                            false,
                            Optional.of(directory.resolve(AUTHORITY)),
                            Optional.of(new ClientCertificate(directory.resolve(IDENTITY), "")),
                            List.of("1.3"),
                            List.of(),
                            TlsProvider.JDK,
                            true))
                    .context();
        } catch (PlanException e) {
            throw new ClusterException(
                    Setting.MEMBER_CERTIFICATES.to(directory) + " cannot be used: " + e.getMessage());
        }
    }
}
