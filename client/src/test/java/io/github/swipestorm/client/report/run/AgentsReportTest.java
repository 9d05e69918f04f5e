package io.github.swipestorm.client.report.run;

import static io.github.swipestorm.client.engine.internal.ScriptedTransport.CREATED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.clock.ClockOffset;
import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.AgentRun;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunInterval;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.StartBarrier;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.WorkerTime;
import io.github.swipestorm.client.engine.internal.ScriptedTransport;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsFileStatus;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.record.csv.MergedRecords;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Agent;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.verdict.Bound;
import io.github.swipestorm.client.verdict.Verdict;
import io.github.swipestorm.client.verdict.Verdicts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class AgentsReportTest {

    private static final LoadPlan PLAN =
            Plans.plan(Plans.NOWHERE).threads(6).requests(901).build();

    @TempDir
    private Path directory;

    private static List<AgentRun> agents() throws InterruptedException {
        List<AgentRun> agents = new ArrayList<>();
        for (MachineShare share : MachineShare.all(3)) {
            LoadPlan part = PLAN.forMachine(share);
            agents.add(agent(
                    share.machine(),
                    new ScriptedTransport((request, attempt, overall) -> CREATED).run(part),
                    ClockOffset.of(0, 5_000_000_000L, 400_000)));
        }
        return agents;
    }

    private static AgentRun agent(int machine, RunResult result, ClockOffset after) {
        return new AgentRun(
                "host" + machine,
                "127.0.0." + machine + ":7800",
                "host" + machine,
                4,
                result,
                ClockOffset.of(0, 5_000_000_000L, 400_000),
                Optional.of(after),
                Optional.empty(),
                Optional.of(new ClockOffset(180_000_000_000L, 200_000)),
                OptionalLong.of(60_000),
                Optional.of("/records/of-" + machine + ".csv.gz"));
    }

    /** The first reported nothing after a part of its share. */
    private static AgentRun lost(AgentRun agent) {
        RunResult known = agent.result();
        RunInterval received = new RunInterval.Cutter().next(known.recorded(), Telemetry.NONE);
        LoadPlan more = PLAN.toBuilder().requests(3 * 500).build().forMachine(new MachineShare(0, 3));
        return new AgentRun(
                agent.name(),
                agent.address(),
                agent.machine(),
                agent.cores(),
                RunResult.ofLost(more, known.startedAt(), RunInterval.ofBytes(received.toBytes())),
                agent.before(),
                Optional.empty(),
                Optional.of(new AgentRun.Loss(17, "its connection was closed")),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    private RunDocument written(RunResult result) {
        new RunReport(result, Optional.empty(), Objectives.NONE).writeTo(directory, "swipestorm run --agents 3");
        return SummaryFile.read(directory.resolve(RunFiles.SUMMARY), warning -> {
            throw new AssertionError(warning);
        });
    }

    private static String console(RunDocument run, boolean details) {
        StringWriter text = new StringWriter();
        new ConsoleSummary(new PrintWriter(text), details).print(run, Optional.empty());
        return text.toString();
    }

    @Test
    void the_report_is_that_of_one_run_with_a_row_for_each_agent() throws Exception {
        RunResult merged = RunResult.merged(PLAN, agents());

        RunDocument run = written(merged);

        assertThat(merged.allOk()).isTrue();
        assertThat(run.figures().requests().ok()).isEqualTo(901);
        assertThat(run.figures().workers()).hasValue(6);
        assertThat(run.findings().agents())
                .hasSize(3)
                .extracting(Agent::workers)
                .containsOnly(2);
        assertThat(run.findings().agents().stream()
                        .mapToLong(agent -> agent.requests().ok()))
                .containsExactly(301L, 300L, 300L);
        Agent first = run.findings().agents().get(0);
        assertThat(first.clock().uncertaintyMs()).isEqualTo(0.2);
        assertThat(first.clock().aheadMs()).hasValue(180_000);
        assertThat(first.clock().lateMs()).hasValue(0.06);
        assertThat(first.clock().driftMs()).hasValue(0);
        assertThat(first.lost()).isEmpty();
        assertThat(first.verdict()).isPresent();
        assertThat(RunReportTest.errors(
                        JsonMapper.shared().readTree(Files.readString(directory.resolve(RunFiles.SUMMARY)))))
                .isEmpty();

        String text = console(run, false);
        assertThat(text)
                .contains("Agents, times in ms")
                .containsPattern("  host0 +301 +0 +[\\d.,]+ +[\\d.]+ +[\\d.]+ +[-\\d.]+ +0\\.200 +too short to say\n")
                .contains("planned 901 = ok 901 + failed 0 + never sent 0\n")
                .doesNotContain("WARNING");
        assertThat(text).contains("/records/of-2.csv.gz on agent host2\n");
        assertThat(console(run, true)).contains("127.0.0.2:7800", "180,000.0");
        assertThat(Files.readString(directory.resolve(RunFiles.PAGE)))
                .contains(">Agents<", "Throughput by agent", "127.0.0.1:7800", "/records/of-1.csv.gz on agent host1");
        assertThat(text.lines().count()).isLessThanOrEqualTo(ConsoleSummary.MOST_LINES + 4L);
    }

    @Test
    void a_lost_agent_is_named_and_the_rest_of_its_share_is_in_every_sum() throws Exception {
        List<AgentRun> agents = new ArrayList<>(agents());
        agents.set(0, lost(agents.get(0)));
        RunResult merged = RunResult.merged(PLAN, agents);

        assertThat(merged.violations()).isEmpty();
        assertThat(merged.reason()).isEqualTo(StopReason.AGENT_LOST);
        assertThat(merged.planned()).isEqualTo(500 + 300 + 300);
        assertThat(merged.counts().ok()).isEqualTo(901);
        assertThat(merged.dropped()).isEqualTo(199);
        assertThat(merged.allOk()).isFalse();
        Verdict verdict = Verdicts.of(merged, Optional.empty());
        assertThat(verdict.bound()).isEqualTo(Bound.UNCLEAR);
        assertThat(verdict.evidence())
                .isEqualTo(
                        "agent host0 was lost after second 17 (its connection was closed), and with it 199 requests of its"
                                + " share");

        RunDocument run = written(merged);
        assertThat(run.lostRequests()).isEqualTo(199);
        assertThat(RunReportTest.errors(
                        JsonMapper.shared().readTree(Files.readString(directory.resolve(RunFiles.SUMMARY)))))
                .isEmpty();
        assertThat(console(run, false))
                .startsWith("AGENT LOST: ")
                .contains("199 never sent, of these 199 lost with agent host0; attempts: ")
                .contains("planned 1,100 = ok 901 + failed 0 + never sent 199, of these 199 lost with agent host0\n")
                .contains(
                        "WARNING: Agent host0 was lost (its connection was closed): what it did after second 17 is not"
                                + " counted, and 199 requests of its share are lost with it\n")
                .containsPattern("  host0 +301 .* LOST\n");
        assertThat(Files.readString(directory.resolve(RunFiles.PAGE)))
                .contains("Agent host0 was lost (its connection was closed)");
    }

    @Test
    void an_agent_that_ended_its_load_by_itself_is_lost_though_its_whole_result_is_there() throws Exception {
        List<AgentRun> agents = new ArrayList<>(agents());
        AgentRun first = agents.get(0);
        StopSignal stop = new StopSignal();
        RunResult interrupted = new ScriptedTransport((request, attempt, overall) -> {
                    stop.stop(StopReason.INTERRUPTED);
                    return CREATED;
                })
                .run(PLAN.forMachine(new MachineShare(0, 3)), stop);
        agents.set(
                0,
                new AgentRun(
                        first.name(),
                        first.address(),
                        first.machine(),
                        first.cores(),
                        interrupted,
                        first.before(),
                        first.after(),
                        Optional.of(new AgentRun.Loss(0, "its coordinator has said nothing for 4 s")),
                        Optional.empty(),
                        OptionalLong.empty(),
                        Optional.empty()));

        assertThat(interrupted.reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(RunResult.merged(PLAN, agents).reason()).isEqualTo(StopReason.AGENT_LOST);
    }

    @Test
    void cpu_time_is_known_when_that_of_every_agent_is() throws InterruptedException {
        List<AgentRun> agents = new ArrayList<>(agents());
        assertThat(RunResult.merged(PLAN, agents).cpuTime())
                .isEqualTo(agents.stream()
                        .map(agent -> agent.result().cpuTime().orElseThrow())
                        .reduce(Duration::plus));

        agents.set(0, lost(agents.get(0)));
        assertThat(RunResult.merged(PLAN, agents).cpuTime()).isEmpty();
    }

    @Test
    void an_agent_that_was_the_limit_is_named_though_all_together_were_not() throws InterruptedException {
        RunResult merged = RunResult.merged(PLAN, using(0.5, 3.9));

        Verdict verdict = Verdicts.of(merged, Optional.empty());

        assertThat(verdict.bound()).isEqualTo(Bound.CLIENT);
        assertThat(verdict.evidence())
                .isEqualTo("agent host1 was the limit: the client used 3.90 of the 4 cores that it may use");
        assertThat(verdict.consequence())
                .startsWith("the server's limit is at least 45 req/s")
                .endsWith("; use more agents, or ones with more CPUs");
        assertThat(Verdicts.interference(merged, Optional.empty()).orElseThrow().reason())
                .startsWith("agent host1: the client used 3.90");
        assertThat(Verdicts.needsProbe(merged, Optional.empty())).isFalse();
    }

    @Test
    void of_several_agents_that_were_the_limit_each_has_its_reason() throws InterruptedException {
        Verdict verdict = Verdicts.of(RunResult.merged(PLAN, using(3.9, 3.8)), Optional.empty());

        assertThat(verdict.evidence())
                .isEqualTo(
                        "agents host0, host1 were the limit: of host0, the client used 3.90 of the 4 cores that it may"
                                + " use; of host1, the client used 3.80 of the 4 cores that it may use");
    }

    @Test
    void an_agent_without_open_files_needs_higher_limits_rather_than_more_cpus() throws InterruptedException {
        Failure noFiles = new Failure(FailureKind.CLIENT_LIMIT, "too many open files");
        List<AgentRun> agents = using(0.5);
        RunResult failing = new ScriptedTransport((request, attempt, overall) -> overall % 50 == 0 ? noFiles : CREATED)
                .run(PLAN.forMachine(new MachineShare(1, 3)));
        agents.set(
                1,
                agent(
                        1,
                        lasting(failing, telemetry(20, Map.of())),
                        agents.get(1).before()));

        Verdict verdict = Verdicts.of(RunResult.merged(PLAN, agents), Optional.empty());

        assertThat(verdict.evidence())
                .isEqualTo("agent host1 was the limit: 6 of 306 attempts failed because this machine had no open files,"
                        + " ports or memory left for them");
        assertThat(verdict.consequence()).endsWith("; raise the limits there (ulimit -n), or use more agents");
    }

    /** Agents with 4 cores each: the first ones have this CPU usage, in cores, and the others one of 0.5. */
    private List<AgentRun> using(double... cores) throws InterruptedException {
        List<AgentRun> agents = new ArrayList<>();
        for (AgentRun agent : agents()) {
            double used = agents.size() < cores.length ? cores[agents.size()] : 0.5;
            agents.add(agent(
                    agents.size(),
                    lasting(
                            agent.result(),
                            telemetry(20, Map.of(Metric.CLIENT_CPU, used, Metric.CLIENT_CPU_LIMIT, 4.0))),
                    agent.before()));
        }
        return agents;
    }

    /** The same, as if its two workers had waited for answers for 20 s. */
    private static RunResult lasting(RunResult result, Telemetry telemetry) {
        return new RunResult(
                result.plan(),
                result.planned(),
                result.begunIterations(),
                result.selfWarmUp(),
                result.warmUp(),
                result.startedAt(),
                Duration.ofSeconds(20),
                result.cpuTime(),
                new WorkerTime(
                        Duration.ofSeconds(40),
                        Duration.ofSeconds(39),
                        Duration.ZERO,
                        Duration.ofSeconds(40),
                        Duration.ZERO,
                        0,
                        Optional.empty()),
                result.recorded(),
                result.server(),
                telemetry,
                result.connects(),
                result.probe(),
                result.reason(),
                result.workerDeath(),
                List.of(),
                List.of());
    }

    @Test
    void a_clock_that_ran_away_is_named() throws Exception {
        List<AgentRun> agents = new ArrayList<>(agents());
        agents.set(1, agent(1, agents.get(1).result(), ClockOffset.of(0, 5_003_000_000L, 400_000)));

        assertThat(console(written(RunResult.merged(PLAN, agents)), false))
                .contains(
                        "WARNING: The clock of agent host1 drifted from the coordinator's by 3.000 ms during the run");
        // Within what the exchanges leave open.
        assertThat(agent(1, agents.get(1).result(), ClockOffset.of(0, 5_001_300_000L, 400_000))
                        .drifted())
                .isFalse();
    }

    @Test
    void records_that_were_merged_are_compared_with_the_counts() throws IOException, InterruptedException {
        RunResult merged = RunResult.merged(PLAN, agents());
        Path none = directory.resolve("records.csv");
        RunResult with = merged.withRecords(new RecordsFileStatus(none, 900, 1, Optional.of("the disk was full")));
        assertThat(with.violations()).isEmpty();
        assertThat(with.recorded().problems()).containsExactly("the disk was full");
        assertThat(merged.withRecords(new RecordsFileStatus(none, 900, 0, Optional.empty()))
                        .violations())
                .hasSize(1);
    }

    @Test
    void the_merged_records_tell_what_was_counted() throws IOException, InterruptedException {
        Instant at = Instant.parse("2026-11-22T12:00:00.000007Z");
        List<Path> parts = new ArrayList<>();
        List<AgentRun> agents = new ArrayList<>();
        for (MachineShare share : MachineShare.all(3)) {
            Path own = Files.createDirectory(directory.resolve("agent" + share.machine()));
            LoadPlan part = PLAN.forMachine(share);
            RunResult result = new LocalRunner(
                            RecordingSettings.NO_FILES,
                            NanoClock.SYSTEM,
                            (chosen, settings) -> new ScriptedTransport((request, attempt, overall) ->
                                    overall % 5 == 0 ? ScriptedTransport.UNAVAILABLE : CREATED))
                    .with(RunSettings.of(new RecordingSettings(
                                    Optional.of(own), Optional.of("records.csv.gz"), RecordsPolicy.BLOCK))
                            .start(stop -> Optional.of(new StartBarrier.Start(System.nanoTime(), at))))
                    .run(part, new StopSignal(), RunObserver.NONE);
            parts.add(own.resolve("records.csv.gz"));
            agents.add(agent(share.machine(), RunResult.ofBytes(part, result.toBytes()), ClockOffset.NONE));
        }
        RunResult counted = RunResult.merged(PLAN, agents);
        Path into = directory.resolve("records.csv");

        RunResult merged = counted.withRecords(
                MergedRecords.merge(parts, into, counted.counts().attempts()));
        RunReport report = new RunReport(merged, Optional.empty(), Objectives.NONE);
        RecordsAnalysis records = RecordsAnalysis.of(
                into, Window.WHOLE, SummaryFile.read(report.json()).startedAtUs());

        assertThat(merged.startedAt()).isEqualTo(at);
        assertThat(report.violations()).isEmpty();
        assertThat(report.problems()).isEmpty();
        assertThat(records.counted().counts()).isEqualTo(merged.counts());
        assertThat(records.counted().service().summary())
                .isEqualTo(merged.recorded().service().summary());
        assertThat(records.counted().response().summary())
                .isEqualTo(merged.recorded().response().summary());
        assertThat(records.counted().timeline().seconds())
                .isEqualTo(merged.recorded().timeline().seconds());
    }

    @Test
    void samples_of_several_clients_are_those_of_one() {
        Telemetry one =
                telemetry(3, Map.of(Metric.CLIENT_CPU, 1.5, Metric.CLIENT_CPU_LIMIT, 2.0, Metric.OTHERS_CPU, 0.7));
        Telemetry two =
                telemetry(2, Map.of(Metric.CLIENT_CPU, 0.5, Metric.CLIENT_CPU_LIMIT, 2.0, Metric.OTHERS_CPU, 1.7));
        Telemetry far =
                telemetry(3, Map.of(Metric.CLIENT_CPU, 1.0, Metric.CLIENT_CPU_LIMIT, 2.0, Metric.MEAN_LAG, 4.0));

        Telemetry merged = Telemetry.merged(List.of(List.of(one, two), List.of(far)));

        assertThat(merged.samples())
                .extracting(TelemetrySample::atUs)
                .containsExactly(1_000_000L, 2_000_000L, 3_000_000L);
        TelemetrySample first = merged.samples().get(0);
        assertThat(first.get(Metric.CLIENT_CPU).orElseThrow()).isEqualTo(3);
        assertThat(first.get(Metric.CLIENT_CPU_LIMIT).orElseThrow())
                .as("two clients of one machine share its two cores")
                .isEqualTo(4);
        assertThat(first.get(Metric.OTHERS_CPU).orElseThrow()).isEqualTo(0.2, within(1e-9));
        assertThat(first.get(Metric.MEAN_LAG).orElseThrow()).isEqualTo(4);
        assertThat(first.coreBusy()).hasSize(4);
        assertThat(Telemetry.merged(List.of(List.of(one)))).isSameAs(one);
    }

    private static Telemetry telemetry(int seconds, Map<Metric, Double> readings) {
        return new Telemetry(
                IntStream.rangeClosed(1, seconds)
                        .mapToObj(second ->
                                new TelemetrySample(second * 1_000_000L, 1_000_000, readings, List.of(0.5, 0.5)))
                        .toList(),
                List.of());
    }
}
