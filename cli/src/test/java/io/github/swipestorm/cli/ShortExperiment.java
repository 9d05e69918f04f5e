package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.experiment.RunsFile;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.http.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An experiment's command with few requests, and what it wrote.
 *
 * @param out the directory for its results
 */
record ShortExperiment(Path out) {

    /** What makes a run short. */
    static final List<String> OPTIONS =
            List.of("--settle", "0s", "--pause", "0s", "--self-warmup", "none", "--requests", "60", "--print");

    CommandRun run(Target target, String command, String... more) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(List.of("--url", target.toString()));
        return finish(args, more);
    }

    CommandRun finish(List<String> args, String... more) {
        args.addAll(List.of("--output", out.toString()));
        args.addAll(OPTIONS);
        args.addAll(List.of(more));
        return CommandRun.of(args);
    }

    List<Trial> trials() throws IOException {
        return RunsFile.read(out.resolve("runs.csv"));
    }

    void expectFiles() {
        assertThat(out)
                .isDirectoryContaining("glob:**/experiment.json")
                .isDirectoryContaining("glob:**/runs.csv")
                .isDirectoryContaining("glob:**/report.html")
                .isDirectoryContaining("glob:**/report.md");
    }
}
