package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.distribution.SendingModelType;
import picocli.CommandLine.Option;

/** The option that says who sends next. */
public final class ModelOption {

    @Option(
            names = {"-m", "--model"},
            paramLabel = "MODEL",
            defaultValue = "average",
            description = "Who sends next: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    public SendingModelType model;
}
