package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.write;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.FirstConnection;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.SingleRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A first connection that fails ends every command in one line, before there is a directory. */
class FirstConnectionIT {

    private static final String REDIRECT =
            "HTTP/1.1 302 Found\r\nLocation: http://other.example/app/swipe/left/\r\n\r\n";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"run", "run --repeat 2", "sweep"})
    void a_port_that_nobody_listens_on_is_refused_at_once(String command) {
        String url = FaultServer.deadTarget().toString();

        expectLine(command(command, url), "cannot connect to " + url + ": Connection refused; is it running there?");
    }

    @Test
    void a_name_without_an_address_is_named() {
        expectLine(
                command("run", "http://no-such-host.invalid"),
                "host 'no-such-host.invalid' has no address: correct --url");
    }

    @Test
    void a_server_with_tls_is_distinguished_from_one_without() throws Exception {
        try (FaultServer server = FaultServer.secured(Certificates.SELF_SIGNED.context(), List.of())) {
            String http = server.url().replace("https", "http");

            expectLine(command("run", http), http + " speaks TLS: use " + server.url());
        }
        try (FaultServer server = FaultServer.firstDoing(CLOSE)) {
            String https = server.url().replace("http", "https");

            expectLine(command("run", https), https + " does not speak TLS: use " + server.url());
        }
    }

    @Test
    void a_server_of_another_version_of_http_is_named_with_the_remedy() {
        // Its settings, and that it goes away.
        Act http2 = write("\0\0\6\4\0\0\0\0\0\0\3\0\0\0\144\0\0\10\7\0\0\0\0\0\0\0\0\0\0\0\0\1");
        try (FaultServer server = FaultServer.firstDoing(READ, http2, CLOSE)) {
            expectLine(command("run", server.url()), server.url() + " speaks only HTTP/2 in clear text: use --http 2");
        }
        try (FaultServer server =
                FaultServer.firstDoing(Act.READ_SOME, write("HTTP/1.1 400 \r\nContent-Length: 0\r\n\r\n"), CLOSE)) {
            expectLine(
                    command("run", server.url(), "--http", "2"),
                    server.url() + " does not speak HTTP/2 in clear text: use --http 1.1");
        }
    }

    @Test
    void a_redirect_is_named_with_its_target_and_the_remedy() {
        try (FaultServer server = FaultServer.scripted(Collections.nCopies(3, List.of(READ, write(REDIRECT), CLOSE)))) {
            expectLine(
                    command("run", server.url()),
                    server.url() + " redirects to http://other.example/app/swipe/left/ (status 302): use --url "
                            + "http://other.example/app, or add --follow-redirects");
            assertThat(server.requests()).singleElement().asString().startsWith("HEAD /swipe/left/ HTTP/1.1");
        }
    }

    @Test
    void a_redirect_of_one_request_that_keeps_its_path_is_named_with_the_path() {
        Act redirect = write("HTTP/1.1 301 \r\nLocation: https://other.example/old?x=1\r\nContent-Length: 0\r\n\r\n");
        try (FaultServer server = FaultServer.firstDoing(READ, redirect, CLOSE)) {
            Optional<String> problem = new FirstConnection(
                            server.target(),
                            SingleRequest.get("/old?x=1").requests(1).request(0),
                            TransportChoice.of(new Classic()),
                            new Timeouts(MAX_WAIT, MAX_WAIT, MAX_WAIT))
                    .problem(true);

            assertThat(problem)
                    .hasValueSatisfying(line -> assertThat(line).contains(" https://other.example/old?x=1, or add"));
        }
    }

    @Test
    void whatever_else_a_server_answers_is_left_to_the_run_and_no_request_of_it() {
        try (FaultServer server = FaultServer.answering(answer(500, ""))) {
            CommandRun run = command("run", server.url(), "--retries", "0");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).contains("planned 20 = ok 0 + failed 20 + never sent 0");
            assertThat(server.received()).isEqualTo(1 + 20);
        }
    }

    private CommandRun command(String command, String url, String... more) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(List.of("--url", url, "--requests", "20", "--self-warmup", "none"));
        if (!command.equals("sweep")) {
            args.addAll(List.of("--threads", "2"));
        }
        args.addAll(List.of("--output", directory.resolve("out").toString()));
        args.addAll(List.of(more));
        return CommandRun.checking(args.toArray(String[]::new));
    }

    @Test
    void a_redirect_that_the_operation_expects_is_no_problem_and_the_host_is_that_of_the_request() {
        Act redirect = write("HTTP/1.1 302 \r\nLocation: /new\r\nContent-Length: 0\r\n\r\n");
        SingleRequest request = SingleRequest.get("/old?x=1").withHeader("Host", "shop.example");
        Timeouts timeouts = new Timeouts(MAX_WAIT, MAX_WAIT, MAX_WAIT);
        try (FaultServer server = FaultServer.firstDoing(READ, redirect, CLOSE)) {
            assertThat(new FirstConnection(
                                    server.target(),
                                    request.expecting(StatusSet.parse("302"))
                                            .requests(1)
                                            .request(0),
                                    TransportChoice.of(new Classic()),
                                    timeouts)
                            .problem(true))
                    .isEmpty();
            assertThat(server.requests().get(0)).startsWith("HEAD /old?x=1 HTTP/1.1\r\nHost: shop.example\r\n");
        }
        try (FaultServer server = FaultServer.firstDoing(READ, redirect, CLOSE)) {
            assertThat(new FirstConnection(
                                    server.target(),
                                    request.requests(1).request(0),
                                    TransportChoice.of(new Classic()),
                                    timeouts)
                            .problem(true))
                    .hasValueSatisfying(problem -> assertThat(problem).contains("redirects to /new (status 302)"));
        }
    }

    private void expectLine(CommandRun run, String line) {
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines().filter(said -> !said.startsWith("NOTE: "))).containsExactly(line);
        assertThat(directory.resolve("out")).doesNotExist();
    }
}
