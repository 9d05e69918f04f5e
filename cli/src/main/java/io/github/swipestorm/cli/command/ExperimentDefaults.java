package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.option.OutputOptions;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;

/** Defaults that differ with many runs: a per-request CSV for each would fill the disk and is rarely used. */
final class ExperimentDefaults implements IDefaultValueProvider {

    @Override
    public String defaultValue(ArgSpec argument) {
        return argument.isOption() && argument.paramLabel().equals("FILE") ? OutputOptions.NO_RECORDS : null;
    }
}
