package io.github.swipestorm.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The concurrency lab in its quick form, and what its safe counters and maps must always give. */
class ConcurrencyLabIT {

    private static final File ROOT = new File("..");

    @TempDir
    Path directory;

    @Test
    void writes_its_page_with_every_experiment() throws Exception {
        Path output = directory.resolve("lab");
        Path said = directory.resolve("said");
        ProcessBuilder program = new ProcessBuilder(
                        new File(ROOT, "scripts/studies/concurrency-lab").getCanonicalPath(),
                        "--quick",
                        "--output",
                        output.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        program.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        // JMH allows only one measuring process per machine; this one does not measure.
        program.environment().put("JAVA_OPTS", "-Djmh.ignoreLock=true");
        program.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = program.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(said)).isZero();

        assertThat(Files.readString(output.resolve("README.md")))
                .contains(
                        "Its figures mean nothing.",
                        "| bare |",
                        "## Commands",
                        "stream takes",
                        "## Races, seen by jcstress")
                .contains(
                        "| synchronous-queue | platform | " + System.getProperty("java.version") + " |",
                        "| PlainCounter | " + System.getProperty("java.version") + " | 2 |")
                .contains(Counters.KINDS.keySet().stream()
                        .map(kind -> "| " + kind + " |")
                        .toList())
                .contains(Maps.KINDS.keySet().stream()
                        .map(kind -> "| " + kind + " |")
                        .toList())
                .doesNotContain("None", "nan");
    }

    @Test
    void safe_counters_and_maps_have_every_operation_of_fifty_threads() {
        var printed = new ByteArrayOutputStream();

        FiftyThreads.print(new PrintStream(printed, true, StandardCharsets.UTF_8), 3);

        List<String> rows = printed.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(rows).hasSize(1 + 3 * (Counters.KINDS.size() + Maps.KINDS.size() + 1));
        assertThat(rows.stream().skip(1).filter(row -> !row.matches("counter,(plain|opaque|volatile),.*|map,bare,.*")))
                .hasSize(3 * 10)
                .allMatch(row -> row.contains(",50000,"));
    }
}
