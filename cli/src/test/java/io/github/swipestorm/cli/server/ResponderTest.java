package io.github.swipestorm.cli.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.LoopbackResponder;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class ResponderTest {

    @Test
    void in_a_jvm_of_its_own_it_answers_requests_and_ends_when_it_is_closed() throws Exception {
        // Larger than its buffer.
        byte[] answer = LoopbackResponder.same(20_000).get(0);
        ServerProcess started;
        try (ServerProcess responder = ServerProcess.startResponder(2, 20_000, false);
                Socket socket = new Socket("127.0.0.1", responder.target().port())) {
            socket.setSoTimeout(20_000);
            String request = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345";
            socket.getOutputStream().write((request + request).getBytes(US_ASCII));
            assertThat(socket.getInputStream().readNBytes(answer.length)).isEqualTo(answer);
            assertThat(socket.getInputStream().readNBytes(answer.length)).isEqualTo(answer);
            assertThat(ProcessHandle.of(responder.pid())).isPresent();
            started = responder;
        }
        assertThat(started.exitCode()).isPresent();
    }
}
