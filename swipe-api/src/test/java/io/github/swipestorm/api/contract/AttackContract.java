package io.github.swipestorm.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How a server copes with many attacking clients at once: it continues to serve the others. That they are served is
 * tested here, with the patience that a busy machine needs; how fast is measured by scripts/measure-attacks.py.
 */
interface AttackContract extends ServerUnderTest {

    /** More than a server has threads. */
    int MANY = 300;

    private Exchange swipe() {
        return Exchange.of("swipe", Exchange.swipe(BodyCases.body("1", "1", "\"x\"")), 201, BodyCases.WRITTEN);
    }

    private Exchange health() {
        return Exchange.of("health", Exchange.get("/health"), 200, "{\"status\":\"UP\"}");
    }

    /** A new client is served, and so is one that reuses its connection. */
    private void requireThatOthersAreServed() throws IOException {
        for (int i = 0; i < 5; i++) {
            try (RawConnection other = new RawConnection(base())) {
                for (Exchange exchange : List.of(swipe(), health(), swipe())) {
                    other.send(exchange.requestTo(base()));
                    exchange.requireAnswer(other.read("GET"), "GET");
                }
            }
        }
    }

    private List<RawConnection> connections(int number, Crowd crowd) throws IOException {
        for (int i = 0; i < number; i++) {
            crowd.members.add(new RawConnection(base()));
        }
        return crowd.members;
    }

    /** Connections that are closed together. */
    final class Crowd implements Closeable {

        private final List<RawConnection> members = new ArrayList<>();

