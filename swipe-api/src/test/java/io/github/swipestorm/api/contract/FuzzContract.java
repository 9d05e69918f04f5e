package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random bodies over the wire. Every server is held to the same answers, so servers that pass agree with each other.
 * The system property {@code swipestorm.fuzz.bodies} asks for more bodies than the build has time for.
 */
interface FuzzContract extends ServerUnderTest {

    @Test
    @Tag("fault")
    @DisplayName("1,000 random bodies over HTTP -> every server gives the validator's status and the same words")
    default void answersRandomBodiesAsExpected() throws Exception {
        int bodies = Integer.getInteger("swipestorm.fuzz.bodies", 1_000);
        int senders = 8;
        ExecutorService executor = Executors.newFixedThreadPool(senders);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int sender = 0; sender < senders; sender++) {
                int first = sender;
                done.add(executor.submit(() -> {
                    send(first, senders, bodies);
                    return null;
                }));
            }
            for (Future<?> future : done) {
                future.get(2 * MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private void send(int first, int step, int end) throws IOException {
        RandomBodies bodies = new RandomBodies(2);
        ExpectedAnswers answers = new ExpectedAnswers();
        RawConnection connection = new RawConnection(base());
        try {
            for (int i = first; i < end; i += step) {
                byte[] body = bodies.get(i);
                String request = Exchange.swipe(new String(body, StandardCharsets.ISO_8859_1));
                ExpectedAnswers.Answer expected = answers.to(body);
                connection.send(Exchange.of("", request, 0, "").requestTo(base()));
                RawResponse response = connection.read("POST");
                assertThat(response.status())
                        .as("body %d: %s", i, BodyFuzzTest.shown(body))
                        .isEqualTo(expected.status())
                        .isEqualTo(ReferenceValidator.statusOf(body));
                assertThat(response.text())
                        .as("body %d: %s", i, BodyFuzzTest.shown(body))
                        .isEqualTo("{\"message\":\"" + expected.message() + "\"}");
                if (response.closesConnection()) {
                    connection.close();
                    connection = new RawConnection(base());
                }
            }
        } finally {
            connection.close();
        }
    }
}
