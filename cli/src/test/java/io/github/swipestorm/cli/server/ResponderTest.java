package io.github.swipestorm.cli.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponderTest {

    @ParameterizedTest
    @CsvSource({
        "'GET / HTTP/1.1\r\n\r\n', 18",
        "'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc', 41",
        "'POST / HTTP/1.1\r\ncontent-length:3\r\n\r\nabcGET', 40",
        "'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab', 0",
        "'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r', 0",
        "'', 0",
    })
    void a_request_ends_where_its_length_says(String text, int expected) {
        byte[] bytes = text.getBytes(US_ASCII);

        assertThat(ResponderLoop.endOfRequest(bytes, 0, bytes.length)).isEqualTo(expected);
    }

    @Test
    void in_a_jvm_of_its_own_it_answers_requests_however_they_are_cut_and_ends_when_it_is_closed() throws Exception {
        ServerProcess started;
        try (ServerProcess responder = ServerProcess.startResponder(2);
                Socket socket = new Socket("127.0.0.1", responder.target().port())) {
            socket.setSoTimeout(20_000);
            String request = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345";
            send(socket, request + request.substring(0, 20));
            assertThat(read(socket, Responder.ANSWER.length)).isEqualTo(new String(Responder.ANSWER, US_ASCII));
            send(socket, request.substring(20) + request);
            assertThat(read(socket, 2 * Responder.ANSWER.length)).endsWith("Write successful!\"}");
            socket.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes())
                    .as("no request is answered twice")
                    .isEmpty();
            assertThat(ProcessHandle.of(responder.pid())).isPresent();
            started = responder;
        }
        assertThat(started.exitCode()).isPresent();
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    private static String read(Socket socket, int length) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(socket.getInputStream().readNBytes(length));
        return bytes.toString(US_ASCII);
    }
}
