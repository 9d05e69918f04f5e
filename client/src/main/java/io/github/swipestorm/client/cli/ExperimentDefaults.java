package io.github.swipestorm.client.cli;

import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;

/** What is different when there are many runs: a per-request CSV of each would fill the disk and is seldom looked at. */
final class ExperimentDefaults implements IDefaultValueProvider {

    @Override
    public String defaultValue(ArgSpec argument) {
        return argument.isOption() && argument.paramLabel().equals("FILE") ? OutputOptions.NO_RECORDS : null;
    }
}
