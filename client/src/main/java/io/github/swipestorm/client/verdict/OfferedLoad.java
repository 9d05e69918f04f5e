package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.setting.Times;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.workload.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The load that an open loop offered, and how much of it was sent.
 *
 * @param unit what was due: {@code requests}, or {@code iterations} of a workload with scenarios
 * @param offeredPerSecond how many were due per second, over the time that the run had
 * @param begunPerSecond how many were begun per second
 * @param sendLag how late they were begun
 * @param kept whether they were begun at the rate, though perhaps late: at most 2 % of those due are missing
 * @param met whether everything due was sent on time: none was never sent, and 99 % were at most 50 ms late
 * @param cause why it was not met; empty when it was met
 * @param why it was not met, as text; empty when it was
 */
public record OfferedLoad(
        String unit,
        double offeredPerSecond,
        double begunPerSecond,
        LatencySummary sendLag,
        boolean kept,
        boolean met,
        Optional<Cause> cause,
        Optional<String> why) {

    /** Why a rate was not met. */
    public enum Cause {
        /** The run ended before its time. */
        ENDED_EARLY,
        /** Most workers had an attempt in flight: the server was slow, or there were too few workers. */
        WORKERS_BUSY,
        /** Workers were free on average, but at times the server was slow, and requests waited for workers. */
        WORKERS_BUSY_AT_TIMES,
        /** The client used all CPU time that it may use. */
        CLIENT_BUSY,
        /** Workers were free and CPU time was available: the machine did not schedule the client in time. */
        CLIENT_LATE
    }

    private static final double LEAST_BEGUN = 0.98;
    static final double LATE_US = 50_000;
    /** A delay of at least this share of the lateness explains it. */
    private static final double EXPLAINS = 0.5;
    /** From this share of all workers on, busy workers count as the reason: their number varies around the mean. */
    static final double MOST_WORKERS = 0.8;

    /** The offered load; empty for a closed loop. */
    public static Optional<OfferedLoad> of(RunResult result) {
        List<Role> roles = result.plan().roles();
        MachineShare share = result.plan().share();
        Duration time = time(result);
        if (!roles.isEmpty()) {
            return roles.stream().allMatch(role -> role.rate().isPresent())
                    ? Optional.of(of(
                            share.ofRate(roles.stream()
                                    .mapToDouble(role -> role.rate().get().perSecond())
                                    .sum()),
                            time,
                            result))
                    : Optional.empty();
        }
        return result.plan()
                .openLoop()
                .map(loop -> of(time.isZero() ? 0 : share.ofRate(loop.meanPerSecond(time)), time, result));
    }

    /** Whether workers wait for a rate: those of a plan with one, or some of a workload whose roles have rates. */
    static boolean scheduled(LoadPlan plan) {
        return plan.openLoop().isPresent()
                || plan.roles().stream().anyMatch(role -> role.rate().isPresent());
    }

    private static OfferedLoad of(double offered, Duration time, RunResult result) {
        Optional<IterationMeasurements> iterations =
                result.recorded().iterations().stream().reduce(IterationMeasurements::plus);
        // Only the first request of an iteration is due by the rate; when the others are due, its own steps decide.
        LatencySummary lag = iterations
                .map(IterationMeasurements::lag)
                .orElse(result.recorded().sendLag())
                .summary();
        double begun = time.isZero() ? 0 : begun(result) / Times.seconds(time);
        // Requests that were not sent because the run was stopped say nothing about the rate.
        boolean all = result.dropped() + result.droppedIterations() == 0 || result.reason() == StopReason.INTERRUPTED;
        boolean kept = begun >= LEAST_BEGUN * offered;
        // The iterations that are due of roles are not counted.
        boolean met = all
                && lag.p99Us() <= LATE_US
                && (kept || result.plan().openLoop().isPresent());
        Optional<Cause> cause = met ? Optional.empty() : Optional.of(cause(offered, lag.p99Us(), result));
        return new OfferedLoad(
                iterations.isPresent() ? "iterations" : "requests",
                offered,
                begun,
                lag,
                kept,
                met,
                cause,
                cause.map(found -> why(found, offered, result)));
    }

    /**
     * The period that rates refer to: the plan's, or the actual one of a run that ended early, or whose only end is its
     * requests.
     */
    private static Duration time(RunResult result) {
        Optional<Duration> planned = result.plan().stop().duration();
        boolean whole = result.reason() == StopReason.TIME_OVER || result.reason() == StopReason.REQUESTS_USED_UP;
        boolean byTime = result.begunIterations().orElse(result.planned())
                < result.plan().stop().requests();
        return planned.filter(duration -> whole && byTime).orElse(result.wallTime());
    }

    private static Cause cause(double offered, double lateUs, RunResult result) {
        if (!result.reason().complete()) {
            return Cause.ENDED_EARLY;
        }
        if (offered * meanBusySeconds(result) >= MOST_WORKERS * slots(result)) {
            return Cause.WORKERS_BUSY;
        }
        if (coresUsed(result) >= ClientRules.BUSY * coresAllowed(result)) {
            return Cause.CLIENT_BUSY;
        }
        return ofIdleClient(lateUs, result.telemetry().max(Metric.SCHEDULING_LAG), slowestMs(result));
    }

    /**
     * Why requests were late although most workers and CPUs were free on average.
     *
     * @param lateUs how late requests were, as a 99th percentile
     * @param schedulingLagMs the longest delay of the client's own threads; empty when it is not known
     * @param slowestMs the longest time of an attempt
     */
    static Cause ofIdleClient(double lateUs, OptionalDouble schedulingLagMs, double slowestMs) {
        double explainedMs = EXPLAINS * Math.max(lateUs, LATE_US) / 1e3;
        boolean clientRan = schedulingLagMs.isPresent() && schedulingLagMs.getAsDouble() < explainedMs;
        return clientRan && slowestMs >= explainedMs ? Cause.WORKERS_BUSY_AT_TIMES : Cause.CLIENT_LATE;
    }

    private static double slowestMs(RunResult result) {
        return Math.max(
                        result.recorded().service().percentileUs(100),
                        result.recorded().failed().percentileUs(100))
                / 1e3;
    }

    private static String why(Cause cause, double offered, RunResult result) {
        return switch (cause) {
            case ENDED_EARLY -> "the run ended before its time";
            case WORKERS_BUSY ->
                "the workers were busy: at " + NumberFormat.milliseconds(meanBusySeconds(result) * 1e6)
                        + (result.begunIterations().isPresent() ? " ms an iteration, " : " ms a request, ")
                        + NumberFormat.decimal(offered, 0) + " a second keep "
                        + NumberFormat.decimal(offered * meanBusySeconds(result), 0) + " workers busy, and there were "
                        + NumberFormat.count(slots(result)) + "; more " + Setting.THREADS
                        + " help if the server can take more";
            case WORKERS_BUSY_AT_TIMES ->
                "requests waited for workers whose responses were slow: the slowest took "
                        + NumberFormat.milliseconds(slowestMs(result) * 1e3)
                        + " ms, while the client's own threads were at most "
                        + NumberFormat.milliseconds(
                                result.telemetry().max(Metric.SCHEDULING_LAG).orElseThrow() * 1e3)
                        + " ms late; more " + Setting.THREADS + " help if the server can take more";
            case CLIENT_BUSY ->
                "the client's CPUs were busy: it used " + NumberFormat.decimal(coresUsed(result), 2) + " of "
                        + NumberFormat.plain(coresAllowed(result));
            case CLIENT_LATE ->
                (result.begunIterations().isPresent() ? "iterations were begun" : "requests were sent")
                        + " late though workers were free: this machine did not let the client run in time";
        };
    }

    private static long slots(RunResult result) {
        return (long) result.plan().workers() * result.plan().transport().pipeline();
    }

    private static double coresUsed(RunResult result) {
        // The workers end a moment after the last attempt, and their CPU time until then counts.
        return result.cpuTime()
                .map(cpu -> Math.min(coresAllowed(result), Times.seconds(cpu) / Times.seconds(result.wallTime())))
                .orElse(0.0);
    }

    private static double coresAllowed(RunResult result) {
        return result.telemetry()
                .mean(Metric.CLIENT_CPU_LIMIT)
                .orElse(Runtime.getRuntime().availableProcessors());
    }

    private static long begun(RunResult result) {
        return result.begunIterations().orElse(result.counts().ended());
    }

    /** Mean time that a request with all of its attempts, or an iteration, occupies its worker. */
    private static double meanBusySeconds(RunResult result) {
        Optional<IterationMeasurements> iterations = result.recorded().iterations().stream()
                .reduce(IterationMeasurements::plus)
                .filter(all -> all.completed() > 0);
        if (iterations.isPresent()) {
            return iterations.get().durations().summary().meanUs() / 1e6;
        }
        LatencySummary ok = result.recorded().service().summary();
        LatencySummary failed = result.recorded().failed().summary();
        double total = ok.count() * ok.meanUs() + failed.count() * failed.meanUs();
        long requests = begun(result);
        return requests == 0
                ? 0
                : total / requests / 1e6 + Times.seconds(result.workerTime().thinking()) / requests;
    }
}
