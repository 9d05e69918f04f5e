package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a plan uses TLS, on any transport with {@link Capability#TLS}. Whether its files, versions and ciphers can be used
 * is found out by {@link TlsContexts}.
 *
 * @param insecure whether certificates of servers are not verified
 * @param authorities PEM file with the certificates that are trusted instead of those that the JVM trusts
 * @param clientCertificate by which the client identifies itself when a server asks for it
 * @param versions of TLS that are offered, {@code 1.2} and {@code 1.3}; empty for those that the JVM offers
 * @param ciphers that are offered, by their standard names, the preferred first; empty for those that the JVM offers
 * @param provider that implements it
 * @param resumption whether a worker's further connections resume its sessions; otherwise each handshake is a full one
 * @param files where the content of the two files comes from
 */
public record TlsOptions(
        boolean insecure,
        Optional<Path> authorities,
        Optional<ClientCertificate> clientCertificate,
        List<String> versions,
        List<String> ciphers,
        TlsProvider provider,
        boolean resumption,
        PlanFiles files) {

    /** Verified certificates, and what the JVM offers. */
    public static final TlsOptions DEFAULT =
            new TlsOptions(false, Optional.empty(), Optional.empty(), List.of(), List.of(), TlsProvider.JDK, true);

    /** With files on disk. */
    public TlsOptions(
            boolean insecure,
            Optional<Path> authorities,
            Optional<ClientCertificate> clientCertificate,
            List<String> versions,
            List<String> ciphers,
            TlsProvider provider,
            boolean resumption) {
        this(insecure, authorities, clientCertificate, versions, ciphers, provider, resumption, PlanFiles.ON_DISK);
    }

    public TlsOptions {
        versions = List.copyOf(versions);
        ciphers = List.copyOf(ciphers);
        if (provider != TlsProvider.JDK && !ciphers.isEmpty()) {
            // BoringSSL always offers all ciphers of TLS 1.3.
            throw new PlanException(new PlanProblem.Contradiction(Setting.CIPHERS, Setting.TLS_PROVIDER));
        }
    }

    /** Whether TLS 1.2 is offered besides TLS 1.3, as far as the versions and ciphers say. */
    public boolean offersBothVersions() {
        return versions.size() != 1 && ciphers.isEmpty();
    }

    /** A setting that differs from the default; empty when none does. */
    Optional<Setting> setting() {
        if (insecure) {
            return Optional.of(Setting.INSECURE);
        }
        if (authorities.isPresent()) {
            return Optional.of(Setting.AUTHORITIES);
        }
        if (clientCertificate.isPresent()) {
            return Optional.of(Setting.CLIENT_CERTIFICATE);
        }
        if (!versions.isEmpty()) {
            return Optional.of(Setting.TLS_VERSIONS);
        }
        if (!ciphers.isEmpty()) {
            return Optional.of(Setting.CIPHERS);
        }
        if (provider != TlsProvider.JDK) {
            return Optional.of(Setting.TLS_PROVIDER);
        }
        return resumption ? Optional.empty() : Optional.of(Setting.NO_TLS_RESUMPTION);
    }

    /** The same without verification of certificates. */
    public TlsOptions withoutVerification() {
        return new TlsOptions(true, authorities, clientCertificate, versions, ciphers, provider, resumption, files);
    }

    /** The same by another implementation. */
    public TlsOptions with(TlsProvider other) {
        return new TlsOptions(insecure, authorities, clientCertificate, versions, ciphers, other, resumption, files);
    }

    /** The same with files from elsewhere, if it names any. */
    public TlsOptions with(PlanFiles others) {
        if (authorities.isEmpty() && clientCertificate.isEmpty()) {
            return this;
        }
        return new TlsOptions(
                insecure, authorities, clientCertificate, versions, ciphers, provider, resumption, others);
    }
}
