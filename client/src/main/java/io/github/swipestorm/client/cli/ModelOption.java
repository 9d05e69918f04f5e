package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.model.Models;
import picocli.CommandLine.Option;

/** The option that says who sends next. */
final class ModelOption {

    @Option(
            names = {"-m", "--model"},
            paramLabel = "MODEL",
            defaultValue = "average",
            description = "Who sends next: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    Models model;
}
