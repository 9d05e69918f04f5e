package io.github.swipestorm.cli.option;

import java.time.Duration;
import picocli.CommandLine.Option;

/** The option for the warm-up of servers and client before an experiment. */
final class SettleOption {

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description =
                    "Before the first run, send load to each server in each way that is to be measured for this time, "
                            + "and do not count it; a Spring Boot server needs about a minute to be as fast as it gets "
                            + "(default: ${DEFAULT-VALUE}).")
    Duration settle;
}