        @Override
        public void close() throws IOException {
            for (RawConnection member : members) {
                member.close();
            }
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "300 heads that come byte by byte -> no thread waits for them: others are served, and each slow request is"
                    + " answered once it is complete")
    default void servesOthersWhileHeadsAreSlow() throws IOException {
        String request = health().requestTo(base());
        int sent = 10;
        try (Crowd crowd = new Crowd()) {
            for (RawConnection slow : connections(MANY, crowd)) {
                slow.send(request.substring(0, sent));
            }
            for (; sent < 20; sent++) {
                for (RawConnection slow : crowd.members) {
                    slow.send(request.substring(sent, sent + 1));
                }
            }
            requireThatOthersAreServed();
            for (RawConnection slow : crowd.members) {
                slow.send(request.substring(sent));
            }
            for (RawConnection slow : crowd.members) {
                health().requireAnswer(slow.read("GET"), "GET");
            }
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("150 bodies that never end, silent or in drops -> each is 408 after 10 s, and closed;"
            + " others are served meanwhile, as long as the slow ones are fewer than the server's threads")
    default void servesOthersWhileBodiesAreSlow() throws IOException {
        String request = Exchange.of("", Exchange.swipe(BodyCases.body("1", "1", "\"" + "x".repeat(200) + "\"")), 0, "")
                .requestTo(base());
        String begun = request.substring(0, request.length() - 200);
        Exchange tooSlow = Exchange.refused("slow body", request, 408, "Request body took longer than 10 s to arrive");
        try (Crowd crowd = new Crowd()) {
            List<RawConnection> slow = connections(MANY / 2, crowd);
            long start = System.nanoTime();
            for (RawConnection member : slow) {
                member.send(begun);
            }
            List<RawConnection> dripping = slow.subList(0, 50);
            List<RawConnection> silent = slow.subList(50, slow.size());
            requireThatOthersAreServed();
            // A server that limits only the wait for the next drop would take in the whole body.
            for (List<RawConnection> group : List.of(silent, dripping)) {
                for (RawConnection member : group) {
                    while (member.isSilentFor(Duration.ofMillis(500))) {
                        dripping.forEach(each -> each.sendOrNotice("x"));
                        if (System.nanoTime() - start < Duration.ofSeconds(5).toNanos()) {
                            requireThatOthersAreServed();
                        }
                    }
                    tooSlow.requireAnswer(member.read("POST"), "POST");
                    // Tomcat waits for one byte more, which is one too much, and for 10 s unless it comes at once.
                    member.sendOrNotice("x");
                }
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(9));
            for (RawConnection member : slow) {
                member.requireClosed();
            }
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("5,000 connections that stay idle -> others are served, and every idle one is still usable")
    default void servesOthersBesideIdleConnections() throws IOException {
        int idle = 5_000;
        assumeTrue(mostOpenFiles() > idle + 500, "this system lets a process open too few files");
        try (Crowd crowd = new Crowd()) {
            connections(idle, crowd);
            requireThatOthersAreServed();
            for (RawConnection member : crowd.members) {
                member.send(health().requestTo(base()));
            }
            for (RawConnection member : crowd.members) {
                health().requireAnswer(member.read("GET"), "GET");
            }
        }
    }

    private static long mostOpenFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : 0;
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "300 connections that send header lines without end -> 400 and closed once there are 100 lines or 8 KiB;"
                    + " others are served")
    default void servesOthersDuringAHeaderFlood() throws IOException {
        Exchange refused = Exchange.refused("flood", "", 400, "Request refused");
        try (Crowd crowd = new Crowd()) {
            for (RawConnection flooding : connections(MANY, crowd)) {
                flooding.send("GET / HTTP/1.1\r\nHost: localhost\r\n" + "A: b\r\n".repeat(90));
            }
            requireThatOthersAreServed();
            for (RawConnection flooding : crowd.members) {
                flooding.send("A: b\r\n".repeat(30));
            }
            requireThatOthersAreServed();
            for (RawConnection flooding : crowd.members) {
                assertThat(flooding.read("GET").status()).isEqualTo(refused.status());
                flooding.requireClosed();
            }
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "Clients that are gone before their answer, by an orderly end or a reset, in the head, in the body or after"
                    + " it -> nothing is logged, and others are served")
    default void servesOthersWhenClientsAreGone() throws IOException {
        String request = swipe().requestTo(base());
        for (int i = 0; i < MANY; i++) {
            try (RawConnection gone = new RawConnection(base())) {
                gone.send(request.repeat(3).substring(0, request.length() * 3 - i));
                if (i % 2 == 0) {
                    gone.reset();
                }
            }
        }
        requireThatOthersAreServed();
    }

    @Test
    @Tag("fault")
    @DisplayName("500 pipelined requests -> as many answers, in order")
    default void answersManyPipelinedRequests() throws IOException {
        int requests = 500;
        Exchange unknown = Exchange.refused("unknown", Exchange.get("/none"), 404, "Not found");
        try (RawConnection connection = new RawConnection(base())) {
            connection.send((unknown.requestTo(base()) + health().requestTo(base())).repeat(requests / 2));
            for (int i = 0; i < requests; i++) {
                Exchange expected = i % 2 == 0 ? unknown : health();
                expected.requireAnswer(connection.read("GET"), "GET");
            }
        }
        requireThatOthersAreServed();
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "A request pipelined behind one that is refused with 400 -> the connection is closed; it is not answered and"
                    + " not carried out")
    default void answersNothingBehindARefusal() throws IOException {
        Exchange bad = Exchange.refused("bad", Exchange.get("/stats/x"), 400, "userId 'x' is not a decimal integer");
        try (RawConnection connection = new RawConnection(base())) {
            connection.send(bad.requestTo(base()) + health().requestTo(base()));
            bad.requireAnswer(connection.read("GET"), "GET");
            connection.requireClosed();
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("HTTP/0.9 -> the bare body of the answer, and closed")
    default void answersHttp09WithABareBody() throws IOException {
        try (RawConnection connection = new RawConnection(base())) {
            connection.send(health().requestTo(base()).replaceFirst(" HTTP/1.1\r\nHost: localhost", ""));
            assertThat(connection.readToEnd()).isEqualTo("{\"status\":\"UP\"}");
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("HTTP/2 without being asked -> closed without an answer")
    default void closesHttp2() throws IOException {
        try (RawConnection connection = new RawConnection(base())) {
            connection.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            assertThat(connection.readToEnd()).isEmpty();
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("OPTIONS * -> 200, by the connector, which asks no application and counts nothing")
    default void answersOptionsOfTheServerAsAWhole() throws IOException {
        try (RawConnection connection = new RawConnection(base())) {
            connection.send("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n");
            RawResponse response = connection.read("OPTIONS");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text()).isEmpty();
            assertThat(response.headers()).doesNotContainKeys("server", "x-powered-by", "set-cookie");
        }
    }
}
