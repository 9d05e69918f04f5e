package io.github.swipestorm.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What every server's main does: its options, its one line, its exit codes, its end. That each option, wrong value and
 * failure has its message is tested without a server, in {@code ServerMainTest}. Each test starts servers of its own and
 * waits for them, so several run at once.
 */
@Execution(ExecutionMode.CONCURRENT)
public interface MainContract extends StopContract {

    /** What the server calls itself in its line. */
    String kind();

    private ServerProcess ended(int exitCode, String... options) throws Exception {
        try (ServerProcess server = ServerProcess.launch(program(), options)) {
            assertThat(server.awaitExit()).isEqualTo(exitCode);
            return server;
        }
    }

    @Test
    default void aWrongOptionIsOneLineAndExitCodeTwo() throws Exception {
        ServerProcess server = ended(2, "--server-threads=0");
        assertThat(server.err())
                .containsExactly("--server-threads must be from 1 to 10000, not 0 (--help lists the options)");
        assertThat(server.out()).isEmpty();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    default void virtualThreadsAnswerMoreRequestsAtOnceThanThereAreThreads() throws Exception {
        try (ServerProcess server = ServerProcess.start(program(), "--virtual-threads", "--server-threads=1")) {
            answersWhileABodyIsAwaited(server.base());
        }
    }

    @Test
    default void printsOneLineWorksOnOneRequestAtATimeAndEndsWithItsStandardInput() throws Exception {
        try (ServerProcess server = ServerProcess.start(program(), "--parent-lifeline", "--server-threads=1")) {
            worksOnOneRequestAtATime(server.base());
            Exchange.refused("", Exchange.get("/none"), 404, "Not found").holdWith(server.base());
            server.closeStandardInput();
            assertThat(server.awaitExit()).isZero();
            int port = server.base().getPort();
            assertThat(server.out())
                    .containsExactly("Swipestorm " + kind() + " server ready at http://localhost:" + port + "/");
            assertThat(server.err()).isEmpty();
        }
    }

    private static void worksOnOneRequestAtATime(URI server) throws IOException {
        Exchange health = Exchange.of("", Exchange.get("/health"), 200, "{\"status\":\"UP\"}");
        try (RawConnection slow = new RawConnection(server);
                RawConnection other = new RawConnection(server)) {
            String request = Exchange.of("", Exchange.swipe("[]"), 400, "").requestTo(server);
            // The interim answer shows that the request is being worked on; its body never comes.
            slow.send(request.replace(
                    "Content-Length: 2\r\n\r\n[]", "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
            assertThat(slow.readOne("POST").status()).isEqualTo(100);
            other.send(health.requestTo(server));
            assertThat(other.isSilentFor(Duration.ofMillis(300))).isTrue();
            slow.sendNothingMore();
            health.requireAnswer(other.read("GET"), "GET");
        }
    }

    private static void answersWhileABodyIsAwaited(URI server) throws IOException {
        Exchange swipe = Exchange.of("", Exchange.swipe(BodyCases.body("1", "1", "\"x\"")), 201, BodyCases.WRITTEN);
        String request = swipe.requestTo(server);
        try (RawConnection slow = new RawConnection(server)) {
            slow.send(request.substring(0, request.length() - 1));
            Exchange.of("", Exchange.get("/health"), 200, "{\"status\":\"UP\"}").holdWith(server);
            slow.send(request.substring(request.length() - 1));
            swipe.requireAnswer(slow.read("POST"), "POST");
        }
    }

    @Test
    default void aTakenPortIsOneLineAndExitCodeOne() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            String port = String.valueOf(taken.getLocalPort());
            ServerProcess server = ended(1, "--port", port);
            assertThat(server.err()).containsExactly("cannot listen on port " + port + ": Address already in use");
            assertThat(server.out()).isEmpty();
        }
    }
}
