package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.engine.Probe;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.verdict.Calibration;
import io.github.swipestorm.client.verdict.Verdicts;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** The option for a probe after the run. */
public final class ProbeOption {

    /** From this length on, some more seconds are acceptable. */
    private static final Duration LONG_RUN = Duration.ofSeconds(10);

    @Option(
            names = "--probe",
            description = "After the run, send to the server with half and with twice the workers, to see whether "
                    + "throughput follows them: 2 s each, cut off after 4 s, not counted in the run's figures; closed "
                    + "loops only (default: when the verdict needs it and --duration is 10s or more).")
    private boolean probe;

    @Option(names = "--no-probe", description = "Send nothing after the run.")
    private boolean noProbe;

    /**
     * Validates the option before anything is started.
     *
     * @throws IllegalArgumentException with a message that names the remedy when a probe is requested and the plan
     *     cannot have one
     */
    public void check(LoadPlan plan) {
        if (probe && noProbe) {
            throw new IllegalArgumentException("--probe and --no-probe contradict each other: leave one of them out");
        }
        if (!probe) {
            return;
        }
        if (plan.openLoop().isPresent()) {
            throw new IllegalArgumentException(
                    "--probe changes the number of workers, and with --rate or --stages the rate decides: leave"
                            + " --probe out");
        }
        if (plan.users().isPresent()) {
            throw new IllegalArgumentException(
                    "--probe changes the number of workers, and with --stages of users these say how many there are:"
                            + " leave --probe out");
        }
        if (plan.workload().mostRequests().isPresent()) {
            throw new IllegalArgumentException(
                    "--probe sends more requests, and the workload's data are used once: leave --probe out");
        }
        if (plan.threads() < Probe.FEWEST_THREADS) {
            throw new IllegalArgumentException(
                    "--probe needs --threads " + Probe.FEWEST_THREADS + " or more: a single worker has no half");
        }
    }

    /** Whether the user requested it. */
    public boolean asked() {
        return probe;
    }

    /** Which runs are followed by a probe. */
    public Predicate<RunResult> when(LoadPlan plan, Optional<Calibration> calibration) {
        if (probe || noProbe) {
            return result -> probe;
        }
        boolean lengthy = plan.stop()
                .duration()
                .filter(time -> time.compareTo(LONG_RUN) >= 0)
                .isPresent();
        return result -> lengthy && Verdicts.needsProbe(result, calibration);
    }
}
