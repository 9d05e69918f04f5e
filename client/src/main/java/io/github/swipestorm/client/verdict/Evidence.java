package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.Probe;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.WorkerTime;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.inference.Steadiness;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.setting.Times;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.ServerProcesses;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the rules look at: the figures of one run, and nothing that would need a clock or a file.
 *
 * @param plan of the run
 * @param workerDeath what error killed a worker, when one died of an error
 * @param clientLimit the resource that the client had run out of when a worker died, in a sentence
 * @param seconds wall time
 * @param throughput ok requests a second: those of the steady part of a closed loop that has one, otherwise of the run
 * @param steadiness whether it kept one level
 * @param outcomes how attempts and requests ended
 * @param offered what an open loop offered; empty for a closed one
 * @param latency how long answers took
 * @param waitingShare share of the workers' active time, think time left out, that an attempt was in flight, 0 to 1
 * @param thinkingShare share of the workers' active time that they thought, as the plan asks, 0 to 1
 * @param cycle the mean cycle of users from one iteration to the next; empty when no user has begun a second one
 * @param little the law N = X (R + Z), as this run measured it; empty for an open loop
 * @param processor who used the CPUs
 * @param server the processes that were watched as the server
 * @param probe what a probe with other numbers of workers saw, when one was made
 * @param capacity the calibrated capacity of this client for comparable work; empty without one
 */
