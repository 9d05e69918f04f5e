package io.github.swipestorm.client.report.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.report.live.ProtectedHttpServer.Exchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectedHttpServerTest {

    private static final String TOKEN = "open sesame & more";
    private static final String CHANGED = "changed";

    @TempDir
    private Path directory;

    private final AtomicInteger changes = new AtomicInteger();
    private ProtectedHttpServer server;

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    private void start(Optional<String> token) throws IOException {
        server = new ProtectedHttpServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), token, List.of(), 2, this::answer);
    }

    private void answer(Exchange exchange) throws IOException {
        if (exchange.path().equals("/file")) {
            exchange.file(directory.resolve(exchange.query("name")));
        } else if (exchange.path().equals("/") && exchange.reads()) {
            exchange.html(200, "secret figures " + server.formField());
        } else if (exchange.path().equals("/change") && !exchange.reads()) {
            changes.incrementAndGet();
            exchange.text(200, CHANGED + " to " + exchange.form("value"));
        }
    }

    @Test
    void without_a_token_the_loopback_interface_is_open() throws IOException {
        start(Optional.empty());

        assertThat(get("/", "")).startsWith("HTTP/1.1 200").contains("secret figures");
        assertThat(get("/nothing", "")).startsWith("HTTP/1.1 404");
    }

    @Test
    void a_form_of_its_own_page_changes_something() throws IOException {
        start(Optional.empty());

        assertThat(post("/change", own() + "&value=a+%26+b", origin()))
                .startsWith("HTTP/1.1 200")
                .endsWith(CHANGED + " to a & b\n");
        assertThat(changes).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Origin: null\r\n",
                "Origin: http://evil.example\r\n",
                "Origin: https://127.0.0.1:PORT\r\n",
                "Origin: http://127.0.0.1:1\r\n",
                "Origin: http://localhost:PORT\r\n"
            })
    void a_form_of_another_origin_changes_nothing(String origin) throws IOException {
        start(Optional.empty());
        String port = Integer.toString(server.address().getPort());

        assertThat(post("/change", own(), origin.replace("PORT", port))).startsWith("HTTP/1.1 403");
        assertThat(changes).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "form-token=", "form-token=x", "value=1"})
    void a_form_without_the_hidden_field_changes_nothing(String body) throws IOException {
        start(Optional.empty());

        assertThat(post("/change", body, origin())).startsWith("HTTP/1.1 403");
        assertThat(changes).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"PUT, 405", "DELETE, 405", "OPTIONS, 405", "HEAD, 200"})
    void other_methods_change_nothing(String method, int status) throws IOException {
        start(Optional.empty());

        assertThat(request(method, "/", "", ""))
                .startsWith("HTTP/1.1 " + status)
                .doesNotContain("secret");
    }

    @Test
    void a_form_that_is_too_long_or_no_form_is_refused_and_the_next_one_answered() throws IOException {
        start(Optional.empty());
        String field = own();

        assertThat(post("/change", field + "&value=%zz", origin())).startsWith("HTTP/1.1 400");
        assertThat(post("/change", field + "&value=" + "a".repeat(1 << 20), origin()))
                .startsWith("HTTP/1.1 413");
        assertThat(post("/change", field, origin())).startsWith("HTTP/1.1 200");
    }

    @Test
    void with_a_token_nothing_is_shown_or_changed_without_it() throws IOException {
        start(Optional.of(TOKEN));

        assertThat(get("/", "")).startsWith("HTTP/1.1 401").contains("Sign in").doesNotContain("secret");
        assertThat(get("/file?name=x", "")).startsWith("HTTP/1.1 401");
        assertThat(get("/?token=wrong+token", "")).startsWith("HTTP/1.1 401").contains("not the token");
        assertThat(get("/", "Authorization: Bearer wrong\r\n")).startsWith("HTTP/1.1 401");
        assertThat(get("/", "Cookie: swipestorm-" + server.address().getPort() + "=\r\n"))
                .startsWith("HTTP/1.1 401");
        assertThat(post("/change", "token=wrong", origin())).startsWith("HTTP/1.1 401");
        assertThat(changes).hasValue(0);
    }

    @Test
    void signing_in_sets_a_session_cookie_that_authenticates() throws IOException {
        start(Optional.of(TOKEN));

        String answer = post("/sign-in", "token=open+sesame+%26+more", origin());
        assertThat(answer)
                .startsWith("HTTP/1.1 303")
                .containsIgnoringCase("location: /\r\n")
                .contains("; HttpOnly; SameSite=Lax");
        String cookie = found(Pattern.compile("(swipestorm-\\d+=[\\w-]+)"), answer);

        assertThat(get("/", "Cookie: other=1; " + cookie + "\r\n")).contains("secret figures");
        assertThat(get("/?token=open+sesame+%26+more", ""))
                .startsWith("HTTP/1.1 303")
                .contains(cookie);
        assertThat(get("/", "Authorization: Bearer " + TOKEN + "\r\n")).contains("secret figures");
    }

    @Test
    void another_site_cannot_sign_a_browser_in() throws IOException {
        start(Optional.of(TOKEN));

        assertThat(post("/sign-in", "token=open+sesame+%26+more", "Origin: http://evil.example\r\n"))
                .startsWith("HTTP/1.1 401")
                .doesNotContainIgnoringCase("set-cookie");
    }

    @Test
    void an_address_other_machines_can_reach_needs_a_token_of_some_length() throws IOException {
        InetSocketAddress all = new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0);

        assertThatThrownBy(() -> new ProtectedHttpServer(all, Optional.empty(), List.of(), 1, this::answer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("0.0.0.0", "give a token");
        assertThatThrownBy(() -> new ProtectedHttpServer(all, Optional.of("short"), List.of(), 1, this::answer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 8");
        try (ProtectedHttpServer open = new ProtectedHttpServer(all, Optional.of(TOKEN), List.of(), 1, this::answer)) {
            assertThat(open.address().getHost()).isEqualTo("localhost");
        }
    }

    @Test
    void files_are_sent_whole_and_run_no_script() throws IOException {
        start(Optional.empty());
        Files.writeString(directory.resolve("report.html"), "<script>alert(1)</script>");
        Files.writeString(directory.resolve("records.csv"), "a,b\n".repeat(100_000));
        Files.writeString(directory.resolve("empty.txt"), "");

        assertThat(get("/file?name=report.html", ""))
                .containsIgnoringCase("content-type: text/html")
                .contains("default-src 'none'")
                .doesNotContain("script-src", "attachment")
                .endsWith("<script>alert(1)</script>");
        assertThat(get("/file?name=records.csv", ""))
                .contains("attachment; filename=\"records.csv\"", "nosniff")
                .hasSizeGreaterThan(400_000);
        assertThat(get("/file?name=empty.txt", "")).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
    }

    @Test
    void a_program_with_the_token_needs_no_form() throws IOException {
        start(Optional.of(TOKEN));

        assertThat(post("/change", "value=1", "Authorization: Bearer " + TOKEN + "\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(changes).hasValue(1);
    }

    @Test
    void strangers_cannot_send_much() throws IOException {
        start(Optional.of(TOKEN));

        assertThat(post("/sign-in", "token=" + "a".repeat(5_000), origin())).startsWith("HTTP/1.1 413");
    }

    @Test
    void a_failure_gets_an_answer() throws IOException {
        start(Optional.empty());

        assertThat(get("/file?name=nothing", "")).startsWith("HTTP/1.1 500").contains("nothing");
        assertThat(get("/file?name=%00", "")).startsWith("HTTP/1.1 500");
        assertThat(get("/", "")).startsWith("HTTP/1.1 200");
    }

    private String own() throws IOException {
        return "form-token=" + found(Pattern.compile("name=\"form-token\" value=\"([^\"]+)"), get("/", ""));
    }

    private String origin() {
        return "Origin: http://" + server.address().getAuthority() + "\r\n";
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1);
    }

    private String get(String path, String headers) throws IOException {
        return request("GET", path, headers, "");
    }

    private String post(String path, String body, String headers) throws IOException {
        return request("POST", path, headers + "Content-Length: " + body.length() + "\r\n", body);
    }

    private String request(String method, String path, String headers, String body) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.setSoTimeout(10_000);
            String head = method + " " + path + " HTTP/1.1\r\nHost: "
                    + server.address().getAuthority() + "\r\n" + headers + "Connection: close\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
