package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.distribution.SendingModel;
import picocli.CommandLine.Option;

/** The option for the sending model. */
public final class ModelOption {

    @Option(
            names = {"-m", "--model"},
            paramLabel = "MODEL",
            completionCandidates = WordConverter.Models.class,
            defaultValue = "average",
            description = "Who sends next: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    public SendingModel model;
}
