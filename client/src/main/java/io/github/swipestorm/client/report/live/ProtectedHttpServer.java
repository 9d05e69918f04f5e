package io.github.swipestorm.client.report.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP server for pages that show and control runs. Without a token it listens on the loopback interface only, and refuses
 * requests for other host names (DNS rebinding). With a token every request needs it: in a cookie that the sign-in page
 * sets, or as {@code Authorization: Bearer}. A POST is accepted only from a form of the server's own pages: by its {@code Origin}
 * header and by a hidden field.
 */
public final class ProtectedHttpServer implements AutoCloseable {

    /** The name of the hidden field of each form. */
    private static final String FORM_TOKEN = "form-token";

    private static final String SIGN_IN = "/sign-in";
    private static final String TOKEN = "token";
    private static final int SHORTEST_TOKEN = 8;
    /** Connections that wait for a thread; a browser opens six. */
    private static final int WAITING = 32;
    /** Of a form: enough for a workload file. */
    private static final int LONGEST_BODY = 1 << 20;
    /** Of a request body that is read before authentication: the sign-in form. */
    private static final int LONGEST_SIGN_IN = 4_096;
    /** Who sends a request more slowly, in seconds, would keep a thread from others. The JDK's server knows it by this property only. */
    private static final String REQUEST_LIMIT = "sun.net.httpserver.maxReqTime";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html",
            "csv", "text/csv",
            "json", "application/json",
            "svg", "image/svg+xml",
            "yaml", "text/plain",
            "txt", "text/plain",
            "hgrm", "text/plain",
            "hlog", "text/plain",
            "png", "image/png");

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Optional<String> token;
    private final Set<String> names = new TreeSet<>();
    private final String policy;
    private final String session = randomToken();
    private final String formToken = randomToken();
    private final Handler handler;

    /** Answers requests that may be answered. */
    @FunctionalInterface
    public interface Handler {

        /**
         * Answers one request; an exchange without an answer is a "404 Not Found".
         *
         * @throws IOException when the client is gone
         */
        void handle(Exchange exchange) throws IOException;
    }

    /**
     * Opens the port and answers.
     *
     * @param address to listen on; port 0 for any that is free
     * @param token of at least 8 characters; empty for none, on the loopback interface
     * @param scripts that pages may have inline; no other script runs
     * @param threads that answer, at least 1
     * @throws IllegalArgumentException with a user-facing message when the token is too short, or the address needs one
     * @throws IOException when the port cannot be opened
     */
    public ProtectedHttpServer(
            InetSocketAddress address, Optional<String> token, List<String> scripts, int threads, Handler handler)
            throws IOException {
        if (token.isEmpty() && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("'" + address.getHostString()
                    + "' can be reached from other machines: give a token of at least " + SHORTEST_TOKEN
                    + " characters, or listen on 127.0.0.1");
        }
        if (token.filter(text -> text.length() < SHORTEST_TOKEN).isPresent()) {
            throw new IllegalArgumentException(
                    "The token is too short: it needs at least " + SHORTEST_TOKEN + " characters");
        }
        this.token = token;
        this.handler = handler;
        StringBuilder allowed = new StringBuilder(HtmlPage.POLICY.replace("form-action 'none'", "form-action 'self'"))
                .append("; connect-src 'self'; frame-ancestors 'none'");
        if (!scripts.isEmpty()) {
            allowed.append("; script-src");
            scripts.forEach(
                    script -> allowed.append(" 'sha256-").append(hash(script)).append('\''));
        }
        policy = allowed.toString();
        if (System.getProperty(REQUEST_LIMIT) == null) {
            System.setProperty(REQUEST_LIMIT, "30");
        }
        server = HttpServer.create(address, 0);
        int port = server.getAddress().getPort();
        for (String host : List.of("127.0.0.1", "localhost", "[::1]", inUrl(address))) {
            names.add(host + ":" + port);
        }
        this.threads = new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                DaemonThreads.factory("swipestorm-live"));
        server.setExecutor(this.threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Where the first page is. */
    public URI address() {
        InetSocketAddress bound = server.getAddress();
        String host = bound.getAddress().isAnyLocalAddress() ? "localhost" : inUrl(bound);
        return URI.create("http://" + host + ":" + bound.getPort() + "/");
    }

    private static String inUrl(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return host.contains(":") ? "[" + host.replaceFirst("%.*", "") + "]" : host;
    }

    /** The field that each form of a page needs, as markup. */
    public String formField() {
        return "<input type=\"hidden\" name=\"" + FORM_TOKEN + "\" value=\"" + formToken + "\">\n";
    }

    /** Ends at once. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange raw) throws IOException {
        try (raw) {
            Exchange exchange = new Exchange(raw);
            if (!refused(exchange)) {
                handle(exchange);
                if (!exchange.answered) {
                    exchange.text(404, "There is no such page here; the first page is " + address());
                }
            }
        }
    }

    /** A failure of the handler gets an answer, if there is none yet. */
    private void handle(Exchange exchange) throws IOException {
        try {
            handler.handle(exchange);
        } catch (IOException | RuntimeException e) {
            if (exchange.answered) {
                throw e;
            }
            exchange.text(500, "That did not work: " + e);
        }
    }

    /** Answers a request that must not reach the handler. Returns whether it was one. */
    private boolean refused(Exchange exchange) throws IOException {
        String host = exchange.header("Host");
        if (token.isEmpty() && !names.contains(host)) {
            // A foreign page whose host name resolves to this address must neither read nor change anything.
            exchange.text(
                    421, "This is " + address() + ": open that; a tunnel to it needs the same port at its other end");
            return true;
        }
        boolean post = exchange.method().equals("POST");
        if (!post && !exchange.reads()) {
            exchange.header("Allow", "GET, HEAD, POST");
            exchange.text(405, "Only GET, HEAD and POST");
            return true;
        }
        boolean sameOrigin = exchange.header("Origin").equals("http://" + host);
        // No page of another site can make a browser send this header.
        boolean bearer = token.isPresent() && same(exchange.header("Authorization"), "Bearer " + token.get());
        if (token.isPresent() && !bearer && !hasSession(exchange)) {
            signIn(exchange, post, sameOrigin);
            return true;
        }
        if (post && !readForm(exchange, LONGEST_BODY)) {
            return true;
        }
        if (post && !bearer && !(sameOrigin && same(exchange.form(FORM_TOKEN), formToken))) {
            exchange.text(
                    403,
                    sameOrigin
                            ? "This form is from before the server was started: load the page again, and repeat"
                            : "Only forms of this server's own pages change anything, and this has no header Origin: http://"
                                    + host);
            return true;
        }
        return false;
    }

    private void signIn(Exchange exchange, boolean post, boolean sameOrigin) throws IOException {
        boolean form = post && sameOrigin && exchange.path().equals(SIGN_IN);
        if (form && !readForm(exchange, LONGEST_SIGN_IN)) {
            return;
        }
        String offered = post ? exchange.form(TOKEN) : exchange.query(TOKEN);
        if (same(offered, token.orElseThrow())) {
            exchange.header("Set-Cookie", cookie() + session + "; HttpOnly; SameSite=Lax; Path=/");
            exchange.redirect("/");
        } else {
            exchange.html(401, signInPage(!offered.isEmpty()));
        }
    }

    private static boolean readForm(Exchange exchange, int longest) throws IOException {
        byte[] body = exchange.raw.getRequestBody().readNBytes(longest + 1);
        if (body.length > longest) {
            exchange.text(413, "A form has at most " + longest + " bytes");
            return false;
        }
        try {
            exchange.form = fields(new String(body, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            exchange.text(400, "The body is not a URL-encoded form");
            return false;
        }
        return true;
    }

    private boolean hasSession(Exchange exchange) {
        String cookies = String.join("; ", exchange.raw.getRequestHeaders().getOrDefault("Cookie", List.of()));
        for (String cookie : cookies.split(";")) {
            if (same(cookie.strip(), cookie() + session)) {
                return true;
            }
        }
        return false;
    }

    /** Cookies are shared by all ports of a host. */
    private String cookie() {
        return "swipestorm-" + server.getAddress().getPort() + "=";
    }

    private static String signInPage(boolean wrong) {
        return HtmlPage.headWithForms("Swipestorm: sign in", "")
                + "<main id=\"content\">\n"
                + (wrong ? "<p class=\"warning\" role=\"alert\">That is not the token.</p>\n" : "")
                + "<form method=\"post\" action=\"" + SIGN_IN + "\">\n"
                + "<p><label for=\"token\">Token</label>\n"
                + "<input type=\"password\" id=\"token\" name=\"" + TOKEN
                + "\" required autocomplete=\"current-password\"></p>\n"
                + "<p><button>Sign in</button></p>\n</form>\n</main>\n</body>\n</html>\n";
    }

    /** Compares without telling by the time how much was right. */
    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** A random token that nobody can guess: 24 bytes, in the URL-safe alphabet of Base64. */
    public static String randomToken() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }

    /** The hash by which a browser allows a script. */
    public static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, List<String>> fields(String encoded) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String pair : encoded.split("&")) {
            int at = pair.indexOf('=');
            if (at > 0) {
                fields.computeIfAbsent(decoded(pair.substring(0, at)), name -> new ArrayList<>())
                        .add(decoded(pair.substring(at + 1)));
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** One request and its answer. */
    public final class Exchange {
        private static final int BUFFER = 1 << 16;

        private final HttpExchange raw;
        private Map<String, List<String>> form = Map.of();
        private boolean answered;

        private Exchange(HttpExchange raw) {
            this.raw = raw;
        }

        /** Such as GET. */
        public String method() {
            return raw.getRequestMethod();
        }

        /** Whether the request changes nothing: GET or HEAD. */
        public boolean reads() {
            return method().equals("GET") || method().equals("HEAD");
        }

        /** Whether the client asks for this type, by name. */
        public boolean accepts(String type) {
            return header("Accept").contains(type);
        }

        /** The decoded path of the URL. */
        public String path() {
            return raw.getRequestURI().getPath();
        }

        /** The first value of a parameter of the URL; empty when there is none. */
        public String query(String name) {
            return first(queries(name));
        }

        /** All values of a parameter of the URL. */
        public List<String> queries(String name) {
            String query = raw.getRequestURI().getRawQuery();
            try {
                return query == null ? List.of() : fields(query).getOrDefault(name, List.of());
            } catch (IllegalArgumentException e) {
                return List.of();
            }
        }

        /** The value of a field of the form; empty when there is none. */
        public String form(String name) {
            return first(form.getOrDefault(name, List.of()));
        }

        private static String first(List<String> values) {
            return values.isEmpty() ? "" : values.get(0);
        }

        private String header(String name) {
            String value = raw.getRequestHeaders().getFirst(name);
            return value == null ? "" : value;
        }

        /** Sets a header of the answer. */
        public void header(String name, String value) {
            raw.getResponseHeaders().set(name, value);
        }

        /** Answers with a page or a part of one. */
        public void html(int status, String markup) throws IOException {
            send(status, "text/html", policy, markup.getBytes(StandardCharsets.UTF_8));
        }

        /** Answers with a line of text. */
        public void text(int status, String line) throws IOException {
            send(status, "text/plain", policy, (SafeText.plain(line) + "\n").getBytes(StandardCharsets.UTF_8));
        }

        /** Sends the browser to another page of this server, whatever the method of this request. */
        public void redirect(String path) throws IOException {
            header("Location", path);
            send(303, "text/plain", policy, new byte[0]);
        }

        /** Answers with a file; what is no page, picture or text is downloaded. Nothing in it can run a script. */
        public void file(Path file) throws IOException {
            String name = file.getFileName().toString();
            String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
            if (type == null || type.equals("text/csv") || type.equals("application/json")) {
                header("Content-Disposition", "attachment; filename=\"" + name.replaceAll("[^\\w.-]", "_") + "\"");
            }
            try (InputStream in = Files.newInputStream(file)) {
                // A file that grows meanwhile is sent as long as it was.
                long left = Files.size(file);
                boolean withBody = !method().equals("HEAD") && left > 0;
                headers(type == null ? "application/octet-stream" : type, HtmlPage.POLICY + "; frame-ancestors 'none'");
                raw.sendResponseHeaders(200, withBody ? left : -1);
                if (withBody) {
                    copy(in, left);
                }
            }
        }

        private void copy(InputStream in, long bytes) throws IOException {
            byte[] buffer = new byte[BUFFER];
            long left = bytes;
            try (OutputStream out = raw.getResponseBody()) {
                while (left > 0) {
                    int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                    if (read < 0) {
                        throw new IOException("the file became shorter");
                    }
                    out.write(buffer, 0, read);
                    left -= read;
                }
            }
        }

        private void headers(String type, String allowed) {
            answered = true;
            header("Content-Type", type.startsWith("text/") ? type + "; charset=utf-8" : type);
            header("Cache-Control", "no-store");
            header("X-Content-Type-Options", "nosniff");
            // Without a referrer a browser would send no origin with a form either.
            header("Referrer-Policy", "same-origin");
            header("Cross-Origin-Resource-Policy", "same-origin");
            header("Content-Security-Policy", allowed);
        }

        private void send(int status, String type, String allowed, byte[] body) throws IOException {
            headers(type, allowed);
            boolean withBody = !method().equals("HEAD") && body.length > 0;
            raw.sendResponseHeaders(status, withBody ? body.length : -1);
            if (withBody) {
                // Closing flushes the server's buffer: only then has the response been sent.
                try (OutputStream out = raw.getResponseBody()) {
                    out.write(body);
                }
            }
        }
    }
}
