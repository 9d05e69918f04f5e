package io.github.swipestorm.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What both servers do with a body, put to the reference validator without a network between. */
class BodyFuzzTest {

    private static final int BODIES = 40_000;

    @Test
    @Tag("fault")
    @DisplayName(
            "40,000 random bodies, most of them nearly right -> the status that an independent validator finds from the"
                    + " standards' text")
    void agreesWithTheReferenceValidator() {
        RandomBodies bodies = new RandomBodies(1);
        ExpectedAnswers answers = new ExpectedAnswers();
        Map<Integer, Integer> statuses = new TreeMap<>();
        for (int i = 0; i < BODIES; i++) {
            byte[] body = bodies.get(i);
            int status = answers.to(body).status();
            statuses.merge(status, 1, Integer::sum);
            if (status != ReferenceValidator.statusOf(body)) {
                assertThat(status).as("body %d: %s", i, shown(body)).isEqualTo(ReferenceValidator.statusOf(body));
            }
        }
        assertThat(statuses).containsOnlyKeys(201, 400, 404, 413);
        assertThat(statuses.values()).as("%s", statuses).allMatch(number -> number > BODIES / 1_000);
    }

    static String shown(byte[] body) {
        return new String(body, StandardCharsets.UTF_8) + " = " + HexFormat.of().formatHex(body);
    }

    @Test
    void theReferenceValidatorKnowsTheContractsCases() {
        BodyCases.all().forEach(exchange -> {
            String request = exchange.request();
            byte[] body = request.substring(request.indexOf("\r\n\r\n") + 4).getBytes(StandardCharsets.ISO_8859_1);
            assertThat(ReferenceValidator.statusOf(body)).as(exchange.name()).isEqualTo(exchange.status());
        });
    }
}