record Evidence(
        LoadPlan plan,
        Optional<String> workerDeath,
        Optional<String> clientLimit,
        double seconds,
        double throughput,
        Steadiness steadiness,
        Outcomes outcomes,
        Optional<OfferedLoad> offered,
        LatencyEvidence latency,
        double waitingShare,
        double thinkingShare,
        Optional<Cycle> cycle,
        Optional<LittlesLawCheck> little,
        Processor processor,
        ServerProcesses server,
        Optional<Probe> probe,
        Optional<ClientCapacity> capacity) {

    /**
     * How attempts and requests ended.
     *
     * @param receivedBytes of bodies
     * @param sentBytes of requests, heads and bodies
     * @param mostFrequent the most frequent outcome of failed attempts, as text
     */
    record Outcomes(
            long requests,
            long failedRequests,
            long attempts,
            long failedAttempts,
            long clientLimits,
            long receivedBytes,
            long sentBytes,
            String mostFrequent) {

        static Outcomes of(RunResult result) {
            Counts counts = result.counts();
            return new Outcomes(
                    counts.ended(),
                    counts.failed(),
                    counts.attempts(),
                    counts.failedAttempts(),
                    counts.attemptsByFailure().getOrDefault(FailureKind.CLIENT_LIMIT, 0L),
                    counts.bytes(),
                    counts.sentBytes(),
                    mostFrequent(result));
        }

        /** The label of the most frequent kind of failed attempt; empty when there is none. */
        private static String mostFrequent(RunResult result) {
            Map<String, StatusSet> expected = result.plan().workload().operations().stream()
                    .collect(Collectors.toMap(Operation::name, Operation::expected, (one, other) -> one));
            Map<String, Long> failed = new TreeMap<>();
            for (OperationMeasurements operation : result.recorded().operations()) {
                // A row of several operations has no statuses of its own.
                StatusSet ok = expected.getOrDefault(operation.name(), StatusSet.SUCCESSFUL);
                operation.counts().attemptsByStatus().forEach((status, attempts) -> {
                    if (!ok.contains(status)) {
                        failed.merge("status " + status, attempts, Long::sum);
                    }
                });
            }
            result.counts().attemptsByFailure().forEach((kind, attempts) -> failed.put(kind.word(), attempts));
            return failed.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("");
        }
    }

    /**
     * What a user does from the beginning of an iteration to that of the next one, on average, in seconds.
     *
     * @param users mean number of them that were active over the wall time
     * @param thinking as the plan asks, pauses between iterations included
     * @param waiting for answers
     * @param other the client's own time, late wake-ups among it, and the pauses between retries
     * @param completedPerSecond iterations that were completed, by wall time
     */
    record Cycle(double users, double thinking, double waiting, double other, double completedPerSecond) {

        static Optional<Cycle> of(RunResult result) {
            WorkerTime time = result.workerTime();
            double wall = result.wallTime().toNanos();
            double active = time.active().toNanos();
            Optional<IterationMeasurements> all =
                    result.recorded().iterations().stream().reduce(IterationMeasurements::plus);
            if (wall <= 0 || active <= 0 || all.isEmpty()) {
                return Optional.empty();
            }
            OptionalDouble mean = all.get().meanCycleSeconds();
            if (mean.isEmpty()) {
                return Optional.empty();
            }
            double seconds = mean.getAsDouble();
            double thinking = time.thinkingShare();
            double waiting = (1 - thinking) * time.waitingShare();
            return Optional.of(new Cycle(
                    active / wall,
                    thinking * seconds,
                    waiting * seconds,
                    (1 - thinking - waiting) * seconds,
                    all.get().completed() * 1e9 / wall));
        }

        /** The law N = X (R + Z), solved for X: iterations a second. */
        double perSecond() {
            return users / (thinking + waiting + other);
        }
    }

    /**
     * Mean CPU usage, in cores; each figure is absent where it could not be read.
     *
     * @param busy of all cores together, time that the hypervisor took away included
     * @param cores of the machine; 0 where that is unknown
     * @param gcShare of the time in which the garbage collector stood the client still, 0 to 1
     * @param lagMs mean scheduling lag of the client's threads
     */
    record Processor(
            OptionalDouble client,
            OptionalDouble clientLimit,
            OptionalDouble busiestLoop,
            OptionalDouble recording,
            OptionalDouble server,
            OptionalDouble serverLimit,
            OptionalDouble busy,
            int cores,
            OptionalDouble gcShare,
            OptionalDouble lagMs) {

        /** Whether all cores of the client's machine were busy, whichever process used them. */
        boolean full() {
            return busy.isPresent() && busy.getAsDouble() >= MachineRules.FULL * cores;
        }

        static Processor of(Telemetry seen) {
            OptionalDouble busy = seen.busyCores();
            return new Processor(
                    seen.mean(Metric.CLIENT_CPU),
                    seen.mean(Metric.CLIENT_CPU_LIMIT),
                    seen.mean(Metric.BUSIEST_LOOP),
                    seen.mean(Metric.RECORDING),
                    seen.mean(Metric.SERVER_CPU),
                    seen.mean(Metric.SERVER_CPU_LIMIT),
                    busy.isEmpty()
                            ? busy
                            : OptionalDouble.of(busy.getAsDouble()
                                    + seen.mean(Metric.CPU_STEAL).orElse(0)),
                    seen.cores(),
                    perThousand(seen.mean(Metric.GC_PAUSE)),
                    seen.mean(Metric.MEAN_LAG));
        }

        private static OptionalDouble perThousand(OptionalDouble number) {
            return number.isEmpty() ? number : OptionalDouble.of(number.getAsDouble() / 1_000);
        }
    }

    static Evidence of(RunResult result, Optional<Calibration> calibration) {
        Telemetry whole = result.telemetry();
        Telemetry settled = whole.after(result.plan().rampUp());
        Steadiness steadiness = result.steadiness();
        boolean limit = result.reason() == StopReason.CLIENT_LIMIT;
        return new Evidence(
                result.plan(),
                limit ? Optional.empty() : result.workerDeath(),
                limit ? result.workerDeath() : Optional.empty(),
                Times.seconds(result.wallTime()),
                result.plan().openLoop().isPresent()
                        ? result.throughput()
                        : steadiness
                                .part()
                                .map(part -> part.throughput().value())
                                .orElse(result.throughput()),
                steadiness,
                Outcomes.of(result),
                OfferedLoad.of(result),
                LatencyEvidence.of(result),
                result.workerTime().waitingShare(),
                result.workerTime().thinkingShare(),
                Cycle.of(result),
                LittlesLawCheck.of(result),
                // A run that consists of ramp-up only has nothing else to judge.
                Processor.of(settled.samples().isEmpty() ? whole : settled),
                result.server(),
                result.probe(),
                calibration.flatMap(all -> all.capacityFor(result)));
    }

    /** This evidence with the CPU usage from a phase of the probe. */
    Evidence during(Probe.PhaseResult phase) {
        return new Evidence(
                plan,
                workerDeath,
                clientLimit,
                seconds,
                throughput,
                steadiness,
                outcomes,
                offered,
                latency,
                waitingShare,
                thinkingShare,
                cycle,
                little,
                Processor.of(phase.telemetry()),
                server,
                probe,
                capacity);
    }

    /** Whether the server runs on the client's machine, as far as it is known. */
    boolean sharesMachine() {
        return server.here();
    }

    /** Cores that processes other than client and server used; empty when that is unknown. */
    OptionalDouble othersUsed() {
        boolean known = processor.busy().isPresent()
                && processor.client().isPresent()
                && (processor.server().isPresent() || !sharesMachine());
        return known
                ? OptionalDouble.of(Math.max(
                        0,
                        processor.busy().getAsDouble()
                                - processor.client().getAsDouble()
                                - processor.server().orElse(0)))
                : OptionalDouble.empty();
    }

    /** Why the server's process was not sampled, between two delimiters; empty when it was. */
    String whyUnwatched(String before, String after) {
        return server.unwatched().map(why -> before + why + after).orElse("");
    }

    /** How many attempts may be in flight at once. */
    long slots() {
        return (long) plan.workers() * plan.transport().pipeline();
    }

    /** Share of the workers' active time in which they waited for responses or thought: none of it is the client's. */
    double occupiedShare() {
        return thinkingShare + waitedShare();
    }

    /** Share of the workers' active time, including think time, in which they waited for responses. */
    double waitedShare() {
        return (1 - thinkingShare) * waitingShare;
    }

    /**
     * Share of the workers' active time, including think time, that responses took longer than the fastest of their operations: an
     * upper bound of the share that was spent in queues.
     */
    double queuedShare() {
        return latency.meanMs() <= 0 ? 0 : waitedShare() * Math.max(0, 1 - latency.unqueuedMs() / latency.meanMs());
    }

    /** The time that {@link #waitingShare} is a share of, as text. */
    String time() {
        return thinkingShare > 0 ? "the time in which they did not think" : "their time";
    }

    /** Whether the server had load before the run. */
    boolean warm() {
        return plan.warmUp().requests() > 0 || plan.warmUp().duration().isPresent();
    }

    /** Bytes of answers, heads not included, per second. */
    double receivedPerSecond() {
        return seconds == 0 ? 0 : outcomes.receivedBytes() / seconds;
    }

    /** Bytes of requests, heads included, per second. */
    double sentPerSecond() {
        return seconds == 0 ? 0 : outcomes.sentBytes() / seconds;
    }

    /** Mean size of an attempt's answer, in bytes of its body. */
    double meanAnswerBytes() {
        return outcomes.attempts() == 0 ? 0 : (double) outcomes.receivedBytes() / outcomes.attempts();
    }

    /** Attempts that ended, per second. */
    double attemptsPerSecond() {
        return seconds == 0 ? 0 : outcomes.attempts() / seconds;
    }
}
