package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.engine.internal.SteadySeconds;
import io.github.swipestorm.client.inference.Steadiness;
import io.github.swipestorm.client.measure.ConnectionMeasurements;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.record.RecordsFileStatus;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The outcome of a run.
 *
 * @param plan what was to be done, as it was executed
 * @param planned requests of the plan; when only time ended a closed loop, and for a workload with scenarios, those that were begun
 * @param begunIterations iterations that workers have begun; empty for a workload without scenarios
 * @param selfWarmUp what the client sent to warm itself up, if it did
 * @param warmUp what the warm-up sent, when there was one
 * @param startedAt when the clock started, after all workers were ready
 * @param wallTime from then until the last attempt ended; zero when there was none
 * @param cpuTime of the client's whole process from the start until every worker had ended; empty where it cannot be
 *     read
 * @param workerTime time of all workers together, by their own clocks and by the recorded attempts
 * @param recorded the recorded measurements
 * @param server the processes that were sampled as the server
 * @param telemetry samples of the client and the server during the run
 * @param connects how long it took to establish each connection, including those before the clock started
 * @param probe the probe after the run, when there was one
 * @param reason why the run ended
 * @param workerDeath what killed a worker, when one died
 * @param agents what each machine did, of a run that was spread over several; otherwise empty
 * @param changes of the load that were made while the run was in progress, in order; the plan contains them
 */
