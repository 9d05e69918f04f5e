package io.github.swipestorm.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The judge is strict itself: an answer that it lets pass is a proper one. */
class RawConnectionTest {

    private static final String OK = "HTTP/1.1 200 \r\n";

    private interface Question {
        void ask(RawConnection connection) throws IOException;
    }

    /** A server that sends this and nothing else. */
    private static void with(String answer, Question question) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RawConnection connection = new RawConnection(URI.create("http://localhost:" + server.getLocalPort()))) {
            try (Socket accepted = server.accept()) {
                accepted.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            }
            question.ask(connection);
        }
    }

    @Test
    void readsBothFramings() throws IOException {
        with(OK + "Content-Length: 2\r\n\r\nab" + OK + "Transfer-Encoding: chunked\r\n\r\n1\r\nc\r\n0\r\n\r\n", c -> {
            assertThat(c.read("GET").text()).isEqualTo("ab");
            assertThat(c.read("GET").text()).isEqualTo("c");
            c.requireClosed();
        });
    }

    @Test
    void noticesBytesThatAreLeftOver() throws IOException {
        with(OK + "Content-Length: 2\r\n\r\nabc", connection -> {
            connection.read("GET");
            assertThatThrownBy(connection::requireClosed).isInstanceOf(AssertionError.class);
        });
    }

    @Test
    void expectsNoBodyAfterHead() throws IOException {
        with(OK + "Content-Length: 2\r\n\r\nab", connection -> {
            assertThat(connection.read("HEAD").text()).isEmpty();
            assertThatThrownBy(() -> connection.read("GET")).isInstanceOf(AssertionError.class);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n",
                OK,
                OK + "\r\n",
                OK + "Content-Length: 1\r\n\r\n",
                OK + "Content-Length: 01\r\n\r\na",
                OK + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na",
                OK + "Content-Length: 1\nA: b\r\n\r\na",
                OK + "Content-Length : 1\r\n\r\na",
                OK + "Content-Length: 1\r\n\ra",
                OK + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n"
            })
    void refusesWhatHttpDoesNotAllow(String answer) throws IOException {
        with(
                answer,
                connection -> assertThatThrownBy(() -> connection.read("GET")).isInstanceOf(AssertionError.class));
    }
}
