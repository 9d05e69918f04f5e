package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.opencsv.CSVReader;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What a server says and what a directory is called stays text in everything that a real run leaves and says. */
class HostileTextInOutputIT {

    /** Something for each kind of output: a formula, markup, a way out of a quotation, an order to a terminal, Markdown. */
    private static final String HOSTILE = "=1+1|<img src=x onerror=alert(1)>\"'`x`![p](q),\u001b[2J\u009b1m\u202e";

    private static final Pattern NUMBER = Pattern.compile("-?\\d[\\d.]*");

    @TempDir
    private Path directory;

    private static List<List<Act>> answers() {
        return Stream.of(
                        "HTTP/1.1 503 " + HOSTILE + "\r\nX-Say: " + HOSTILE + "\r\nContent-Length: " + HOSTILE.length()
                                + "\r\n\r\n" + HOSTILE,
                        HOSTILE + "\r\n\r\n",
                        "\t@SUM(A1)\r\n\r\n",
                        "HTTP/1.1 200 OK\r\n" + HOSTILE + "\r\n\r\n",
                        "HTTP/1.1 200 OK\r\nContent-Length: " + HOSTILE + "\r\n\r\n",
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: " + HOSTILE + "\r\n\r\n",
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + HOSTILE + "\r\n",
                        "HTTP/1.1 302 " + HOSTILE + "\r\nLocation: " + HOSTILE + "\r\nContent-Length: 0\r\n\r\n",
                        "\u0000\u0007\r\n\r\n")
                .map(text -> List.of(READ, write(text), CLOSE))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--transport=nio", "--transport=classic", "--follow-redirects"})
    @Tag("fault")
    @DisplayName(
            "A server whose status lines, headers, redirects and bodies hold formulas, markup, Markdown and orders to"
                    + " the terminal; a results directory called like that -> text in every file and on the console,"
                    + " nothing more")
    void hostile_texts_stay_texts_in_all_that_a_run_leaves_and_says(String way) throws Exception {
        Path out = directory.resolve(HOSTILE);
        CommandRun run = run(out, way, "--retries", "20", "--details");

        assertThat(run.out()).contains("Why attempts failed", "protocol: ");
        expectOneLineEach(run);
        CommandRun again = CommandRun.of("report", out.toString());
        assertThat(again.exitCode()).as(again.err()).isZero();
        expectOneLineEach(again);
        expectHarmlessFiles(out);
    }

    @Test
    void hostile_texts_stay_texts_in_all_that_an_experiment_leaves_and_says() throws Exception {
        Path out = directory.resolve(HOSTILE);
        CommandRun run = run(out, "--repeat", "2", "--pause", "0s", "--retries", "20");

        expectOneLineEach(run);
        assertThat(out.resolve("report.md")).as(run.err()).exists();
        expectHarmlessFiles(out);
    }

    private static CommandRun run(Path out, String... more) {
        try (FaultServer server = FaultServer.scripted(answers())) {
            List<String> args = new ArrayList<>(List.of("run", "--url", server.url(), "--requests", "20"));
            args.addAll(List.of("--threads", "1", "--self-warmup", "none", "--output", out.toString()));
            args.addAll(List.of(more));
            return CommandRun.of(args);
        }
    }

    /** A terminal receives no control characters except line ends. */
    private static void expectOneLineEach(CommandRun run) {
        assertThat((run.out() + run.err()).replace("\n", "").codePoints())
                .noneMatch(c -> Character.getType(c) == Character.CONTROL || c == 0x202e);
    }

    private static void expectHarmlessFiles(Path out) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.walk(out)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        assertThat(files).hasSizeGreaterThan(9);
        for (Path file : files) {
            String name = file.getFileName().toString();
            switch (name.substring(name.lastIndexOf('.') + 1)) {
                case "csv" -> expectNoFormula(file);
                case "html", "svg" ->
                    assertThat(Files.readString(file))
                            .as(name)
                            .doesNotContain("<img", "<script", "\u001b", "\u009b", "\u202e")
                            .doesNotContainPattern("<[^>]* onerror=");
                case "md" ->
                    assertThat(withoutIndentedCode(file))
                            .doesNotContain("\u001b", "\u009b", "\u202e")
                            .doesNotContainPattern("(?<!\\\\)<img|(?<!\\\\)`|(?<!\\\\)\\]\\(");
                case "json" ->
                    assertThat(JsonMapper.shared()
                                    .readTree(Files.readString(file))
                                    .isObject())
                            .as(name)
                            .isTrue();
                case "hgrm" ->
                    assertThat(Files.readString(file))
                            .as(name)
                            .startsWith("       Value ")
                            .matches("[\\x20-\\x7E\n]+");
                default -> assertThat(name).endsWith(name.endsWith(".png") ? ".png" : ".hlog");
            }
        }
    }

    private static void expectNoFormula(Path file) throws Exception {
        try (CSVReader rows = new CSVReader(Files.newBufferedReader(file))) {
            for (String[] row : rows) {
                assertThat(row)
                        .as(file.toString())
                        .allMatch(cell -> NUMBER.matcher(cell).matches()
                                || cell.isEmpty()
                                || "=+-@\t\r".indexOf(cell.charAt(0)) < 0)
                        .noneMatch(cell -> cell.chars().anyMatch(Character::isISOControl));
            }
        }
    }

    /** Within indented code Markdown knows no markup (CommonMark 0.31, section 4.4). */
    private static String withoutIndentedCode(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("    "))
                .collect(Collectors.joining("\n"));
    }
}
