package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a server ends: what is begun is answered, what is not begun is not taken, and what memory held is gone. */
interface StopContract {

    /** As many connections as a small load test has. */
    int CONNECTIONS = 64;

    /** What follows {@code java} to start the server. */
    List<String> program();

    private Exchange swipe() {
        return Exchange.of("", Exchange.swipe(BodyCases.body("1", "1", "\"x\"")), 201, BodyCases.WRITTEN);
    }

    private static boolean refusesConnections(URI server) {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            return !socket.isConnected();
        } catch (IOException e) {
            return true;
        }
    }

    /** Begins a request and leaves its body out; the interim answer shows that the request is being worked on. */
    private String begin(RawConnection connection, URI server) throws IOException {
        String request = swipe().requestTo(server);
        int bodyAt = request.indexOf("\r\n\r\n") + 2;
        connection.send(request.substring(0, bodyAt) + "Expect: 100-continue\r\n\r\n");
        assertThat(connection.readOne("POST").status()).isEqualTo(100);
        return request.substring(bodyAt + 2);
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "SIGTERM while 64 requests are being worked on -> new connections are refused at once, each of the 64 is"
                    + " answered, idle connections are closed, exit code 143")
    default void answersWhatIsInFlightWhenItIsTerminated() throws Exception {
        boolean inTime = false;
        for (int tries = 0; !inTime; tries++) {
            assertThat(tries).as("tries in which this machine was too busy").isLessThan(10);
            inTime = answersWhatIsInFlightUnlessThisMachineIsTooSlow();
        }
    }

    /** Returns false when the bodies were sent, or could be answered, only after the server need no longer wait for them. */
    private boolean answersWhatIsInFlightUnlessThisMachineIsTooSlow() throws Exception {
        try (ServerProcess server = ServerProcess.start(program());
                RawConnection idle = new RawConnection(server.base())) {
            List<RawConnection> slow = new ArrayList<>();
            String rest = "";
            for (int i = 0; i < CONNECTIONS; i++) {
                slow.add(new RawConnection(server.base()));
                rest = begin(slow.get(i), server.base());
            }
            long start = System.nanoTime();
            server.terminate();
            await().atMost(MAX_WAIT).until(() -> refusesConnections(server.base()));
            // Longer than Tomcat by itself has patience with a servlet that is still busy.
            boolean silent = slow.get(0).isSilentFor(Duration.ofMillis(2_500));
            for (RawConnection connection : slow) {
                connection.sendOrNotice(rest);
            }
            if (System.nanoTime() - start > Duration.ofSeconds(4).toNanos()) {
                return false;
            }
            assertThat(silent).isTrue();
            for (RawConnection connection : slow) {
                try {
                    swipe().requireAnswer(connection.readOne("POST"), "POST");
                } catch (AssertionError | SocketException e) {
                    // The server may cut off what it could not answer in its 5 s.
                    if (System.nanoTime() - start > Duration.ofSeconds(5).toNanos()) {
                        return false;
                    }
                    throw e;
                }
                connection.close();
            }
            assertThat(server.awaitExit()).isEqualTo(143);
            idle.requireClosed();
            assertThat(server.out()).hasSize(1);
            assertThat(server.err()).isEmpty();
            return true;
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("SIGTERM in the middle of load on 64 connections -> every answer that begins is complete, at most one"
            + " request of each connection is closed unread, exit code 143")
    default void leavesNoHalfAnswerWhenItIsTerminatedUnderLoad() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(CONNECTIONS);
        AtomicInteger answered = new AtomicInteger();
        try (ServerProcess server = ServerProcess.start(program())) {
            List<Future<?>> senders = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                senders.add(executor.submit(() -> {
                    sendUntilTheEnd(server.base(), answered);
                    return null;
                }));
            }
            await().atMost(MAX_WAIT).until(() -> answered.get() > 20 * CONNECTIONS);
            server.terminate();
            for (Future<?> sender : senders) {
                sender.get(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(server.awaitExit()).isEqualTo(143);
            assertThat(server.err()).isEmpty();
        } finally {
            executor.shutdownNow();
        }
    }

    private void sendUntilTheEnd(URI server, AtomicInteger answered) throws IOException {
        try (RawConnection connection = new RawConnection(server)) {
            while (true) {
                connection.sendOrNotice(swipe().requestTo(server));
                if (connection.endsHere()) {
                    return;
                }
                RawResponse response = connection.readOne("POST");
                if (response.status() == 503) {
                    // Taken in when the server had begun to end, and rejected explicitly.
                    Exchange.refused("", "", 503, "Server is stopping").requireAnswer(response, "POST");
                } else {
                    swipe().requireAnswer(response, "POST");
                    answered.incrementAndGet();
                }
            }
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("SIGTERM while a request never ends -> the server waits 5 s for it, and has exited within 10 s")
    default void doesNotWaitForEverWhenItIsTerminated() throws Exception {
        try (ServerProcess server = ServerProcess.start(program());
                RawConnection endless = new RawConnection(server.base())) {
            begin(endless, server.base());
            long start = System.nanoTime();
            server.terminate();
            assertThat(server.awaitExit()).isEqualTo(143);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofSeconds(4), LAST_EXIT);
        }
    }

    /** The promise is 10 s; a machine that is busy with other builds gets six times that. */
    Duration LAST_EXIT = Duration.ofSeconds(60);

    @Test
    @Tag("fault")
    @DisplayName("SIGKILL and a new start -> all swipes are forgotten, since they are kept in memory only; the server"
            + " answers as a new one")
    default void forgetsEverythingWhenItIsKilled() throws Exception {
        int swipes = 50;
        try (ServerProcess server = ServerProcess.start(program());
                RawConnection connection = new RawConnection(server.base())) {
            Exchange like = Exchange.of(
                    "",
                    Exchange.post(
                            "/swipe/right/", "Content-Type: application/json\r\n", BodyCases.body("7", "70", "\"x\"")),
                    201,
                    BodyCases.WRITTEN);
            for (int i = 0; i < swipes; i++) {
                connection.send(like.requestTo(server.base()));
                like.requireAnswer(connection.read("POST"), "POST");
            }
            requireMemory(server.base(), "{\"likes\":" + swipes + ",\"dislikes\":0}", "{\"matches\":[70]}");
            begin(connection, server.base());
            server.kill();
            assertThat(server.awaitExit()).isEqualTo(137);
            connection.requireClosed();
        }
        try (ServerProcess server = ServerProcess.start(program())) {
            // Without a lifeline a server outlives its standard input.
            server.closeStandardInput();
            requireMemory(server.base(), "{\"likes\":0,\"dislikes\":0}", "{\"matches\":[]}");
        }
    }

    private static void requireMemory(URI server, String stats, String matches) throws IOException {
        Exchange.of("stats", Exchange.get("/stats/7"), 200, stats).holdWith(server);
        Exchange.of("matches", Exchange.get("/matches/7"), 200, matches).holdWith(server);
    }
}
