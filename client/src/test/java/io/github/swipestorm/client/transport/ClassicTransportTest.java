package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.workload.Workloads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClassicTransportTest extends BlockingTransportContract {

    private static final Duration LONG = Duration.ofSeconds(20);

    @Override
    BlockingTransport open(TransportSettings settings) {
        return Transports.CLASSIC.open(settings);
    }

    @Test
    void a_request_is_these_bytes_and_no_others() {
        try (FaultServer server = FaultServer.firstDoing(READ, answer(201, ""))) {
            Target app = new Target("http", "127.0.0.1", server.target().port(), "/app");
            try (Conversation talk = Conversation.with(app, this::open, LONG, LONG)) {
                assertThat(talk.send(0)).isEqualTo(new Response(201, 0));
            }
            Request sent = Workloads.randomSwipes(1).request(0);

            assertThat(server.requests())
                    .containsExactly("POST /app" + sent.template().path() + " HTTP/1.1\r\n"
                            + "Host: 127.0.0.1:" + app.port() + "\r\n"
                            + "User-Agent: swipestorm\r\n"
                            + "Content-Type: application/json\r\n"
                            + "Content-Length: " + sent.body().length + "\r\n"
                            + "\r\n"
                            + new String(sent.body(), StandardCharsets.US_ASCII));
        }
    }

    @Test
    void one_connection_carries_one_attempt_after_the_other() {
        try (FaultServer server =
                        FaultServer.firstDoing(READ, answer(201, "a"), READ, answer(201, "b"), READ, answer(404, ""));
                Conversation talk = Conversation.with(server.target(), this::open, LONG, LONG)) {
            talk.send(0);
            talk.send(1);

            assertThat(talk.send(2)).isEqualTo(new Response(404, 0));
            assertThat(server.connections()).isEqualTo(1);
        }
    }
}
