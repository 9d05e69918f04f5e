package io.github.swipestorm.study;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.api.tomcat.ConnectorSettings;
import io.github.swipestorm.api.tomcat.EmbeddedTomcat;
import io.github.swipestorm.launch.ServerMain;
import io.github.swipestorm.launch.ServerOptions;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What each server answers, over real connections. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StudyServersTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private interface Questions {
        void ask(Asker asker) throws Exception;
    }

    private record Asker(int port) {

        String ask(String method, String path, String body) throws IOException, InterruptedException {
            return ask(method, path, BodyPublishers.ofString(body));
        }

        String askChunked(String method, String path, String body) throws IOException, InterruptedException {
            return ask(
                    method, path, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body.getBytes(UTF_8))));
        }

        private String ask(String method, String path, BodyPublisher body) throws IOException, InterruptedException {
            HttpResponse<String> response = HTTP.send(
                    HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                            .method(method, body)
                            .build(),
                    BodyHandlers.ofString());
            return response.statusCode() + " " + response.body();
        }

        String get(String path) throws IOException, InterruptedException {
            return ask("GET", path, "");
        }
    }

    private static void with(StudyServlet.Api api, Questions questions) throws Exception {
        ServerOptions options = ServerMain.options("--port=0");
        EmbeddedTomcat tomcat = EmbeddedTomcat.start(options, ConnectorSettings.of(5), new StudyServlet(api));
        try {
            questions.ask(new Asker(tomcat.port()));
        } finally {
            tomcat.stop();
        }
    }

    @Test
    void the_key_value_store_answers_in_17_and_30_bytes() throws Exception {
        with(new KeyValueApi(StoreType.RWLOCK), server -> {
            String missing = server.get("/get?key=k00001");
            assertThat(missing).startsWith("404 ").hasSize(4 + 17);
            String posted = server.ask("POST", "/post", "{\"key\":\"k00001\",\"value\":\"v0001\"}");
            assertThat(posted)
                    .isEqualTo("201 {\"key\":\"k00001\",\"stored\":true}")
                    .hasSize(4 + 30);
            assertThat(server.get("/get?key=k00001"))
                    .isEqualTo("200 {\"value\":\"v0001\"}")
                    .hasSize(4 + 17);
            assertThat(server.ask("POST", "/post", "{\"key\":\"k00001\",\"value\":\"a \\\"b\\\"\"}"))
                    .startsWith("201 ");
            assertThat(server.get("/get?key=k00001")).isEqualTo("200 {\"value\":\"a \\\"b\\\"\"}");
            assertThat(server.get("/stats"))
                    .isEqualTo("200 {\"store\":\"rwlock\",\"posts\":2,\"stored\":1,\"lost\":0}");
            assertThat(server.get("/get")).isEqualTo("400 {\"message\":\"The parameter key is missing\"}");
            assertThat(server.ask("POST", "/post", "{\"key\":1")).startsWith("400 ");
            assertThat(server.ask("POST", "/post", ""))
                    .isEqualTo("400 {\"message\":\"Request body is empty: send a JSON object with key and value\"}");
            assertThat(server.askChunked("POST", "/post", ""))
                    .isEqualTo("400 {\"message\":\"Request body is empty: send a JSON object with key and value\"}");
            assertThat(server.ask("POST", "/post", "{}")).startsWith("400 ");
            assertThat(server.ask("POST", "/post", "null")).startsWith("400 ");
            assertThat(server.get("/gets")).isEqualTo("404 {\"message\":\"Not found\"}");
            // Tomcat itself refuses this one, and asks for the error page.
            assertThat(server.ask("GET", "/a%2Fb", "")).startsWith("400 {");
        });
    }

    @ParameterizedTest
    @CsvSource({"MUTEX", "CONCURRENT"})
    void albums_grow_until_the_most_and_then_replace_the_oldest(StoreType type) throws Exception {
        with(new AlbumsApi(type, 2), server -> {
            assertThat(server.get("/albums")).isEqualTo("200 []");
            String blueTrain = "{\"title\":\"Blue Train\",\"artist\":\"John Coltrane\",\"price\":56.99}";
            String first = "{\"id\":\"1\",\"title\":\"Blue Train\",\"artist\":\"John Coltrane\",\"price\":56.99}";
            assertThat(server.ask("POST", "/albums", blueTrain)).isEqualTo("201 " + first);
            assertThat(server.ask("POST", "/albums", blueTrain)).startsWith("201 {\"id\":\"2\"");
            assertThat(server.get("/albums")).isEqualTo("200 [" + first + "," + first.replace("\"1\"", "\"2\"") + "]");
            assertThat(server.get("/albums/1")).isEqualTo("200 " + first);
            assertThat(server.get("/albums/3")).isEqualTo("404 {\"message\":\"album not found\"}");
            assertThat(server.get("/albums/x")).startsWith("404 ");
            assertThat(server.ask("POST", "/albums", blueTrain.replace("Train", "Boat")))
                    .startsWith("201 {\"id\":\"1\"");
            assertThat(server.get("/albums/1")).contains("Blue Boat");
            assertThat(server.get("/stats"))
                    .isEqualTo("200 {\"store\":\"" + type + "\",\"posts\":3,\"stored\":2,\"lost\":0}");
            assertThat(server.ask("POST", "/albums", "{\"title\":\"x\"}")).startsWith("400 ");
            assertThat(server.ask("DELETE", "/albums", "")).startsWith("404 ");
        });
    }

    @Test
    void the_board_answers_lines_in_order_and_http_the_same() throws Exception {
        BoardApi board = new BoardApi(StoreType.STAMPED);
        try (LineServer lines = new LineServer(ServerMain.options("--port=0"), board::answer);
                Socket socket = new Socket("localhost", lines.port())) {
            // At once: a client may pipeline.
            socket.getOutputStream()
                    .write("post@7#hello ü\nread@7#hello ü\nread@8#hello ü\nread@7#\nwhat?\nstats\n".getBytes(UTF_8));
            BufferedReader answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            assertThat(List.of(answers.readLine(), answers.readLine(), answers.readLine(), answers.readLine()))
                    .containsExactly("ok", "hello ü", "", "");
            assertThat(answers.readLine()).startsWith("error: send post@TOPIC#MESSAGE");
            assertThat(answers.readLine()).isEqualTo("{\"store\":\"stamped\",\"posts\":1,\"stored\":1,\"lost\":0}");
            socket.getOutputStream().write(new byte[LineServer.MOST_BYTES + 1]);
            assertThat(answers.read()).as("after a line without end").isNegative();
        }
        with(board, server -> {
            assertThat(server.get("/topics/7/hello%20%C3%BC")).isEqualTo("200 hello ü");
            assertThat(server.get("/topics/7/no")).isEqualTo("404 ");
            assertThat(server.ask("POST", "/topics/9", "1")).isEqualTo("201 ok");
            assertThat(server.get("/topics/9/1")).isEqualTo("200 1");
            assertThat(server.ask("POST", "/topics/9%23", "1")).startsWith("400 {\"message\":\"A topic has no #");
            assertThat(server.get("/topics/9/%231")).isEqualTo("404 ");
            assertThat(server.get("/topics")).startsWith("404 ");
        });
    }

    @Test
    void a_connection_that_cannot_be_accepted_is_not_the_last() throws Exception {
        AtomicInteger failures = new AtomicInteger(2);
        ServerSocket listener = new ServerSocket() {
            @Override
            public Socket accept() throws IOException {
                if (failures.getAndDecrement() > 0) {
                    throw new IOException("Too many open files");
                }
                return super.accept();
            }
        };
        try (LineServer lines = new LineServer(
                        listener, ServerMain.options("--port=0"), new BoardApi(StoreType.MUTEX)::answer);
                Socket socket = new Socket("localhost", lines.port())) {
            socket.getOutputStream().write("post@1#2\n".getBytes(UTF_8));
            socket.setSoTimeout(60_000);
            assertThat(new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine())
                    .isEqualTo("ok");
        }
        assertThat(failures.get()).isNegative();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    KEY_VALUE | --store=none | 'none' is none of mutex, rwlock, stamped, concurrent, unlocked-reads, plain
                    ALBUMS | --store=unlocked-reads | 'unlocked-reads' is none of mutex, rwlock, stamped, concurrent, plain
                    BOARD | --most-albums=3 | it is for albums, not for board
                    ALBUMS | --most-albums=0 | it must be at least 1, not 0
                    """)
    void wrong_options_are_named(StudyServer.Kind kind, String option, String message) {
        CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();
        spec.addMixin("further", CommandLine.Model.CommandSpec.forAnnotatedObject(new StudyServer.Options(kind)));
        assertThatThrownBy(() -> new CommandLine(spec).parseArgs(option)).hasMessageContaining(message);
    }
}
