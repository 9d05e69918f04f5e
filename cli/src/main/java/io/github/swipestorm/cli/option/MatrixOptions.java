package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.experiment.MatrixPlan;
import io.github.swipestorm.client.setting.PlanFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The file of a matrix, and the servers that it needs: one for each combination of what it says about servers. */
public final class MatrixOptions implements ServerProvider {

    @Parameters(index = "0", paramLabel = "PLAN.YAML", description = "File with the settings.")
    private Path file;

    @Mixin
    private TargetOptions target;

    /**
     * The plan in the file.
     *
     * @throws IllegalArgumentException with a user-facing message when it cannot be read, or is invalid
     */
    public MatrixPlan plan() {
        return MatrixPlan.parse(file.toString(), PlanFiles.text(file, "name a YAML file"), StartedServerOptions.KEYS);
    }

    @Override
    public List<ServerUnderTest> planned() {
        MatrixPlan plan = plan();
        try {
            return plan.servers().stream()
                    .map(keys -> target.planned(keys, plan.difference(keys)))
                    .toList();
        } catch (StartedServerOptions.InvalidKey e) {
            throw plan.refuse(e.key(), e.value(), e.getMessage());
        }
    }

    @Override
    public List<ServerUnderTest> open(Consumer<String> progress) throws ServerException, InterruptedException {
        MatrixPlan plan = plan();
        return ServerUnderTest.openAll(plan.servers(), keys -> target.open(keys, plan.difference(keys), progress));
    }

    @Override
    public Optional<OneRequest> request() {
        return target.request();
    }
}
