package io.github.swipestorm.cli.option;

import picocli.CommandLine.Option;

/** The option for the number of workers. */
public final class ThreadsOption {

    @Option(
            names = {"-t", "--threads"},
            paramLabel = "N",
            defaultValue = "200",
            description = "Workers that send at once (default: ${DEFAULT-VALUE}).")
    public int threads;
}
