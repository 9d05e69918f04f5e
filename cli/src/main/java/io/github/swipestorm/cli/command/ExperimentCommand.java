package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.Version;
import io.github.swipestorm.cli.option.ExperimentMixin;
import io.github.swipestorm.cli.option.ServerProvider;
import io.github.swipestorm.cli.option.TargetOptions;
import io.github.swipestorm.cli.server.ServerException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What all commands that conduct an experiment share; each adds its own options, design and report. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        defaultValueProvider = ExperimentDefaults.class)
abstract class ExperimentCommand implements Callable<Integer>, ExperimentDefinition {

    @Mixin
    private final ServerProvider servers;

    @Mixin
    protected ExperimentMixin commons;

    /** A command that sends load to a single server. */
    ExperimentCommand() {
        this(new TargetOptions());
    }

    /** @param servers an object with the options for the servers of the experiment */
    ExperimentCommand(ServerProvider servers) {
        this.servers = servers;
    }

    @Override
    public final Integer call() throws ServerException, IOException, InterruptedException {
        return commons.answer(this);
    }

    @Override
    public final ServerProvider sites() {
        return servers;
    }
}
