package io.github.swipestorm.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.CommandRun;
import io.github.swipestorm.cli.option.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows the tutorial: saves its files and executes its commands against one server. What is changed for the test: the server's
 * address, the place of the files, and the end of the runs.
 */
class TutorialIT {

    /** An indented block, and the name of the file that the text before it asks to save. */
    private static final Pattern BLOCK = Pattern.compile(
            "(?m)^(?:.*[Ss]ave (?:this|the file) as `(?<file>[\\w.]+)`:\\n\\n)?(?<block> {4}.*\n(?: {4}.*\n|\n(?= {4}))*)");

    @TempDir
    private Path folder;

    @Test
    void each_step_of_the_tutorial_works() throws Exception {
        int runs = 0;
        try (ServerProcess server = TestServer.start(ServerKind.SERVLET, 0, folder)) {
            Matcher blocks = BLOCK.matcher(Files.readString(Path.of("..", "docs", "tutorial.md")));
            while (blocks.find()) {
                String block = blocks.group("block").indent(-4);
                if (blocks.group("file") != null) {
                    Files.writeString(folder.resolve(blocks.group("file")), block);
                } else {
                    for (String command : block.lines().toList()) {
                        assertThat(command).startsWith("swipestorm ");
                        runs += follow(command, server) ? 1 : 0;
                    }
                }
            }
        }

        assertThat(runs).isEqualTo(7);
    }

    /** Returns whether it was a run. */
    private boolean follow(String command, ServerProcess server) throws IOException {
        List<String> words = new ArrayList<>(ShellWords.of(
                command.replace("http://localhost:8080", server.target().toString())
                        .replaceFirst("^swipestorm ", "")
                        .replaceAll(" (\\w+\\.yaml)", " " + folder + "/$1")
                        .replaceFirst(" (--rate .*)-d \\d+s", " $1-n 20")
                        .replaceFirst(" -d \\d+s", " -d 1s")));
        if (words.get(0).equals("serve")) {
            return false;
        }
        boolean run = words.get(0).equals("run");
        if (run) {
            words.addAll(List.of(
                    "--self-warmup",
                    "none",
                    "--no-probe",
                    "--output",
                    Files.createTempDirectory(folder, "out").toString()));
        }

        CommandRun done = CommandRun.of(words);

        assertThat(done.exitCode()).as(command + "\n" + done.out() + done.err()).isZero();
        assertThat(done.out()).as(command).isNotBlank();
        return run;
    }
}
