package io.github.swipestorm.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a server treats connections. */
interface ConnectionContract extends ServerUnderTest {

    private static Exchange health() {
        return Exchange.of("health", Exchange.get("/health"), 200, "{\"status\":\"UP\"}");
    }

    private static Exchange swipe() {
        return Exchange.of("swipe", Exchange.swipe(BodyCases.body("1", "1", "\"x\"")), 201, BodyCases.WRITTEN);
    }

    @Test
    default void keepsOneConnectionForMoreThanThreeHundredRequests() throws IOException {
        try (RawConnection connection = new RawConnection(base())) {
            for (int i = 0; i < 350; i++) {
                Exchange exchange = i % 2 == 0 ? swipe() : health();
                connection.send(exchange.requestTo(base()));
                RawResponse response = connection.read("GET");
                exchange.requireAnswer(response, "GET");
                assertThat(response.closesConnection()).as("closed after %d", i).isFalse();
            }
        }
    }

    @Test
    default void answersPipelinedRequestsInOrder() throws IOException {
        Exchange missing = Exchange.refused("none", Exchange.get("/none"), 404, "Not found");
        Exchange unknown = Exchange.refused(
                "unknown", Exchange.get("/stats/5001"), 404, BodyCases.unknown("userId", "5001", 5_000));
        List<Exchange> exchanges = List.of(swipe(), health(), missing, swipe(), unknown, health());
        try (RawConnection connection = new RawConnection(base())) {
            StringBuilder requests = new StringBuilder();
            exchanges.forEach(exchange -> requests.append(exchange.requestTo(base())));
            connection.send(requests.toString());
            for (Exchange exchange : exchanges) {
                exchange.requireAnswer(connection.read("GET"), "GET");
            }
        }
    }

    @Test
    default void answersARequestThatArrivesByteByByte() throws IOException {
        try (RawConnection connection = new RawConnection(base())) {
            for (char c : swipe().requestTo(base()).toCharArray()) {
                connection.send(String.valueOf(c));
            }
            swipe().requireAnswer(connection.read("POST"), "POST");
        }
    }

    @Test
    default void tellsWhoExpectsItToContinue() throws IOException {
        String request = swipe().requestTo(base());
        int bodyAt = request.indexOf("\r\n\r\n") + 2;
        try (RawConnection connection = new RawConnection(base())) {
            connection.send(request.substring(0, bodyAt) + "Expect: 100-continue\r\n\r\n");
            assertThat(connection.readOne("POST").status()).isEqualTo(100);
            connection.send(request.substring(bodyAt + 2));
            swipe().requireAnswer(connection.readOne("POST"), "POST");
        }
    }

    @Test
    default void closesWhenAsked() throws IOException {
        try (RawConnection connection = new RawConnection(base())) {
            connection.send(health().requestTo(base()).replace("Host", "Connection: close\r\nHost"));
            RawResponse response = connection.read("GET");
            health().requireAnswer(response, "GET");
            assertThat(response.closesConnection()).isTrue();
            connection.requireClosed();
        }
    }

    @Test
    default void closesAfterHttp10() throws IOException {
        try (RawConnection connection = new RawConnection(base())) {
            connection.send(health().requestTo(base()).replace("HTTP/1.1", "HTTP/1.0"));
            health().requireAnswer(connection.read("GET"), "GET");
            connection.requireClosed();
        }
    }

    @Test
    default void keepsHttp10AliveWhenAsked() throws IOException {
        String request = health().requestTo(base()).replace("HTTP/1.1\r\n", "HTTP/1.0\r\nConnection: keep-alive\r\n");
        try (RawConnection connection = new RawConnection(base())) {
            for (int i = 0; i < 2; i++) {
                connection.send(request);
                RawResponse response = connection.read("GET");
                health().requireAnswer(response, "GET");
                assertThat(response.header("connection")).isEqualToIgnoringCase("keep-alive");
            }
        }
    }

    @Test
    default void answersABodyThatBreaksOff() throws IOException {
        String request = swipe().requestTo(base());
        try (RawConnection connection = new RawConnection(base())) {
            connection.send(request.substring(0, request.length() - 1));
            connection.sendNothingMore();
            Exchange.refused("broken off", request, 400, "Request body could not be read")
                    .requireAnswer(connection.read("POST"), "POST");
            connection.requireClosed();
        }
    }

    @Test
    default void survivesClientsThatDoNotWaitForTheirAnswer() throws IOException {
        for (int i = 0; i < 50; i++) {
            try (RawConnection connection = new RawConnection(base())) {
                connection.send(swipe().requestTo(base()).repeat(20));
            }
        }
        health().holdWith(base());
    }
}
