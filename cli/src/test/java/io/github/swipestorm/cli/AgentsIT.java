package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.engine.AgentRun;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import io.github.swipestorm.cluster.Agent;
import io.github.swipestorm.cluster.AgentInfo;
import io.github.swipestorm.cluster.Cluster;
import io.github.swipestorm.cluster.ClusterException;
import io.github.swipestorm.cluster.ClusterRunner;
import io.github.swipestorm.cluster.ClusterRunner.OnLoss;
import io.github.swipestorm.cluster.Membership;
import io.github.swipestorm.launch.ServerCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs over agents on this machine, over mutual TLS: three processes, which the tests share and which the faults happen to, and where
 * more are needed some in this JVM.
 */
class AgentsIT {

    private static final String VERSION = new Version().getVersion()[0].split(" ")[1];
    private static final Duration PATIENCE = MAX_WAIT;

    @TempDir
    private static Path directory;

    private static Path certificates;
    private static InetSocketAddress seed;
    private static List<ClientJvm> agents;
    private static Cluster cluster;

    @BeforeAll
    static void three_agents() throws Exception {
        certificates = Files.createDirectory(directory.resolve("tls"));
        ServerCertificate.forMembers(certificates.resolve("ca.pem"), certificates.resolve("member.pem"));
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            seed = new InetSocketAddress("127.0.0.1", free.getLocalPort());
        }
        agents = new ArrayList<>();
        agents.add(agent("--listen", seed.getHostString() + ":" + seed.getPort()));
        agents.get(0).awaitOutput("listens at");
        agents.add(agent("--join", seed.getHostString() + ":" + seed.getPort()));
        agents.add(agent("--join", seed.getHostString() + ":" + seed.getPort()));
        cluster = new Cluster(membership(certificates));
        await().atMost(MAX_WAIT).until(() -> cluster.agents(PATIENCE).size() == 3);
    }

    @AfterAll
    static void no_agent_is_left() {
        cluster.close();
        agents.forEach(ClientJvm::close);
    }

    private static ClientJvm agent(String... options) throws IOException {
        return ClientJvm.start(Stream.concat(
                        Stream.of(
                                "agent",
                                "--no-self-warmup",
                                "--cluster-tls",
                                certificates.toString(),
                                "--records-dir",
                                directory.resolve("rows").toString()),
                        Stream.of(options))
                .toList());
    }

    private static Membership membership(Path tls) {
        return new Membership(List.of(seed), Optional.empty(), Optional.of(tls));
    }

    private static ClusterRunner runner(int wanted, OnLoss onLoss) {
        return new ClusterRunner(cluster, wanted, PATIENCE, onLoss, VERSION, line -> {});
    }

    private static LoadPlan.Builder plan(Target target) {
        return LoadPlan.builder(target)
                .workload(new RandomSwipes())
                .seed(7)
                .threads(6)
                .warmUp(new WarmUp(0, Optional.empty(), SelfWarmUp.NONE));
    }

    private static RunResult run(Runner runner, LoadPlan plan) throws InterruptedException {
        return runner.run(plan, new StopSignal(), RunObserver.NONE);
    }

    @Test
    @DisplayName(
            "1, 2, 3 and 5 agents -> the server receives exactly the requests that one client sends, each once; counts, rows and"
                    + " latencies are those of the rows")
    void agents_send_what_one_client_sends() throws Exception {
        List<String> alone;
        try (Listener server = new Listener()) {
            run(new LocalRunner(), plan(server.target()).requests(301).build());
            alone = server.sorted();
        }
        try (Agent fourth = new Agent(membership(certificates), Agent.Limits.NONE, directory, VERSION, 0, line -> {});
                Agent fifth =
                        new Agent(membership(certificates), Agent.Limits.NONE, directory, VERSION, 0, line -> {})) {
            await().atMost(MAX_WAIT)
                    .until(() -> cluster.agents(PATIENCE).stream()
                            .map(AgentInfo::name)
                            .toList()
                            .containsAll(List.of(fourth.name(), fifth.name())));
            for (int wanted : List.of(1, 2, 3, 5)) {
                try (Listener server = new Listener()) {
                    Path files = Files.createDirectory(directory.resolve("run-" + wanted));
                    RunResult result = run(
                            runner(wanted, OnLoss.STOP)
                                    .with(RunSettings.of(new RecordingSettings(
                                            Optional.of(files), Optional.of("records.csv"), RecordsPolicy.BLOCK))),
                            plan(server.target()).requests(301).build());

                    assertThat(result.violations()).isEmpty();
                    assertThat(result.recorded().problems()).isEmpty();
                    assertThat(result.allOk())
                            .as("all ok with %s agents", wanted)
                            .isTrue();
                    assertThat(result.agents()).hasSize(wanted).allSatisfy(agent -> {
                        assertThat(agent.loss()).isEmpty();
                        assertThat(agent.after()).isPresent();
                        assertThat(agent.drifted()).isFalse();
                    });
                    assertThat(server.sorted()).hasSize(301).isEqualTo(alone);
                    List<String> rows = Files.readAllLines(files.resolve("records.csv"));
                    assertThat(rows).hasSize(1 + 301);
                    assertThat(Files.list(files).map(Path::getFileName).map(Path::toString))
                            .as("parts are deleted")
                            .containsExactly("records.csv");
                    assertThat(result.recorded().service().count()).isEqualTo(301);
                    assertThat(result.recorded().service().summary().maxUs()).isEqualTo(slowest(rows));
                }
            }
            try (Listener server = new Listener()) {
                Path files = Files.createDirectory(directory.resolve("rows-elsewhere"));
                RunResult result = run(
                        runner(5, OnLoss.STOP)
                                .leavingRecords()
                                .with(RunSettings.of(new RecordingSettings(
                                        Optional.of(files), Optional.of("records.csv"), RecordsPolicy.BLOCK))),
                        plan(server.target()).requests(301).build());

                assertThat(result.recorded().problems()).isEmpty();
                assertThat(files).isEmptyDirectory();
                long rows = 0;
                for (AgentRun agent : result.agents()) {
                    Path left = Path.of(agent.records().orElseThrow());
                    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(left))) {
                        rows += new String(in.readAllBytes(), StandardCharsets.UTF_8)
                                        .lines()
                                        .count()
                                - 1;
                    }
                }
                assertThat(rows).isEqualTo(301);
            }
        }
    }

    @Test
    @DisplayName("a matrix with the key 'agents' -> each run has the agents that its setting asks for")
    void a_matrix_varies_the_number_of_agents() throws Exception {
        Path plan = Files.writeString(
                directory.resolve("agents.yaml"), "agents: [1, 3]\nthreads: 3\nrequests: 30\n", StandardCharsets.UTF_8);
        Path output = directory.resolve("matrix");
        CommandRun matrix;
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            matrix = CommandRun.of(
                    "matrix",
                    plan.toString(),
                    "--url",
                    server.url(),
                    "--join",
                    seed.getHostString() + ":" + seed.getPort(),
                    "--cluster-tls",
                    certificates.toString(),
                    "--settle",
                    "0s",
                    "--pause",
                    "0s",
                    "--self-warmup",
                    "none",
                    "--repeats",
                    "1",
                    "--output",
                    output.toString());
            assertThat(matrix.exitCode()).as(matrix.err()).isZero();
            assertThat(server.received()).isEqualTo(60);
        }
        List<Integer> agentsOfRuns = new ArrayList<>();
        try (Stream<Path> files = Files.walk(output)) {
            for (Path summary :
                    files.filter(file -> file.endsWith("summary.json")).toList()) {
                agentsOfRuns.add(json(summary).path("agents").size());
            }
        }
        assertThat(agentsOfRuns).containsExactlyInAnyOrder(1, 3);
        assertThat(json(output.resolve("experiment.json")).path("settings"))
                .extracting(setting -> setting.path("agents").asInt())
                .containsExactly(1, 3);
    }

    private static JsonNode json(Path file) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    /** A server that keeps what it receives. */
    private static final class Listener implements AutoCloseable {

        private final HttpServer server;
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final Queue<String> received = new ConcurrentLinkedQueue<>();

        private Listener() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            server.createContext("/", exchange -> {
                received.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                        + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                exchange.sendResponseHeaders(201, -1);
                exchange.close();
            });
            server.start();
        }

        private Target target() {
            return Target.parse("http://127.0.0.1:" + server.getAddress().getPort());
        }

        private List<String> sorted() {
            return received.stream().sorted().toList();
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }

    private static long slowest(List<String> rows) {
        List<String> columns = Arrays.asList(rows.get(0).split(","));
        int latency = columns.indexOf("latency_us");
        return rows.stream()
                .skip(1)
                .mapToLong(row -> Long.parseLong(row.split(",")[latency]))
                .max()
                .orElseThrow();
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "kill -9 of one agent, SIGSTOP of another -> both are named, what they told is counted, the third one goes on to the"
                    + " end; the stopped one ends its load when it wakes up")
    void lost_agents_are_named_and_the_others_go_on() throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"));
                ClientJvm killed = agent("--join", seed.getHostString() + ":" + seed.getPort());
                ClientJvm stopped = agent("--join", seed.getHostString() + ":" + seed.getPort())) {
            await().atMost(MAX_WAIT).until(() -> cluster.agents(PATIENCE).size() == 5);
            LoadPlan plan = plan(server.target())
                    .openLoop(new OpenLoop(Rate.parse("50/s"), List.of(), ArrivalProcess.CONSTANT))
                    .duration(Duration.ofSeconds(14))
                    .threads(10)
                    .build();
            RunResult result = runner(5, OnLoss.CONTINUE).run(plan, new StopSignal(), new Begun(() -> {
                server.awaitReceived(200);
                killed.send("KILL");
                stopped.send("STOP");
                return null;
            }));

            List<AgentRun> lost = result.agents().stream()
                    .filter(agent -> agent.loss().isPresent())
                    .toList();
            assertThat(lost).hasSize(2).allSatisfy(agent -> {
                assertThat(agent.result().counts().attempts()).isBetween(1L, 139L);
                assertThat(agent.lostRequests()).isPositive();
                assertThat(agent.result().reason()).isEqualTo(StopReason.AGENT_LOST);
            });
            assertThat(result.violations()).isEmpty();
            assertThat(result.reason()).isEqualTo(StopReason.AGENT_LOST);
            assertThat(result.agents().stream().filter(agent -> agent.loss().isEmpty()))
                    .hasSize(3)
                    .allSatisfy(agent -> assertThat(agent.result().counts().ok())
                            .isEqualTo(140 - agent.result().dropped())
                            .isPositive());
            stopped.send("CONT");
            stopped.awaitOutput(" ended: ");
            requireSilence(server, Duration.ofSeconds(1));
        }
        await().atMost(MAX_WAIT).until(() -> cluster.agents(PATIENCE).size() == 3);
    }

    private static void requireSilence(FaultServer server, Duration time) {
        int received = server.received();
        await().during(time).atMost(time.plus(MAX_WAIT)).until(() -> server.received() == received);
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "an agent is stopped on its machine -> it tells what it has measured, and is lost; with --on-agent-loss stop the"
                    + " others end as well")
    void the_others_end_with_a_lost_agent_if_they_are_to() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (FaultServer server = FaultServer.answering(answer(201, "ok"));
                Agent leaving =
                        new Agent(membership(certificates), Agent.Limits.NONE, directory, VERSION, 0, line -> {})) {
            await().atMost(MAX_WAIT).until(() -> cluster.agents(PATIENCE).size() == 4);
            LoadPlan plan = plan(server.target()).duration(Duration.ofHours(1)).build();
            Runnable leave = leaving::close;
            String name = leaving.name();
            RunResult result = new ClusterRunner(cluster, 4, PATIENCE, OnLoss.STOP, VERSION, lines::add)
                    .run(plan, new StopSignal(), new Begun(() -> {
                        server.awaitReceived(100);
                        leave.run();
                        return null;
                    }));

            assertThat(result.reason()).isEqualTo(StopReason.AGENT_LOST);
            assertThat(result.violations()).isEmpty();
            assertThat(result.lostAgents()).singleElement().satisfies(agent -> {
                assertThat(agent.name()).isEqualTo(name);
                assertThat(agent.loss().orElseThrow().why()).isEqualTo("it was stopped on its machine");
            });
            assertThat(result.counts().ok()).isEqualTo(server.received());
            assertThat(lines)
                    .singleElement()
                    .asString()
                    .startsWith("LOST agent " + name)
                    .endsWith("it was stopped on its machine; the others end as well");
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "Ctrl-C of a run over agents -> all end, and what they measured is reported; one that waits for agents ends without a"
                    + " run")
    void an_interrupted_run_is_reported() throws Exception {
        StopSignal stop = new StopSignal();
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            LoadPlan plan = plan(server.target()).duration(Duration.ofHours(1)).build();
            RunResult result = runner(3, OnLoss.CONTINUE).run(plan, stop, new Begun(() -> {
                server.awaitReceived(100);
                stop.stop(StopReason.INTERRUPTED);
                return null;
            }));

            assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
            assertThat(result.lostAgents()).isEmpty();
            assertThat(result.violations()).isEmpty();
            assertThat(result.counts().ok()).isEqualTo(server.received());
            assertThatThrownBy(() -> runner(4, OnLoss.CONTINUE).run(plan, stop, RunObserver.NONE))
                    .isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "an agent that may open fewer files than its share can need -> a warning names it, with the remedy; the run"
                    + " begins")
    void an_agent_with_few_files_says_so() throws Exception {
        InetSocketAddress alone;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            alone = new InetSocketAddress("127.0.0.1", free.getLocalPort());
        }
        List<String> lines = new CopyOnWriteArrayList<>();
        try (FaultServer server = FaultServer.answering(answer(201, "ok"));
                ClientJvm few = ClientJvm.startAfter(
                        "ulimit -n 350",
                        List.of(),
                        List.of("agent", "--listen", alone.getHostString() + ":" + alone.getPort()))) {
            few.awaitOutput("listens at");
            try (Cluster own = new Cluster(new Membership(List.of(alone), Optional.empty(), Optional.empty()))) {
                RunResult result = new ClusterRunner(own, 1, PATIENCE, OnLoss.STOP, VERSION, lines::add)
                        .run(
                                plan(server.target())
                                        .transport(new Nio())
                                        .threads(120)
                                        .requests(120)
                                        .build(),
                                new StopSignal(),
                                RunObserver.NONE);

                assertThat(lines)
                        .singleElement()
                        .asString()
                        .startsWith("WARNING: agent " + result.agents().get(0).name()
                                + ": 120 threads need some 370 open files")
                        .endsWith("--nofile=370:370");
                assertThat(result.allOk()).isTrue();
            }
        }
    }

    /** Runs an action beside the run as soon as its clock has started. */
    private record Begun(Callable<Void> action) implements RunObserver {

        @Override
        public void started(LoadPlan plan, Supplier<Counts> counts) {
            Member.running(() -> {
                try {
                    action.call();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "a second run while agents are busy, kill -9 of the coordinator -> the second one says who uses them; agents end the"
                    + " load, and are free for the next run")
    void agents_stop_without_their_coordinator() throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"));
                ClientJvm coordinator = ClientJvm.start(List.of(
                        "run",
                        "--join",
                        seed.getHostString() + ":" + seed.getPort(),
                        "--cluster-tls",
                        certificates.toString(),
                        "--agents",
                        "2",
                        "--url",
                        server.url(),
                        "--threads",
                        "4",
                        "--duration",
                        "1h",
                        "--self-warmup",
                        "none",
                        "--output",
                        directory.resolve("killed").toString()))) {
            server.awaitReceived(100);

            assertThatThrownBy(() -> run(
                            new ClusterRunner(cluster, 3, Duration.ofMillis(10), OnLoss.STOP, VERSION, line -> {}),
                            plan(server.target()).requests(9).build()))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining(", which is busy with a run of " + System.getProperty("user.name"));

            coordinator.send("KILL");

            await().atMost(MAX_WAIT)
                    .until(() -> cluster.agents(PATIENCE).stream()
                            .allMatch(agent -> agent.busyWith().isEmpty()));
            requireSilence(server, Duration.ofSeconds(2));
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("another version, too few agents, certificates of another cluster, random bytes,"
            + " an idle connection -> one line says why, and the cluster goes on")
    void strangers_get_nowhere() throws Exception {
        Runner other = new ClusterRunner(cluster, 1, Duration.ofMillis(10), OnLoss.STOP, "9.9", line -> {});
        Path strange = Files.createDirectory(directory.resolve("strange"));
        ServerCertificate.forMembers(strange.resolve("ca.pem"), strange.resolve("member.pem"));
        try (FaultServer server = FaultServer.answering(answer(201, "ok"));
                Cluster stranger = new Cluster(membership(strange));
                Socket scanner = new Socket(seed.getAddress(), seed.getPort())) {
            byte[] noise = new byte[64 << 10];
            new Random(1).nextBytes(noise);
            LoadPlan plan = plan(server.target()).requests(12).build();

            assertThatThrownBy(() -> run(other, plan))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("is version " + VERSION + ", not 9.9");
            assertThatThrownBy(() -> stranger.agents(Duration.ofMillis(10)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("do not trust each other's certificates");
            assertThatThrownBy(() -> run(
                            new ClusterRunner(cluster, 9, Duration.ofMillis(10), OnLoss.STOP, VERSION, line -> {}),
                            plan(server.target()).requests(90).threads(9).build()))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("fewer agents were free");
            try {
                scanner.getOutputStream().write(noise);
            } catch (IOException e) {
                // Refused already.
            }
            assertThat(server.received()).as("requests of refused plans").isZero();
            try (Socket idle = new Socket(seed.getAddress(), seed.getPort())) {
                assertThat(run(runner(3, OnLoss.STOP), plan).counts().ok()).isEqualTo(12);
                assertThat(idle.isConnected()).isTrue();
            }
        }
    }
}
