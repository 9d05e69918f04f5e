package io.github.swipestorm.client.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.transport.http2.Http2Connection;
import io.github.swipestorm.client.transport.httpclient.TlsSockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * Tests once, before any load, whether the target can be reached as the plan describes. Opens one connection, and to a target
 * of HTTP sends one
 * {@code HEAD} with the path and host of the first request, which has no side effects on a server, and closes the
 * connection. For HTTP/2 alone, it finds out whether the server speaks it, and sends no request.
 * Tries TLS on a second connection only when the response is not HTTP, has status {@code 400}, or is missing because
 * the server closed the connection. All other behaviour of the server, including no response for two seconds, is left
 * to the run.
 *
 * @param target of the load
 * @param request of the load
 * @param choice how the load will travel
 * @param timeouts of which the one for connecting counts, up to 5 s
 */
public record FirstConnection(Target target, Request request, TransportChoice choice, Timeouts timeouts) {

    private static final int MOST_MILLIS = 5_000;
    private static final int ANSWER_MILLIS = 2_000;
    private static final int MOST_HEAD_BYTES = 8_192;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})\\b");
    private static final Pattern LOCATION = Pattern.compile("(?im)^location:\\s*(\\S+)\\s*$");
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int BAD_REQUEST = 400;
    private static final int HTTP2_FRAME_HEAD = 9;
    private static final byte SETTINGS = 4;
    /** Where a frame names its type. */
    private static final int FRAME_TYPE_AT = 3;

    /**
     * Why no request can reach the target, with the remedy, in one line that may quote the server; empty when the
     * target can be reached.
     *
     * @param wholeUrl whether the user names the whole URL of the request, rather than the base of all requests
     */
    public Optional<String> problem(boolean wholeUrl) {
        Target reached = choice.features().proxy().orElse(target);
        try (Socket socket = connected(reached)) {
            // Only a proxy can resolve and reach what is behind it.
            return reached == target ? answered(socket, wholeUrl) : Optional.empty();
        } catch (IOException e) {
            Failure failure = FailureClassifier.whileConnecting(e, reached.host(), reached.toString());
            return failure.kind() == FailureKind.CLIENT_LIMIT
                    ? Optional.empty()
                    : Optional.of(unreachable(reached, failure));
        }
    }

    private String unreachable(Target reached, Failure failure) {
        String who = reached == target ? "" : "proxy ";
        return switch (failure.kind()) {
            case DNS -> failure.detail() + ": correct " + (who.isEmpty() ? Setting.TARGET : Setting.PROXY);
            case TLS -> failure.detail();
            default -> "cannot connect to " + who + reached + ": " + failure.detail() + "; is it running there?";
        };
    }

    private Socket connected(Target reached) throws IOException {
        IOException last = null;
        for (InetAddress address : InetAddress.getAllByName(reached.host())) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(address, reached.port()), (int)
                        Math.min(MOST_MILLIS, timeouts.connect().toMillis()));
                socket.setSoTimeout(ANSWER_MILLIS);
                return socket;
            } catch (IOException e) {
                socket.close();
                last = e;
            }
        }
        throw last;
    }

    private Optional<String> answered(Socket socket, boolean wholeUrl) throws IOException {
        if (!target.secure() && target.tcp()) {
            // A server may take bytes other than those of the load for anything.
            return Optional.empty();
        }
        boolean http2 = choice.http().version() == HttpVersion.HTTP_2;
        if (!target.secure()) {
            return http2 ? speaksHttp2(socket) : judged(head(socket), true, wholeUrl);
        }
        Socket secured;
        try {
            if (http2) {
                return choosesHttp2(socket);
            }
            secured = new TlsSockets(choice.tls(), NanoClock.SYSTEM, nanos -> {})
                    .upgrade(socket, target.host(), target.port(), null, null);
        } catch (IOException e) {
            boolean answeredInClear =
                    String.valueOf(e.getMessage()).contains("Unsupported or unrecognized SSL message");
            boolean ended = e instanceof SocketTimeoutException || e.getCause() instanceof IOException;
            if (target.tcp() && answeredInClear) {
                return Optional.of(target + " does not speak TLS: use " + with("tcp"));
            }
            if (!target.tcp() && (answeredInClear || (ended && speaksHttp()))) {
                return Optional.of(target + " does not speak TLS: use " + with("http"));
            }
            throw e;
        }
        try (secured) {
            return target.tcp() ? Optional.empty() : judged(head(secured), false, wholeUrl);
        }
    }

    /** Offers both versions over TLS. */
    private Optional<String> choosesHttp2(Socket socket) throws IOException {
        HttpVersion chosen = new TlsContexts(choice.tls()).worker().negotiate(socket, target.host(), target.port());
        return chosen == HttpVersion.HTTP_2
                ? Optional.empty()
                : Optional.of(target + " does not offer HTTP/2 over TLS: use " + Setting.HTTP.to(HttpVersion.HTTP_1_1));
    }

    /** A server with HTTP/2 sends its settings first. */
    private Optional<String> speaksHttp2(Socket socket) throws IOException {
        byte[] first = {};
        try {
            OutputStream out = socket.getOutputStream();
            out.write(Http2Connection.preface());
            out.write(new byte[] {0, 0, 0, SETTINGS, 0, 0, 0, 0, 0});
            first = socket.getInputStream().readNBytes(HTTP2_FRAME_HEAD);
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        } catch (IOException e) {
            // Closed, as servers of other protocols do.
        }
        if (first.length == HTTP2_FRAME_HEAD && first[FRAME_TYPE_AT] == SETTINGS) {
            return Optional.empty();
        }
        if (!new String(first, ISO_8859_1).startsWith("HTTP/") && speaksTls()) {
            return Optional.of(target + " speaks TLS: use " + with("https"));
        }
        return Optional.of(
                target + " does not speak HTTP/2 in clear text: use " + Setting.HTTP.to(HttpVersion.HTTP_1_1));
    }

    /** @param plain whether the server may expect TLS instead */
    private Optional<String> judged(String head, boolean plain, boolean wholeUrl) throws IOException {
        Matcher status = STATUS.matcher(head);
        boolean http = status.lookingAt();
        int code = http ? Integer.parseInt(status.group(1)) : 0;
        if (plain && !http && head.length() > FRAME_TYPE_AT && head.charAt(FRAME_TYPE_AT) == SETTINGS) {
            return Optional.of(
                    target + " speaks only HTTP/2 in clear text: use " + Setting.HTTP.to(HttpVersion.HTTP_2));
        }
        if (plain && (!http || code == BAD_REQUEST)) {
            return speaksTls() ? Optional.of(target + " speaks TLS: use " + with("https")) : Optional.empty();
        }
        Matcher location = LOCATION.matcher(head);
        boolean unexpected = !request.operation().expected().contains(code);
        if (unexpected && REDIRECTS.contains(code) && !choice.features().followRedirects() && location.find()) {
            String url = destination(location.group(1), wholeUrl);
            return Optional.of(target + " redirects to " + Redaction.of(location.group(1)) + " (status " + code
                    + "): use " + Setting.TARGET.to(url) + ", or add " + Setting.FOLLOW_REDIRECTS);
        }
        return Optional.empty();
    }

    /** The redirect's destination; only its base if that is what the user names, and the path of the request is kept. */
    private String destination(String location, boolean wholeUrl) {
        String all;
        try {
            all = URI.create(target + path()).resolve(location).toString();
        } catch (IllegalArgumentException e) {
            all = location;
        }
        return Redaction.of(!wholeUrl && all.endsWith(path()) ? all.substring(0, all.length() - path().length()) : all);
    }

    /** Of the request, below the base path of the target. */
    private String path() {
        return request.path().length == 0 ? request.operation().path() : new String(request.path(), ISO_8859_1);
    }

    /** The head of the response to HEAD as far as it arrived; empty when nothing arrived. */
    private String head(Socket socket) {
        StringBuilder head = new StringBuilder();
        try {
            String sent = "HEAD " + target.basePath() + path() + " HTTP/1.1\r\nHost: "
                    + request.operation().header("Host").orElse(target.hostHeader())
                    + "\r\nUser-Agent: swipestorm (connection check)\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(sent.getBytes(ISO_8859_1));
            InputStream in = socket.getInputStream();
            for (int next = in.read(); next >= 0 && head.length() < MOST_HEAD_BYTES; next = in.read()) {
                head.append((char) next);
                if (head.indexOf("\r\n\r\n", Math.max(0, head.length() - 4)) >= 0) {
                    break;
                }
            }
        } catch (IOException e) {
            // Judge by what has arrived; otherwise the run will show it.
        }
        return head.toString();
    }

    /** A TLS server responds to plain text with status 400, or with nothing. */
    private boolean speaksHttp() throws IOException {
        try (Socket socket = connected(target)) {
            Matcher status = STATUS.matcher(head(socket));
            return status.lookingAt() && Integer.parseInt(status.group(1)) != BAD_REQUEST;
        }
    }

    /**
     * Whether the server's reaction to a TLS handshake shows that it speaks TLS, whether or not the handshake succeeds.
     */
    private boolean speaksTls() throws IOException {
        try (Socket socket = connected(target);
                Socket secured = new TlsSockets(TlsOptions.DEFAULT.withoutVerification(), NanoClock.SYSTEM, nanos -> {})
                        .upgrade(socket, target.host(), target.port(), null, null)) {
            return secured.isConnected();
        } catch (SSLException e) {
            String message = String.valueOf(e.getMessage());
            return message.startsWith("Received fatal alert");
        } catch (IOException e) {
            return false;
        }
    }

    private Target with(String scheme) {
        return new Target(scheme, target.host(), target.port(), target.basePath());
    }
}
