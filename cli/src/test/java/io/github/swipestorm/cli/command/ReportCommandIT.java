package io.github.swipestorm.cli.command;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.ShortLivedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Reports that are made in a separate JVM, of another place, or without AWT. */
class ReportCommandIT {

    @TempDir
    private Path directory;

    private Path run;

    static final class Alone {
        private Alone() {}

        public static void main(String[] arguments) {
            System.exit(new CommandLine(new ReportCommand()).execute(arguments));
        }
    }

    /** A PNG depends on the machine's fonts, not on its language: these JVMs have no AWT, which is a case of its own. */
    @Test
    void everyLocaleTimeZoneAndCharsetGivesTheSameBytesAndWithoutAwtThereIsOneWarningAndStillSvg() throws Exception {
        run = ReportCommandTest.aRunOfThreeSeconds(directory);

        Map<String, String> english = filesOf("en-US", "-Duser.timezone=UTC");
        assertThat(english)
                .containsOnlyKeys(
                        "out", "throughput.csv", "throughput.svg", "latency.svg", "response-time.hgrm", "report.html");
        assertThat(english.get("out")).contains("3,000 requests").containsOnlyOnce("Warning: no PNG plots");

        // AnyLocaleIT tries more places; a JVM of its own also has another charset.
        for (String locale : List.of("tr-TR", "th-TH-u-ca-buddhist-nu-thai")) {
            assertThat(filesOf(locale, "-Duser.timezone=Asia/Kathmandu", "-Dfile.encoding=UTF-16"))
                    .as(locale)
                    .isEqualTo(english);
        }
    }

    /** What a report prints and leaves in a directory with a plot of an earlier report. */
    private Map<String, String> filesOf(String locale, String... options) throws Exception {
        Path target = Files.createDirectories(directory.resolve("out"));
        Files.writeString(target.resolve("latency.png"), "of an earlier report");
        List<String> all = new ArrayList<>(List.of(options));
        String[] parts = locale.split("-", 3);
        all.add("-Duser.language=" + parts[0]);
        all.add("-Duser.country=" + parts[1]);
        if (parts.length > 2) {
            all.add("-Duser.extensions=" + parts[2]);
        }
        all.addAll(List.of("--limit-modules", "java.base,java.logging,java.management,jdk.localedata,jdk.charsets"));
        Map<String, String> files = new TreeMap<>();
        files.put("out", runAlone(all, run.toString(), "--output", target.toString()));
        for (String name : ReportCommandTest.namesIn(target)) {
            files.put(name, Files.readString(target.resolve(name)));
            Files.delete(target.resolve(name));
        }
        return files;
    }

    private String runAlone(List<String> options, String... arguments) throws Exception {
        List<String> command = ShortLivedJvm.command();
        command.addAll(options);
        command.addAll(List.of("-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8", "-Dsun.stdout.encoding=UTF-8"));
        command.addAll(List.of("-Dsun.stderr.encoding=UTF-8", "-cp", System.getProperty("java.class.path")));
        command.add(Alone.class.getName());
        command.addAll(List.of(arguments));
        Path printed = directory.resolve("printed.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(process.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(printed);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
