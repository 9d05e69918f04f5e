package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.transport.http2.Http2Connection;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The one place that applies {@link TlsOptions} to a provider of TLS (JSSE), for every transport. A server's certificate
 * must be trusted and name the host, unless the options disable verification. Thread-safe.
 */
public final class TlsContexts {

    private final TlsOptions options;
    private final TrustManager[] trust;
    private final KeyManager[] keys;
    /** Shared: a source of random numbers for each context would be the largest part of it. */
    private final SecureRandom random = new SecureRandom();

    private final SSLParameters offered;

    /**
     * Reads the files of the options, and the JVM's trust store, which takes a fifth of a second.
     *
     * @throws PlanException when a file, a version or a cipher cannot be used
     */
    public TlsContexts(TlsOptions options) {
        this.options = options;
        try {
            trust = options.insecure() ? new TrustManager[] {new AnyCertificate()} : trusted(options);
            keys = options.clientCertificate().isPresent()
                    ? keys(options.clientCertificate().get(), options.files())
                    : new KeyManager[0];
            offered = offered(newContext());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("This JVM cannot speak TLS: " + e.getMessage(), e);
        }
    }

    /**
     * Checks that options can be used, at the cost of reading their files.
     *
     * @throws PlanException when a file, a version or a cipher cannot be used
     */
    public static void check(TlsOptions options) {
        if (!options.equals(TlsOptions.DEFAULT)) {
            new TlsContexts(options);
        }
    }

    private static TrustManager[] trusted(TlsOptions options) throws GeneralSecurityException, IOException {
        Optional<Path> authorities = options.authorities();
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(authorities.isPresent() ? authorities(authorities.get(), options.files()) : null);
        TrustManager[] all = factory.getTrustManagers();
        if (options.provider() == TlsProvider.CONSCRYPT) {
            for (int i = 0; i < all.length; i++) {
                all[i] = new ForConscrypt((X509ExtendedTrustManager) all[i]);
            }
        }
        return all;
    }

