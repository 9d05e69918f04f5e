package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a server remembers: no swipe and no request is lost or counted twice. */
interface CountingContract extends ServerUnderTest {

    private RawResponse ask(String request) throws IOException {
        try (RawConnection connection = new RawConnection(base())) {
            Exchange exchange = Exchange.of("any", request, 0, "");
            connection.send(exchange.requestTo(base()));
            return connection.read(request.substring(0, request.indexOf(' ')));
        }
    }

    private Map<String, Long> metrics() throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        ask(Exchange.get("/metrics"))
                .text()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> {
                    int blank = line.indexOf(' ');
                    counts.put(line.substring(0, blank), Long.valueOf(line.substring(blank + 1)));
                });
        return counts;
    }

    /** Other tests leave without waiting for their answers; what they asked for must not be counted here. */
    private Map<String, Long> settledMetrics() throws IOException {
        AtomicReference<Map<String, Long>> last = new AtomicReference<>(metrics());
        await().atMost(MAX_WAIT)
                .pollInterval(Duration.ofMillis(50))
                .during(Duration.ofMillis(500))
                .until(() -> {
                    Map<String, Long> now = metrics();
                    Map<String, Long> more = difference(last.getAndSet(now), now);
                    return more.equals(Map.of(requests(200), 1L));
                });
        return metrics();
    }

    private static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> difference = new TreeMap<>();
        after.forEach((name, count) -> {
            long more = count - before.getOrDefault(name, 0L);
            if (more != 0) {
                difference.put(name, more);
            }
        });
        return difference;
    }

    private static String requests(int status) {
        return "swipestorm_requests_total{status=\"" + status + "\"}";
    }

    private long[] likesAndDislikes(int user) throws IOException {
        String stats = ask(Exchange.get("/stats/" + user)).text();
        assertThat(stats).matches("\\{\"likes\":[0-9]+,\"dislikes\":[0-9]+}");
        String[] numbers = stats.replaceAll("[^0-9,]", "").split(",");
        return new long[] {Long.parseLong(numbers[0]), Long.parseLong(numbers[1])};
    }

    private static String swipe(String direction, int swiper, int swipee) {
        String body = BodyCases.body(String.valueOf(swiper), String.valueOf(swipee), "\"x\"");
        return Exchange.post("/swipe/" + direction + "/", "Content-Type: application/json\r\n", body);
    }

    @Test
    default void countsEveryRequestByItsStatus() throws IOException {
        String one = BodyCases.body("1", "1", "\"x\"");
        Map<String, Long> before = settledMetrics();
        for (int i = 0; i < 3; i++) {
            assertThat(ask(swipe("right", 1, 1)).status()).isEqualTo(201);
        }
        assertThat(ask(Exchange.request("HEAD", "/health")).status()).isEqualTo(200);
        assertThat(ask(Exchange.get("/openapi.yaml")).status()).isEqualTo(200);
        assertThat(ask(Exchange.swipe("[]")).status()).isEqualTo(400);
        assertThat(ask(Exchange.get("/stats/x")).status()).isEqualTo(400);
        assertThat(ask(Exchange.chunkedSwipe(one, 1).replace("\r\n1\r\n{", "\r\nzz\r\n{"))
                        .status())
                .isEqualTo(400);
        assertThat(ask(swipe("left", 0, 1)).status()).isEqualTo(404);
        assertThat(ask(Exchange.get("/nothing")).status()).isEqualTo(404);
        assertThat(ask(Exchange.request("DELETE", "/health")).status()).isEqualTo(405);
        assertThat(ask(Exchange.request("OPTIONS", "/health")).status()).isEqualTo(405);
        assertThat(ask(Exchange.request("TRACE", "/health")).status()).isEqualTo(405);
        assertThat(ask(Exchange.swipe("x".repeat(9_000))).status()).isEqualTo(413);
        assertThat(ask(Exchange.swipe("", one)).status()).isEqualTo(415);
        // The first question for the counts is itself a request by the time of the second.
        assertThat(difference(before, metrics()))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "swipestorm_swipes_accepted_total",
                        3L,
                        requests(200),
                        3L,
                        requests(201),
                        3L,
                        requests(400),
                        3L,
                        requests(404),
                        2L,
                        requests(405),
                        3L,
                        requests(413),
                        1L,
                        requests(415),
                        1L));
    }

    @Test
    default void remembersMatchesInOrderOfTheFirstLikeUpToTheHundredth() throws IOException {
        int user = 4_998;
        ask(swipe("left", user, 500_000));
        List<Integer> liked =
                IntStream.rangeClosed(1, 101).mapToObj(i -> 1_000 - 7 * i).collect(Collectors.toList());
        for (int i = 0; i < liked.size(); i++) {
            ask(swipe("right", user, liked.get(i)));
            ask(swipe("right", user, liked.get(i / 2)));
        }
        String expected = liked.subList(0, 100).stream().map(String::valueOf).collect(Collectors.joining(","));
        assertThat(ask(Exchange.get("/matches/" + user)).text()).isEqualTo("{\"matches\":[" + expected + "]}");
        assertThat(likesAndDislikes(user)).containsExactly(202, 1);
    }
}
