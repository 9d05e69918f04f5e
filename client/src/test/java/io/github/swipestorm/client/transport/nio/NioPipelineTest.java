package io.github.swipestorm.client.transport.nio;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.write;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.transport.Looping;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Several requests in flight on one connection. */
@ParameterizedClass(name = "over TLS: {0}")
@ValueSource(booleans = {false, true})
class NioPipelineTest {

    @Parameter
    boolean secured;

    /** The first connection follows the script, later ones answer everything with 201. */
    private FaultServer server(Act... script) {
        List<List<Act>> scripts = List.of(List.of(script));
        return secured ? FaultServer.secured(Certificates.GOOD.context(), scripts) : FaultServer.scripted(scripts);
    }

    private static final byte[] BODY = "hello".getBytes(ISO_8859_1);

    private static String text(int status, String body) {
        return "HTTP/1.1 " + status + " \r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static Object kind(Outcome outcome) {
        return outcome instanceof Failure failure ? failure.kind() : outcome;
    }

    @Test
    void answers_belong_to_the_requests_in_their_order() {
        try (FaultServer server = server(
                        READ,
                        READ,
                        READ,
                        READ,
                        write(text(201, "a") + "HTTP/1.1 200 \r\nContent-Length: 9\r\n\r\n" + text(203, "ccc")
                                + text(204, "")),
                        SILENCE);
                Looping loop = Looping.on(server.target(), 1, 4)) {
            loop.post(0, 7, BODY);
            loop.head(0, 3);
            loop.get(0, 5);
            loop.post(0, 1, BODY);

            loop.awaitOutcomes(4);

            assertThat(loop.order()).containsExactly(7, 3, 5, 1);
            assertThat(List.of(loop.outcome(7), loop.outcome(3), loop.outcome(5), loop.outcome(1)))
                    .containsExactly(
                            new Response(201, 1), new Response(200, 0), new Response(203, 3), new Response(204, 0));
            assertThat(server.requests().stream().map(request -> request.split(" ")[0]))
                    .containsExactly("POST", "HEAD", "GET", "POST");
        }
    }

    @Test
    void more_than_one_read_takes_may_have_arrived() {
        try (FaultServer server = server(
                        READ,
                        write(text(201, "a")),
                        READ,
                        write("HTTP/1.1 200 \r\nContent-Length: 196908\r\n\r\n"),
                        // Over TLS these are records of the greatest length after short ones.
                        write("z".repeat(100)),
                        write("z".repeat(65_536)),
                        write("z".repeat(100)),
                        write("z".repeat(65_536)),
                        write("z".repeat(100)),
                        write("z".repeat(65_536)),
                        SILENCE);
                Looping loop = Looping.on(server.target(), 1, 1)) {
            loop.get(0, 1);
            loop.awaitOutcomes(1);
            loop.get(0, 2);
            loop.loop().await(System.nanoTime(), (slot, outcome) -> {});
            // What the system keeps until it is read.
            await().atMost(MAX_WAIT).until(() -> server.written() > 196_908);

            loop.awaitOutcomes(2);
            assertThat(loop.outcome(2)).isEqualTo(new Response(200, 196_908));
        }
    }

    @Test
    void a_connection_that_ends_fails_exactly_what_is_under_way_on_it() {
        try (FaultServer server =
                        server(READ, READ, READ, READ, write(text(200, "a") + text(200, "b") + "HTTP/1.1 2"), CLOSE);
                Looping loop = Looping.on(server.target(), 2, 4)) {
            IntStream.range(0, 4).forEach(slot -> loop.post(0, slot, BODY));
            loop.awaitOutcomes(1);
            loop.post(1, 9, BODY);

            loop.awaitOutcomes(5);
            assertThat(IntStream.of(0, 1, 2, 3, 9).mapToObj(slot -> kind(loop.outcome(slot))))
                    .containsExactly(
                            new Response(200, 1),
                            new Response(200, 1),
                            FailureKind.CLOSED,
                            FailureKind.CLOSED,
                            new Response(201, 2));

            loop.post(0, 5, BODY);
            loop.awaitOutcomes(6);
            assertThat(loop.outcome(5)).isEqualTo(new Response(201, 2));
            assertThat(loop.connects()).isEqualTo(3).isEqualTo(server.connections());
        }
    }

    @Test
    void a_request_that_failed_before_it_was_written_is_not_sent_over_the_next_connection() {
        try (FaultServer server = server(
                        READ,
                        READ,
                        write(text(200, "a") + "HTTP/1.1 200 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
                        SILENCE);
                Looping loop = Looping.on(server.target(), 1, 2)) {
            loop.post(0, 0, "first".getBytes(ISO_8859_1));
            loop.post(0, 1, "second".getBytes(ISO_8859_1));

            loop.awaitOutcomes(4, (slot, outcome) -> {
                if (slot < 2) {
                    loop.post(0, slot + 2, (slot == 0 ? "fails" : "works").getBytes(ISO_8859_1));
                }
            });

            assertThat(kind(loop.outcome(2))).isEqualTo(FailureKind.CLOSED);
            assertThat(loop.outcome(3)).isEqualTo(new Response(201, 2));
            assertThat(server.requests()).hasSize(3).last().asString().endsWith("works");
        }
    }

    @Test
    void an_answer_that_was_there_before_its_request_is_not_its_answer() {
        try (FaultServer server =
                        server(READ, READ, write(text(200, "a") + text(200, "b") + text(200, "unasked")), SILENCE);
                Looping loop = Looping.on(server.target(), 1, 2)) {
            loop.post(0, 0, BODY);
            loop.post(0, 1, BODY);

            loop.awaitOutcomes(4, (slot, outcome) -> {
                if (slot < 2) {
                    loop.post(0, slot + 2, BODY);
                }
            });

            assertThat(kind(loop.outcome(2))).isEqualTo(FailureKind.CLOSED);
            assertThat(loop.outcome(3)).isEqualTo(new Response(201, 2));
        }
    }

    @Test
    void nothing_under_way_fails_for_another_reason_than_that_there_is_no_connection() {
        try (Looping loop = Looping.on(FaultServer.deadTarget(), 1, 3)) {
            IntStream.range(0, 3).forEach(slot -> loop.post(0, slot, BODY));

            loop.awaitOutcomes(3);

            assertThat(IntStream.range(0, 3).mapToObj(slot -> kind(loop.outcome(slot))))
                    .containsOnly(FailureKind.CONNECT);
        }
    }
}
