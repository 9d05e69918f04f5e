package io.github.swipestorm.cli;

import io.github.swipestorm.client.objective.Objectives;
import java.util.Optional;

/** The exit codes of the process when no signal ended it, and their descriptions in the commands' help. */
public final class ExitCodes {

    /** Everything was ok. */
    public static final int OK = 0;
    /** Some requests failed, or the command could not do its work. */
    public static final int FAILED = 1;
    /** Invalid usage. */
    static final int USAGE = 2;
    /** The run missed an objective of {@code --slo}, or {@code --abort-on} ended it; this takes precedence over failed requests. */
    public static final int OBJECTIVES_MISSED = 3;
    /** The client distorted the measurement, or it is too short: the objectives are neither met nor missed. */
    public static final int INCONCLUSIVE = 4;

    private static final String SIGNALS = ", 130/143/129 on Ctrl-C/SIGTERM/SIGHUP.";

    /** In the help of a command that sends load and judges objectives. */
    public static final String HELP_OF_RUNS =
            "Exit code: 0 all requests ok, 1 some failed or were never sent, 2 wrong usage, 3"
                    + " an objective was missed or --abort-on ended the run, 4 inconclusive (the client kept objectives from being judged)"
                    + SIGNALS;

    /** In the help of a command that searches for a rate. */
    public static final String HELP_OF_CAPACITY =
            "Exit code: 0 a rate was confirmed, 1 none was, 2 wrong usage, 4 inconclusive"
                    + " (the client kept the search from an answer)" + SIGNALS;

    /** In the help of a command that checks results against limits. */
    public static final String HELP_OF_COMPARISONS =
            "Exit code: 0 all limits kept, 2 wrong usage, 3 a limit is exceeded, 4"
                    + " inconclusive (a limit is inside the 95 %% interval of its change, or there is no interval).";

    /** In the help of a command that measures the client. */
    public static final String HELP_OF_CALIBRATION =
            "Exit code: 0 everything was measured, 1 something was not, 2 wrong usage" + SIGNALS;

    /** The exit code for a result of objectives; the other one when they were met, or there are none. */
    public static int of(Optional<Objectives.Result> objectives, int otherwise) {
        return objectives
                .map(result -> switch (result.status()) {
                    case MET -> otherwise;
                    case MISSED -> OBJECTIVES_MISSED;
                    case INCONCLUSIVE -> INCONCLUSIVE;
                })
                .orElse(otherwise);
    }

    /** Whether a command with this exit code sent its load to the end. */
    static boolean afterWholeRun(int exitCode) {
        return exitCode == OK || exitCode == OBJECTIVES_MISSED || exitCode == INCONCLUSIVE;
    }

    private ExitCodes() {}
}
