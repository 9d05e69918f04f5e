package io.github.swipestorm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The quick form of each study in scripts/studies. */
@Tag("jdk-independent")
@DisabledOnOs(OS.WINDOWS)
class StudiesIT {

    private static final Path STUDIES =
            Path.of("..", "scripts", "studies").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @BeforeAll
    static void requirePython() {
        requireInstalled("python3");
    }

    private static void requireInstalled(String... programs) {
        String path = String.join(File.pathSeparator, System.getenv("PATH"), "/usr/sbin", "/sbin");
        for (String program : programs) {
            boolean installed = Stream.of(path.split(File.pathSeparator))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
            assumeTrue(installed, program + " is not installed");
        }
    }

    private String run(int exitCode, String... command) throws IOException, InterruptedException {
        Path said = directory.resolve("said");
        ProcessBuilder program = new ProcessBuilder(command)
                .directory(STUDIES.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        // Otherwise Python writes compiled files into the working tree.
        program.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = program.start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        } finally {
            // Its servers and clients are processes of their own.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(said)).isEqualTo(exitCode);
        return Files.readString(said);
    }

    @ParameterizedTest
    @CsvSource({
        "key-value, N / (Z + R), rwlock / mutex",
        "albums, GET /albums/:id, size of answers",
        "board, posts by reads, grid.svg",
        "swipe-debts, 199 + 1, N / 29.3 ms",
        "agents, think, one client",
        "http-tools, keepAlive=false, client-rss.svg",
    })
    void a_study_writes_its_page(String name, String first, String second) throws Exception {
        Path output = directory.resolve("study");
        if (name.equals("http-tools")) {
            requireInstalled("nginx", "openssl", "wrk", "taskset");
        }

        assertThat(quick(name, output)).contains("== swipestorm ");

        assertThat(Files.readString(output.resolve("README.md")))
                .contains(
                        "Its figures mean nothing.",
                        "## What follows",
                        "| " + first + " |",
                        second,
                        "## Commands",
                        "swipestorm run ")
                .doesNotContainPattern("\\b(None|nan|inf|Traceback)\\b|\\$\\{");
        if (name.equals("swipe-debts")) {
            makesNoRunTwice(name, output);
        }
    }

    /** Of one study, the quickest: they share the code that resumes. */
    private void makesNoRunTwice(String name, Path output) throws Exception {
        String page = Files.readString(output.resolve("README.md"));
        List<String> again = quick(name, output)
                .lines()
                .filter(line -> line.startsWith("== swipestorm run") || line.startsWith("Run "))
                .toList();
        assertThat(again).as("runs made once more").isEmpty();
        assertThat(Files.readString(output.resolve("README.md"))).isEqualTo(page);
        assertThat(run(2, STUDIES.resolve(name).toString(), "--output", output.toString()))
                .contains("another form of it");
    }

    private String quick(String name, Path output) throws Exception {
        return run(0, STUDIES.resolve(name).toString(), "--quick", "--output", output.toString());
    }

    @Test
    void the_published_runs_of_the_board_are_two_groups_and_one_normal_sample_is_not() throws Exception {
        String program = "import random, study, runpy\n"
                + "board = [9433.3, 8669.49, 8694.62, 8422.92, 10342, 8735.65, 8315.63, 10069.9, 9453.91, 9413.17, 9997.54,"
                + " 8382.76, 8358.7, 8424.99, 10103.9]\n"
                + "low, high, chance = study.two_groups(board)\n"
                + "print(len(low), len(high), round(sum(low) / len(low)), round(sum(high) / len(high)), chance < 0.05)\n"
                + "random.seed(3)\n"
                + "false = [study.two_groups([random.gauss(9, 1) for _ in range(15)], samples=200)[2] < 0.05 for _ in range(60)]\n"
                + "print(sum(false) < 12)\n";

        assertThat(run(0, "python3", "-c", program).lines()).containsExactly("8 7 8501 9831 True", "True");
    }
}
