package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a transport sends, to the byte. */
@ParameterizedClass
@EnumSource(TransportVariant.class)
class RequestBytesTest {

    private static final Duration LONG = TestTimeout.NEVER;

    @Parameter
    TransportVariant variant;

    @Test
    void a_request_is_these_bytes_and_no_others() {
        try (FaultServer server = FaultServer.firstDoing(READ, answer(201, ""))) {
            Target app = new Target("http", "127.0.0.1", server.target().port(), "/app");
            try (Conversation talk = Conversation.with(app, variant.choice(), LONG, LONG)) {
                assertThat(talk.send(0)).isEqualTo(new Response(201, 0));
            }
            Request sent = new RandomSwipes().requests(1).request(0);

            assertThat(server.requests())
                    .containsExactly("POST /app" + sent.operation().path() + " HTTP/1.1\r\n"
                            + "Host: 127.0.0.1:" + app.port() + "\r\n"
                            + "User-Agent: swipestorm\r\n"
                            + variant.ownHeaders()
                            + "Content-Type: application/json\r\n"
                            + "Content-Length: " + sent.body().length + "\r\n"
                            + "\r\n"
                            + new String(sent.body(), StandardCharsets.US_ASCII));
        }
    }

    @Test
    void nothing_is_sent_that_is_not_an_attempt() {
        Act redirect = write("HTTP/1.1 302 \r\nLocation: /x\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n");
        Act unavailable = write("HTTP/1.1 503 \r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n");
        try (FaultServer server = FaultServer.firstDoing(READ, redirect, READ, unavailable, READ, answer(429, ""));
                Conversation talk = Conversation.with(server.target(), variant.choice(), LONG, LONG)) {
            assertThat(List.of(talk.send(0), talk.send(1), talk.send(2)))
                    .containsExactly(new Response(302, 0), new Response(503, 0), new Response(429, 0));
            assertThat(server.received()).isEqualTo(3);
            assertThat(server.connections()).isEqualTo(1);
        }
    }
}