public record RunResult(
        LoadPlan plan,
        long planned,
        OptionalLong begunIterations,
        Optional<WarmUpResult> selfWarmUp,
        Optional<WarmUpResult> warmUp,
        Instant startedAt,
        Duration wallTime,
        Optional<Duration> cpuTime,
        WorkerTime workerTime,
        Measurements recorded,
        ServerProcesses server,
        Telemetry telemetry,
        ConnectionMeasurements connects,
        Optional<Probe> probe,
        StopReason reason,
        Optional<String> workerDeath,
        List<AgentRun> agents,
        List<LoadChange> changes) {

    public RunResult {
        agents = List.copyOf(agents);
        changes = List.copyOf(changes);
    }

    /**
     * The result of a run that was spread over several machines, which all began at the same instant: every figure is that of all
     * attempts together.
     *
     * @param plan of the whole run
     * @param agents at least one
     */
    public static RunResult merged(LoadPlan plan, List<AgentRun> agents) {
        return MergedRun.of(plan, agents);
    }

    /**
     * The result of a share of which only a part is known, because the agent that executed it was lost.
     *
     * @param plan of the share
     * @param startedAt when the run began
     * @param received the sum of the intervals that the agent has sent
     */
    public static RunResult ofLost(LoadPlan plan, Instant startedAt, RunInterval received) {
        return MergedRun.ofLost(plan, startedAt, received);
    }

    /**
     * This result in bytes, for another machine: everything but the plan, the probe and the files on this machine. Compressed; some
     * 5 KB for each second of a run with one operation.
     */
    public byte[] toBytes() {
        return SerializedResult.write(this);
    }

    /**
     * Reads what {@link #toBytes} wrote.
     *
     * @param plan of which it is the result
     * @throws IllegalArgumentException when it is not a result, or one of another version
     */
    public static RunResult ofBytes(LoadPlan plan, byte[] bytes) {
        return SerializedResult.read(plan, bytes);
    }

    /** The same with the result of the probe. */
    RunResult withProbe(Probe made) {
        return with(recorded, Optional.of(made));
    }

    /** The same with a further problem, one user-facing line. */
    public RunResult withProblem(String problem) {
        return with(recorded.withProblem(problem), probe);
    }

    /** The same with the per-request CSV that agents' records were merged into. */
    public RunResult withRecords(RecordsFileStatus status) {
        RunResult with = with(recorded.withRecords(status), probe);
        return status.problem().map(with::withProblem).orElse(with);
    }

    private RunResult with(Measurements measured, Optional<Probe> made) {
        return new RunResult(
                plan,
                planned,
                begunIterations,
                selfWarmUp,
                warmUp,
                startedAt,
                wallTime,
                cpuTime,
                workerTime,
                measured,
                server,
                telemetry,
                connects,
                made,
                reason,
                workerDeath,
                agents,
                changes);
    }

    /** The agents that were lost; empty for a run on this machine. */
    public List<AgentRun> lostAgents() {
        return agents.stream().filter(agent -> agent.loss().isPresent()).toList();
    }

    /** Requests and attempts. */
    public Counts counts() {
        return recorded.counts();
    }

    /** Requests of the plan that were never begun, because the run ended early. */
    public long dropped() {
        boolean early = reason != StopReason.REQUESTS_USED_UP;
        return early ? planned - counts().ended() : 0;
    }

    /** Iterations of the plan that were never begun, because the run or a worker ended early; 0 without scenarios. */
    public long droppedIterations() {
        return begunIterations.isPresent() && plan.bounded()
                ? Math.max(0, plan.requests() - begunIterations.getAsLong())
                : 0;
    }

    /** Ok requests per second; 0 when no time passed. */
    public double throughput() {
        return counts().throughput(wallTime);
    }

    /**
     * Whether throughput and latency stayed at one level. Judges whole seconds after the ramp-up and before the
     * {@link #tail}; with stages, those of the longest period of a constant rate or number of users. Where requests are due by a schedule,
     * only latency is judged.
     */
    public Steadiness steadiness() {
        Duration until = tail().map(Tail::from)
                .filter(from -> from.compareTo(wallTime) < 0)
                .orElse(wallTime);
        return SteadySeconds.judge(plan, recorded.timeline().seconds(), until);
    }

    /**
     * The end of a closed loop in which workers had run out of requests, when it is long enough to matter: at least 1 s and 5 % of
     * the run. A run that ended for another reason has none.
     */
    public Optional<Tail> tail() {
        return reason == StopReason.REQUESTS_USED_UP && plan.openLoop().isEmpty()
                ? workerTime.tail().filter(Tail::matters)
                : Optional.empty();
    }

    /**
     * Reconciles the run's counts.
     *
     * @return each sum that does not add up, in one line; empty when all do
     */
    public List<String> violations() {
        List<String> violations = new ArrayList<>();
        Counts counts = counts();
        if (planned != counts.ok() + counts.failed() + dropped()) {
            violations.add("planned " + planned + " is not ok " + counts.ok() + " + failed " + counts.failed()
                    + " + never sent " + dropped());
        }
        if (counts.attempts() != counts.answers() + counts.unanswered()) {
            violations.add("attempts " + counts.attempts() + " is not answered " + counts.answers() + " + unanswered "
                    + counts.unanswered());
        }
        long latencies = recorded.service().count() + recorded.failed().count();
        if (counts.attempts() != latencies) {
            violations.add("attempts " + counts.attempts() + " is not latencies " + latencies);
        }
        long iterations = recorded.iterations().stream()
                .mapToLong(IterationMeasurements::begun)
                .sum();
        if (begunIterations.orElse(iterations) != iterations) {
            violations.add("iterations begun " + begunIterations.getAsLong()
                    + " is not completed + abandoned + under way at the end " + iterations);
        }
        Counts rows = recorded.operations().stream()
                .map(OperationMeasurements::counts)
                .reduce(Counts.NONE, Counts::plus);
        if (!counts.equals(rows)) {
            violations.add("the sum of all operations, " + rows + ", is not that of the run, " + counts);
        }
        long ofOperations = recorded.operations().stream()
                .mapToLong(row -> row.service().count())
                .sum();
        if (recorded.service().count() != ofOperations) {
            violations.add("latencies of ok attempts " + recorded.service().count()
                    + " is not latencies of all operations " + ofOperations);
        }
        recorded.records()
                .filter(records -> records.rows() + records.missing() != counts.attempts())
                .ifPresent(records -> violations.add("attempts " + counts.attempts() + " is not rows " + records.rows()
                        + " + missing " + records.missing()));
        return violations;
    }

    /** Whether every planned request was ok and everything that was to be recorded was kept. */
    public boolean allOk() {
        return counts().failed() == 0
                && dropped() == 0
                && droppedIterations() == 0
                && workerDeath.isEmpty()
                && recorded.problems().isEmpty()
                && violations().isEmpty();
    }
}