    private static KeyStore authorities(Path file, PlanFiles files) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        List<X509Certificate> certificates = CertificateFiles.certificates(Setting.AUTHORITIES, file, files);
        for (int i = 0; i < certificates.size(); i++) {
            store.setCertificateEntry("authority" + i, certificates.get(i));
        }
        return store;
    }

    private static KeyManager[] keys(ClientCertificate own, PlanFiles files) throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(CertificateFiles.identity(own, files), own.password().toCharArray());
        return factory.getKeyManagers();
    }

    private SSLContext newContext() {
        try {
            SSLContext context = options.provider().context();
            context.init(keys, trust, random);
            if (!options.resumption()) {
                context.getClientSessionContext().setSessionCacheSize(1);
            }
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JVM cannot speak TLS: " + e.getMessage(), e);
        }
    }

    /** The parameters of every handshake, which the host's name completes. */
    private SSLParameters offered(SSLContext context) throws SSLException {
        SSLParameters parameters = context.getDefaultSSLParameters();
        if (!options.versions().isEmpty()) {
            parameters.setProtocols(options.versions().stream()
                    .map(version -> protocol(version, context))
                    .toArray(String[]::new));
        }
        if (!options.ciphers().isEmpty()) {
            List<String> known =
                    Arrays.asList(context.getSupportedSSLParameters().getCipherSuites());
            options.ciphers().stream()
                    .filter(cipher -> !known.contains(cipher))
                    .findFirst()
                    .ifPresent(unknown -> {
                        throw unusable(
                                Setting.CIPHERS,
                                unknown,
                                "this JVM has no such cipher; name ciphers like TLS_AES_128_GCM_SHA256 or"
                                        + " TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
                    });
            parameters.setCipherSuites(options.ciphers().toArray(String[]::new));
        }
        if (!options.insecure()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        requireHandshake(context, parameters);
        return parameters;
    }

    private static String protocol(String version, SSLContext context) {
        String name = "TLSv" + version;
        List<String> enabled = Arrays.asList(context.getDefaultSSLParameters().getProtocols());
        if (!enabled.contains(name)) {
            throw unusable(
                    Setting.TLS_VERSIONS,
                    version,
                    "this JVM offers "
                            + String.join(
                                    " and ",
                                    new TreeSet<>(enabled.stream()
                                            .map(known -> known.replace("TLSv", ""))
                                            .toList())));
        }
        return name;
    }

    /** A cipher of TLS 1.2 cannot be used with 1.3, and the other way round; some are disabled in the JVM's settings. */
    private void requireHandshake(SSLContext context, SSLParameters parameters) throws SSLException {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        engine.setSSLParameters(parameters);
        try {
            engine.wrap(
                    ByteBuffer.allocate(0),
                    ByteBuffer.allocate(engine.getSession().getPacketBufferSize()));
        } catch (SSLException e) {
            if (options.ciphers().isEmpty()) {
                throw e;
            }
            throw unusable(
                    Setting.CIPHERS,
                    String.join(",", options.ciphers()),
                    options.versions().isEmpty()
                            ? "no version of TLS that this JVM offers has such a cipher"
                            : "no version of " + Setting.TLS_VERSIONS.to(String.join(",", options.versions()))
                                    + " has such a cipher");
        }
    }

    static PlanException unusable(Setting setting, Object value, String why) {
        return new PlanException(new PlanProblem.Unusable(setting, value.toString(), why));
    }

    /** A context of its own, without sessions yet, for either end of a connection. */
    public SSLContext context() {
        return newContext();
    }

    /** A worker, without sessions yet. */
    public Worker worker() {
        return new Worker();
    }

    /**
     * A worker as a TLS client of its own, which resumes its own sessions and no other worker's, as independent users
     * do. Not thread-safe.
     */
    public final class Worker {

        /** Holds the sessions. */
        private SSLContext context;

        private int connections;

        private Worker() {}

        private SSLContext context() {
            if (context == null) {
                context = newContext();
            }
            return context;
        }

        /**
         * The port by which an engine finds sessions again; it has no other purpose. For full handshakes, each connection
         * has another one: there is no setting for them, and a new context for each connection costs more.
         */
        private int sessionKey(int port) {
            return options.resumption() ? port : ++connections & Integer.MAX_VALUE;
        }

        /** Secures a connected socket, which closes with it; its handshake has not begun. */
        public SSLSocket secure(Socket socket, String host, int port) throws IOException {
            return secure(socket, host, port, List.of());
        }

        /**
         * The same.
         *
         * @param protocols what ALPN offers, the preferred first; empty to do without it
         */
        public SSLSocket secure(Socket socket, String host, int port, List<String> protocols) throws IOException {
            // A socket's sessions are found by its real port: for full handshakes each has a context of its own.
            SSLContext own = options.resumption() ? context() : newContext();
            var secured = (SSLSocket) own.getSocketFactory().createSocket(socket, host, port, true);
            secured.setSSLParameters(parameters(host, protocols));
            return secured;
        }

        /**
         * Offers HTTP/2 and HTTP/1.1 by ALPN over a connected socket, and closes it.
         *
         * @return the version that the server chose; HTTP/1.1 when it chose none
         */
        public HttpVersion negotiate(Socket socket, String host, int port) throws IOException {
            try (SSLSocket secured =
                    secure(socket, host, port, List.of(Http2Connection.ALPN, Http2Connection.ALPN_HTTP_1))) {
                secured.startHandshake();
                return Http2Connection.ALPN.equals(secured.getApplicationProtocol())
                        ? HttpVersion.HTTP_2
                        : HttpVersion.HTTP_1_1;
            }
        }

        /**
         * An engine for one connection; its handshake has not begun.
         *
         * @param protocols what ALPN offers, the preferred first; empty to do without it
         */
        public SSLEngine engine(String host, int port, List<String> protocols) {
            SSLEngine engine = context().createSSLEngine(host, sessionKey(port));
            engine.setUseClientMode(true);
            engine.setSSLParameters(parameters(host, protocols));
            return engine;
        }
    }

    /** With server name indication, which the JVM by itself sends only for names with a dot. */
    private SSLParameters parameters(String host, List<String> protocols) {
        SSLParameters parameters = new SSLParameters(offered.getCipherSuites(), offered.getProtocols());
        parameters.setApplicationProtocols(protocols.toArray(String[]::new));
        parameters.setEndpointIdentificationAlgorithm(offered.getEndpointIdentificationAlgorithm());
        if (!host.matches("[0-9.]+|.*:.*")) {
            try {
                parameters.setServerNames(List.of(new SNIHostName(host)));
            } catch (IllegalArgumentException e) {
                // Some names that resolve, such as those with an underscore, cannot be indicated.
            }
        }
        return parameters;
    }

    /**
     * The JVM's own verification, for Conscrypt, which in TLS 1.3 has another word for the authentication type that
     * verification does not depend on.
     */
    private static final class ForConscrypt extends X509ExtendedTrustManager {

        private final X509ExtendedTrustManager own;

        private ForConscrypt(X509ExtendedTrustManager own) {
            this.own = own;
        }

        private static String jdkName(String type) {
            return type.equals("GENERIC") ? "UNKNOWN" : type;
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            own.checkClientTrusted(chain, jdkName(type), socket);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            own.checkServerTrusted(chain, jdkName(type), socket);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            own.checkClientTrusted(chain, jdkName(type), engine);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            own.checkServerTrusted(chain, jdkName(type), engine);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            own.checkClientTrusted(chain, jdkName(type));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            own.checkServerTrusted(chain, jdkName(type));
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return own.getAcceptedIssuers();
        }
    }

    /** Trusts every certificate; extended, so that the JVM adds no check of its own. */
    private static final class AnyCertificate extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
