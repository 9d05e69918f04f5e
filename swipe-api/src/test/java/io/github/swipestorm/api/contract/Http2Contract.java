package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.launch.ServerCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every server of the swipe API does over HTTP/2, in clear text and over TLS: it answers as over HTTP/1.1. Of the
 * cases of {@link ServerContract}, those are tried that can be said in HTTP/2, with the JDK's client.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class Http2Contract {

    private static final int CONNECTION_STREAMS = 64;

    private ServerProcess clear;
    private ServerProcess secure;
    private ServerCertificate certificate;

    /** Made by JUnit. */
    protected Http2Contract() {}

    /** What follows {@code java} to start the server. */
    protected abstract List<String> program();

    @BeforeAll
    final void start(@TempDir Path directory) throws IOException {
        certificate = ServerCertificate.selfSigned(directory);
        clear = ServerProcess.start(program(), "--http2");
        secure = ServerProcess.start(
                program(),
                "--http2",
                "--tls-certificate=" + certificate.certificate(),
                "--tls-key=" + certificate.key());
    }

    @AfterAll
    final void stopWithoutHavingPrintedMore() {
        for (ServerProcess server : List.of(clear, secure)) {
            server.close();
            assertThat(server.out()).hasSize(1);
            assertThat(server.err()).isEmpty();
        }
    }

    @TestFactory
    final Stream<DynamicTest> answersInClearText() {
        return tests(clear.base(), HttpClient.newHttpClient());
    }

    @TestFactory
    final Stream<DynamicTest> answersOverTls() throws IOException, GeneralSecurityException {
        return tests(
                secure.base(), HttpClient.newBuilder().sslContext(trusting()).build());
    }

    private SSLContext trusting() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream file = Files.newInputStream(certificate.certificate())) {
            trusted.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static Stream<DynamicTest> tests(URI server, HttpClient client) {
        List<DynamicTest> tests = new ArrayList<>();
        Stream.of(BodyCases.all(), PathCases.all(), MessageCases.all(), HostileCases.json())
                .flatMap(cases -> cases)
                .forEach(exchange -> request(exchange, server)
                        .ifPresent(request -> tests.add(DynamicTest.dynamicTest(
                                exchange.name(),
                                () -> exchange.requireAnswer(
                                        answer(response(client, request).join()), request.method())))));
        assertThat(tests).as("cases that can be said in HTTP/2").hasSizeGreaterThan(100);
        tests.add(DynamicTest.dynamicTest(
                CONNECTION_STREAMS + " requests at once", () -> answersManyRequestsAtOnce(server, client)));
        return tests.stream();
    }

    private static void answersManyRequestsAtOnce(URI server, HttpClient client) {
        Exchange swipe = Exchange.of("", Exchange.swipe(BodyCases.body("1", "1", "\"x\"")), 201, BodyCases.WRITTEN);
        HttpRequest request = request(swipe, server).orElseThrow();
        List<CompletableFuture<HttpResponse<byte[]>>> all = IntStream.range(0, CONNECTION_STREAMS)
                .mapToObj(i -> response(client, request))
                .toList();
        all.forEach(response -> swipe.requireAnswer(answer(response.join()), "POST"));
    }

    /** The whole response, within a bounded time. */
    private static CompletableFuture<HttpResponse<byte[]>> response(HttpClient client, HttpRequest request) {
        return client.sendAsync(request, BodyHandlers.ofByteArray())
                .orTimeout(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** An exchange as a request of the JDK's client; empty when HTTP/2 or the client has no way to say it. */
    private static Optional<HttpRequest> request(Exchange exchange, URI server) {
        String text = exchange.requestTo(server);
        int headEnd = text.indexOf("\r\n\r\n");
        String[] lines = text.substring(0, headEnd).split("\r\n");
        String[] start = lines[0].split(" ");
        byte[] body = text.substring(headEnd + 4).getBytes(StandardCharsets.ISO_8859_1);
        int announced = 0;
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(start[1]))
                    .method(start[0], body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
            for (int i = 1; i < lines.length; i++) {
                String name = lines[i].substring(0, lines[i].indexOf(':'));
                String value = lines[i].substring(name.length() + 1).strip();
                switch (name.toLowerCase(Locale.ROOT)) {
                    case "host" -> assertThat(value).isEqualTo("localhost");
                    case "content-length" -> announced = Integer.parseInt(value);
                    default -> request.header(name, value);
                }
            }
            boolean same = server.resolve(start[1]).getRawPath().equals(start[1]);
            return same && announced == body.length ? Optional.of(request.build()) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static RawResponse answer(HttpResponse<byte[]> response) {
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        return new RawResponse(response.statusCode(), response.headers().map(), response.body());
    }
}
