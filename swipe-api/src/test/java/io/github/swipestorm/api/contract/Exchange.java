package io.github.swipestorm.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.api.AnswerHeaders;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A raw request and the answer that every server must give to it.
 *
 * @param name what is being tried
 * @param request one character for each byte; {@code {ctx}} stands for the context path
 * @param allow the value of the Allow header, or null when there must be none
 */
record Exchange(String name, String request, int status, String contentType, String body, String allow) {

    /** What a connector says of its own accord. */
    static final String REFUSED = "{\"message\":\"Request refused\"}";

    private static final String JSON = "application/json";

    private static final String[] CHATTER = {"server", "x-powered-by", "set-cookie"};

    static Exchange of(String name, String request, int status, String body) {
        return new Exchange(name, request, status, JSON, body, null);
    }

    static Exchange refused(String name, String request, int status, String message) {
        return of(name, request, status, "{\"message\":\"" + message + "\"}");
    }

    static Exchange notAllowed(String name, String request, String allow) {
        String body = "{\"message\":\"Method not allowed: use " + allow + "\"}";
        return new Exchange(name, request, 405, JSON, body, allow);
    }

    static String get(String path) {
        return request("GET", path);
    }

    static String request(String method, String path) {
        return method + " {ctx}" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    /** A POST to {@code /swipe/left/}. */
    static String swipe(String body) {
        return swipe("Content-Type: application/json\r\n", body);
    }

    static String swipe(String headers, String body) {
        return post("/swipe/left/", headers, body);
    }

    static String post(String path, String headers, String body) {
        return "POST {ctx}" + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "Content-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    /** Sends a body in chunks of at most this many bytes. */
    static String chunkedSwipe(String body, int chunk) {
        StringBuilder request = new StringBuilder("POST {ctx}/swipe/left/ HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int start = 0; start < body.length(); start += chunk) {
            String part = body.substring(start, Math.min(body.length(), start + chunk));
            request.append(Integer.toHexString(part.length()))
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }
        return request.append("0\r\n\r\n").toString();
    }

    /** Text as the characters that stand for its UTF-8 bytes. */
    static String utf8(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    String requestTo(URI server) {
        String path = server.getPath();
        return request.replace("{ctx}", path.substring(0, path.length() - 1));
    }

    /** Holds the exchange with a server, and afterwards sees that the connection is still in step, or closed. */
    void holdWith(URI server) throws IOException {
        holdWith(server, true);
    }

    /**
     * Holds the exchange with a server as {@link #holdWith(URI)}.
     *
     * @param ownsConnector false when another server's connector rejects malformed HTTP: it decides on the same
     *     status, but then answers with a page of its own
     */
    void holdWith(URI server, boolean ownsConnector) throws IOException {
        String method = request.substring(0, request.indexOf(' '));
        try (RawConnection connection = new RawConnection(server)) {
            connection.send(requestTo(server));
            RawResponse response = connection.read(method);
            if (ownsConnector || !body.equals(REFUSED)) {
                requireAnswer(response, method);
            } else {
                requireRefusal(response);
            }
            // Tomcat closes after 505 without a word.
            if (response.closesConnection() || response.status() == 505) {
                // A server may first want to see the end of what was announced.
                connection.sendNothingMore();
                connection.requireClosed();
            } else {
                connection.send(HEALTH.requestTo(server));
                HEALTH.requireAnswer(connection.read("GET"), "GET");
            }
        }
    }

    private void requireRefusal(RawResponse response) {
        assertThat(response.status()).as("%s: status", name).isEqualTo(status);
        assertThat(response.headers()).as(name).doesNotContainKeys(CHATTER);
        assertThat(response.text()).as("%s: body", name).doesNotContainIgnoringCase("tomcat", "exception", "java");
    }

    private static final Exchange HEALTH = of("health", get("/health"), 200, "{\"status\":\"UP\"}");

    void requireAnswer(RawResponse response, String method) {
        assertThat(response.text()).as("%s: body", name).isEqualTo(method.equals("HEAD") ? "" : body);
        assertThat(response.status()).as("%s: status", name).isEqualTo(status);
        assertThat(response.header("content-type")).as("%s: Content-Type", name).isEqualTo(contentType);
        assertThat(response.header("allow")).as("%s: Allow", name).isEqualTo(allow);
        assertThat(response.headers()).as(name).doesNotContainKeys(CHATTER);
        AnswerHeaders.all()
                .forEach(header -> assertThat(response.header(header.getKey().toLowerCase(Locale.ROOT)))
                        .as("%s: %s", name, header.getKey())
                        .isEqualTo(header.getValue()));
    }
}
