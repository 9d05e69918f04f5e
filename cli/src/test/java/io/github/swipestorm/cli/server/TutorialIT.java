package io.github.swipestorm.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.CommandRun;
import io.github.swipestorm.cli.option.ShellWords;
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
    private static final Pattern BLOCK = Pattern.compile("(?m)^(?:.*[Ss]ave (?:this|the file) as `(?<file>[\\w.]+)`:\\n\\n)?(?<block>(?: {4}.*\\n|\\n(?= {4}))+)");

    @TempDir
    private Path folder;

    @Test
    void each_step_of_the_tutorial_works() throws Exception {
        List<String> commands = new ArrayList<>();
        try (ServerProcess server = TestServer.start(ServerKind.SERVLET, 0, folder)) {
            Matcher blocks = BLOCK.matcher(Files.readString(Path.of("..", "docs", "tutorial.md")));
            while (blocks.find()) {
                String[] parts = blocks.group("block").indent(-4).split("(?m)^(?=swipestorm )", 2);
                if (blocks.group("file") != null) {
                    Files.writeString(folder.resolve(blocks.group("file")), parts[0]);
                } else {
                    assertThat(parts[0]).as("a block that is neither a file nor commands").isBlank();
                }
                if (parts.length == 2) {
                    parts[1].lines().forEach(commands::add);
                }
                commands.stream()
                        .skip(Math.max(0, commands.size() - (parts.length == 2 ? parts[1].lines().count() : 0)))
                        .filter(command -> !command.startsWith("swipestorm serve "))
                        .forEach(command -> follow(command, server));
            }
        }

        assertThat(commands).filteredOn(command -> command.startsWith("swipestorm run ")).hasSize(7);
    }

    private void follow(String command, ServerProcess server) {
        List<String> words = new ArrayList<>(ShellWords.of(command.replace("http://localhost:8080", server.target().toString())
                .replaceFirst("^swipestorm ", "")
                .replaceAll(" (\\w+\\.yaml)", " " + folder + "/$1")
                .replaceFirst(" -d \\d+s", " -d 1s")));
        if (words.get(0).equals("run")) {
            words.addAll(List.of("--self-warmup", "none", "--no-probe", "--output", folder.resolve("out").toString()));
        }

        CommandRun run = CommandRun.of(words);

        assertThat(run.exitCode()).as(command + "\n" + run.out() + run.err()).isZero();
        assertThat(run.out()).as(command).isNotBlank();
    }
}
