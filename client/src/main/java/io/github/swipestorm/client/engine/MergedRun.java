package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.measure.ConnectionMeasurements;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of a run on several machines as one result. */
final class MergedRun {

    /** By precedence: the first of these that ended any part is the reason why the run ended. */
    private static final List<StopReason> BY_PRECEDENCE = List.of(
            StopReason.WORKER_DIED,
            StopReason.CLIENT_LIMIT,
            StopReason.STEP_FAILED,
            StopReason.GAVE_UP,
            StopReason.ABORTED,
            StopReason.AGENT_LOST,
            StopReason.INTERRUPTED,
            StopReason.PRECISION_REACHED,
            StopReason.TIME_OVER,
            StopReason.REQUESTS_USED_UP);

    private MergedRun() {}

    static RunResult of(LoadPlan plan, List<AgentRun> agents) {
        List<RunResult> parts = agents.stream().map(AgentRun::result).toList();
        return new RunResult(
                plan,
                parts.stream().mapToLong(RunResult::planned).sum(),
                begun(parts),
                sum(parts, RunResult::selfWarmUp),
                sum(parts, RunResult::warmUp),
                parts.stream()
                        .map(RunResult::startedAt)
                        .min(Comparator.naturalOrder())
                        .orElseThrow(),
                parts.stream()
                        .map(RunResult::wallTime)
                        .max(Comparator.naturalOrder())
                        .orElseThrow(),
                cpuTime(parts),
                parts.stream().map(RunResult::workerTime).reduce(WorkerTime.NONE, WorkerTime::plus),
                recorded(agents),
                server(parts),
                Telemetry.merged(byMachine(agents)),
                parts.stream()
                        .map(RunResult::connects)
                        .reduce(ConnectionMeasurements.none(), ConnectionMeasurements::plus),
                Optional.empty(),
                reason(agents),
                agents.stream()
                        .flatMap(agent -> agent.result().workerDeath().stream()
                                .map(death -> "agent " + agent.name() + ": " + death))
                        .findFirst(),
                agents,
                List.of());
    }

    private static OptionalLong begun(List<RunResult> parts) {
        return parts.stream().anyMatch(part -> part.begunIterations().isPresent())
                ? OptionalLong.of(parts.stream()
                        .mapToLong(part -> part.begunIterations().orElse(0))
                        .sum())
                : OptionalLong.empty();
    }

    /** The warm-ups of all parts happen at the same time. */
    private static Optional<WarmUpResult> sum(
            List<RunResult> parts, Function<RunResult, Optional<WarmUpResult>> warmUp) {
        return parts.stream().map(warmUp).flatMap(Optional::stream).reduce(WarmUpResult::beside);
    }

    /** The sum of all agents' measurements; messages begin with the name of their agent. */
    private static Measurements recorded(List<AgentRun> agents) {
        return agents.stream()
                .map(agent -> agent.result().recorded().named("agent " + agent.name()))
                .reduce(Measurements::plus)
                .orElseThrow();
    }

    private static ServerProcesses server(List<RunResult> parts) {
        return parts.stream()
                .map(RunResult::server)
                .max(Comparator.comparing(
                                (ServerProcesses server) -> server.unwatched().isEmpty())
                        .thenComparing(ServerProcesses::here))
                .orElseThrow();
    }

    private static Collection<List<Telemetry>> byMachine(List<AgentRun> agents) {
        Map<String, List<Telemetry>> machines = agents.stream()
                .collect(Collectors.groupingBy(
                        AgentRun::machine,
                        LinkedHashMap::new,
                        Collectors.mapping(agent -> agent.result().telemetry(), Collectors.toList())));
        return machines.values();
    }

    /** Empty when that of any part is not known. */
    private static Optional<Duration> cpuTime(List<RunResult> parts) {
        return parts.stream().allMatch(part -> part.cpuTime().isPresent())
                ? parts.stream()
                        .map(RunResult::cpuTime)
                        .flatMap(Optional::stream)
                        .reduce(Duration::plus)
                : Optional.empty();
    }

    /** An agent that ended its load by itself is lost, whatever its own result says. */
    private static StopReason reason(List<AgentRun> agents) {
        return agents.stream()
                .flatMap(agent -> Stream.concat(
                        Stream.of(agent.result().reason()),
                        agent.loss().stream().map(loss -> StopReason.AGENT_LOST)))
                .min(Comparator.comparingInt(BY_PRECEDENCE::indexOf))
                .orElseThrow();
    }

    static RunResult ofLost(LoadPlan plan, Instant startedAt, RunInterval received) {
        Measurements measured = received.measured();
        boolean scenarios =
                plan.workload().iterations(plan.seed(), plan.target()).isPresent();
        return new RunResult(
                plan,
                plan.bounded() && !scenarios
                        ? plan.requests()
                        : measured.counts().ended(),
                scenarios
                        ? OptionalLong.of(measured.iterations().stream()
                                .mapToLong(IterationMeasurements::begun)
                                .sum())
                        : OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                startedAt,
                Duration.of(measured.timeline().endUs(), ChronoUnit.MICROS),
                Optional.empty(),
                WorkerTime.NONE,
                measured,
                ServerProcesses.elsewhere("the agent was lost"),
                received.telemetry(),
                ConnectionMeasurements.none(),
                Optional.empty(),
                StopReason.AGENT_LOST,
                Optional.empty(),
                List.of(),
                List.of());
    }
}
