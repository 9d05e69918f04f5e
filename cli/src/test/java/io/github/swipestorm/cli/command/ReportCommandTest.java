package io.github.swipestorm.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportCommandTest {
    private static final String HEADER =
            "start_us,method,latency_us,status,due_us,worker,request,attempt,failure,bytes,target\n";

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path run;

    @BeforeEach
    void aRun() throws IOException {
        run = aRunOfThreeSeconds(directory);
    }

    /** The directory of a run, with records alone. */
    static Path aRunOfThreeSeconds(Path directory) throws IOException {
        Path run = Files.createDirectory(directory.resolve("2026-11-21-average"));
        StringBuilder rows = new StringBuilder(HEADER);
        for (int i = 0; i < 3_000; i++) {
            long start = 1_763_700_000_000_000L + i * 1_000L;
            rows.append(start)
                    .append(",POST,")
                    .append(1_000 + i * 37 % 9_000)
                    .append(",201,")
                    .append(start);
            rows.append(",").append(i % 20).append(',').append(i).append(",1,,17,/swipe/left/\n");
        }
        Files.writeString(run.resolve("records.csv"), rows);
        return run;
    }

    @Test
    void makesSummaryTimelineAndPlotsFromTheRecordsAlone() throws IOException {
        assertThat(report(run.toString())).as(err.toString()).isZero();

        assertThat(out.toString())
                .contains("ok requests/s")
                .contains("3,000 requests")
                .contains("20 workers");
        assertThat(err.toString()).isEmpty();
        assertThat(namesIn(run))
                .containsExactlyInAnyOrder(
                        "records.csv",
                        "throughput.csv",
                        "throughput.svg",
                        "throughput.png",
                        "response-time.hgrm",
                        "latency.svg",
                        "latency.png",
                        "report.html");
        assertThat(run.resolve("throughput.svg")).content().contains(">Throughput of 2026-11-21-average<");
        assertThat(Files.readAllLines(run.resolve("throughput.csv"))).hasSize(1 + 4);
    }

    @Test
    void marksTheSteadyPartThatTheSummaryTellsOfInTheWholeRunOnly() throws IOException {
        Files.writeString(run.resolve("summary.json"), """
            {"steadiness":{"steadyPart":{"fromSecond":1,"toSecond":3,"throughputPerSecond":750.0,
            "lowPerSecond":740.0,"highPerSecond":760.0,"level":0.95}}}\
            """);
        assertThat(report(run.toString())).as(err.toString()).isZero();
        assertThat(report(run.toString(), "--from", "1")).as(err.toString()).isZero();

        assertThat(run.resolve("throughput.svg")).content().contains("steady from second 1 to 3: 750/s");
        assertThat(run.resolve("from-1").resolve("throughput.svg")).content().doesNotContain("steady from");
    }

    @Test
    void takesPlanAndCommandFromTheSummaryBesideTheRecords() throws IOException {
        Files.writeString(run.resolve("summary.json"), "{\"command\":\"swipestorm run\",\"plan\":{\"threads\":20}}");
        assertThat(report(run.toString())).as(err.toString()).isZero();

        assertThat(run.resolve("report.html")).content().contains("How to repeat it", "swipestorm run", ">Plan<");
    }

    @Test
    void aSummaryThatCannotBeReadCostsThePlanAndNoMore() throws IOException {
        Files.writeString(run.resolve("summary.json"), "{\"command\":");
        assertThat(report(run.toString())).isZero();

        assertThat(err.toString())
                .startsWith("Warning: plan and environment are not in the report")
                .contains("line 1 is not JSON")
                .hasLineCount(1);
        assertThat(run.resolve("report.html"))
                .content()
                .contains("Throughput over time")
                .doesNotContain(">Plan<");
    }

    @Test
    void looksAtAPartAndWritesElsewhere() throws IOException {
        Path elsewhere = directory.resolve("a/b");
        int code = report(
                run.resolve("records.csv").toString(), "--from", "1", "--to", "2.5", "--output", elsewhere.toString());

        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString()).contains("1,500 requests").contains("from second 1 to second 2.5");
        assertThat(namesIn(run)).containsExactly("records.csv");
        assertThat(Files.readAllLines(elsewhere.resolve("throughput.csv"))).hasSize(1 + 2);
    }

    @Test
    void aPartLeavesTheFilesOfTheWholeRunAlone() throws IOException {
        Files.writeString(run.resolve("report.html"), "the whole");
        assertThat(report(run.toString(), "--from", "1", "--to", "2.5"))
                .as(err.toString())
                .isZero();
        assertThat(report(run.toString(), "--from", "2")).as(err.toString()).isZero();

        assertThat(namesIn(run)).containsExactlyInAnyOrder("records.csv", "report.html", "from-1-to-2.5", "from-2");
        assertThat(run.resolve("report.html")).hasContent("the whole");
        assertThat(namesIn(run.resolve("from-1-to-2.5"))).contains("report.html", "throughput.csv", "latency.svg");
    }

    @Test
    void verdictAndTelemetryOfTheRunStayOnItsPageAndTheVerdictOffAPart() throws IOException {
        Files.writeString(
                run.resolve("summary.json"),
                "{\"verdict\":{\"bound\":\"client-bound\",\"evidence\":\"because\",\"consequence\":\"so\"}}");
        Files.writeString(
                run.resolve("telemetry.csv"),
                "at_us,interval_us,client_cpu,core0_busy\n1000000,1000000,0.5,0.75\n2000000,1000000,0.5,0.25\n");
        assertThat(report(run.toString())).as(err.toString()).isZero();
        assertThat(report(run.toString(), "--to", "2")).as(err.toString()).isZero();

        assertThat(run.resolve("report.html"))
                .content()
                .contains("Client-bound: at least ", "<li>because</li>", ">CPU time<");
        assertThat(run.resolve("from-0-to-2/report.html"))
                .content()
                .doesNotContain("Client-bound")
                .contains(">CPU time<");
    }

    @Test
    void whatOnlyTheRunKnewIsOnThePageThatIsMadeAgain() throws IOException {
        Files.writeString(
                run.resolve("summary.json"),
                "{\"latency\":{\"connectTime\":{\"count\":7,\"p50Us\":1500}},\"failureDetails\":{\"refused\":3},"
                        + "\"offered\":{\"offeredPerSecond\":50,\"begunPerSecond\":49.5}}");
        Files.writeString(
                run.resolve("gc-pauses.csv"), "start_us,duration_us,cause\n1000000,12000,Allocation Failure\n");
        assertThat(report(run.toString())).as(err.toString()).isZero();
        assertThat(report(run.toString(), "--from", "2")).as(err.toString()).isZero();

        assertThat(run.resolve("report.html"))
                .content()
                .contains("garbage collector of the client: 1 pause, 12 ms", ">Connections<", ">1.500<")
                .contains(">Offered load<", ">Why attempts failed<", ">refused<");
        assertThat(run.resolve("from-2/report.html"))
                .content()
                .doesNotContain("garbage collector of the client", ">Connections<", "Why attempts failed");
    }

    @Test
    void pausesThatCannotBeReadAreNamedAndLeftOut() throws IOException {
        Files.writeString(run.resolve("gc-pauses.csv"), "start_us,duration_us,cause\nsoon,12000,x\n");
        assertThat(report(run.toString())).isZero();

        assertThat(err.toString())
                .startsWith("Warning: pauses of the garbage collector are not in the report")
                .contains("\"soon\"")
                .hasLineCount(1);
    }

    @Test
    void telemetryThatCannotBeReadCostsThatSectionAndNoMore() throws IOException {
        Files.writeString(run.resolve("telemetry.csv"), "at_us,interval_us\n1000000,soon\n");
        assertThat(report(run.toString())).isZero();

        assertThat(err.toString())
                .startsWith("Warning: client, server and machine are not in the report")
                .contains("\"soon\"")
                .hasLineCount(1);
        assertThat(run.resolve("report.html")).content().doesNotContain(">CPU time<");
    }

    @Test
    void aFileCutOffInTheMiddleOfARowIsReportedAndSaid() throws IOException {
        String whole = Files.readString(run.resolve("records.csv"));
        Files.writeString(run.resolve("records.csv"), whole.substring(0, whole.length() - 30));

        assertThat(report(run.toString())).isZero();
        assertThat(out.toString()).contains("2,999 requests").contains("The file was cut off");
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "report on records that lack rows which the run counted (a full disk) -> the run's files stay as they are,"
                    + " the report of the rows goes into from-records and says of which part it is; exit code 1")
    void aReportOfSomeRowsNeverReplacesWhatWasCountedDuringTheRun() throws IOException {
        leaveFilesOfARun(64_000);

        assertThat(report(run.toString())).isEqualTo(1);

        assertThat(out.toString())
                .contains("Note: Rows are missing: all figures are of 3,000 of the run's 64,000 attempts.");
        assertThat(run.resolve("throughput.csv")).hasContent("counted live");
        assertThat(run.resolve("report.html")).hasContent("counted live");
        assertThat(namesIn(run))
                .containsExactlyInAnyOrder(
                        "records.csv", "summary.json", "throughput.csv", "report.html", "from-records");
        assertThat(run.resolve("from-records/report.html"))
                .content()
                .contains("3,000 of the run&#39;s 64,000 attempts".replace("&#39;", "'"))
                .doesNotContain("Client-bound", "p99&lt;1ms");

        assertThat(report(run.toString(), "--output", run.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("is the directory of the whole run").contains("choose another --output");
        assertThat(report(run.toString(), "--to", "2", "--output", run + "/.")).isEqualTo(2);
        assertThat(run.resolve("report.html")).hasContent("counted live");
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "A records file that is cut at the end of a row -> report finds the missing rows by the summary; exit code"
                    + " 1")
    void aFileCutAtTheEndOfARowIsNoticed() throws IOException {
        leaveFilesOfARun(3_000);
        List<String> rows = Files.readAllLines(run.resolve("records.csv"));
        Files.writeString(run.resolve("records.csv"), String.join("\n", rows.subList(0, 3_000)) + "\n");

        assertThat(report(run.toString())).isEqualTo(1);

        assertThat(out.toString()).contains("all figures are of 2,999 of the run's 3,000 attempts");
        assertThat(run.resolve("throughput.csv")).hasContent("counted live");
    }

    @Test
    void aReportOfAllRowsReplacesTheFilesOfTheRun() throws IOException {
        leaveFilesOfARun(3_000);

        assertThat(report(run.toString())).as(err.toString()).isZero();

        assertThat(out.toString()).doesNotContain("Note: ");
        assertThat(Files.readAllLines(run.resolve("throughput.csv"))).hasSize(1 + 4);
        assertThat(run.resolve("from-records")).doesNotExist();
    }

    @Test
    void rowsThatTheRunDidNotCountAreNoticed() throws IOException {
        leaveFilesOfARun(2_000);

        assertThat(report(run.toString())).isEqualTo(1);

        assertThat(out.toString()).contains("3,000 rows, but the run made 2,000 attempts: rows were added");
        assertThat(run.resolve("throughput.csv")).hasContent("counted live");
    }

    @Test
    void aRunThatNeverWroteItsResultsIsCalledBrokenOff() throws IOException {
        Files.writeString(
                run.resolve("summary.json"),
                "{\"schemaVersion\":2,\"state\":\"running\",\"command\":\"swipestorm run\",\"plan\":{\"threads\":20}}");

        assertThat(report(run.toString())).as(err.toString()).isZero();

        assertThat(out.toString())
                .contains("The run was interrupted")
                .contains("3,000 attempts whose rows were written");
        assertThat(run.resolve("from-records/report.html"))
                .content()
                .contains("The run was interrupted", "swipestorm run", ">Plan<");
    }

    private void leaveFilesOfARun(int attempts) throws IOException {
        Files.writeString(
                run.resolve("summary.json"),
                "{\"schemaVersion\":2,\"state\":\"ended\",\"attempts\":{\"total\":" + attempts + "},"
                        + "\"objectives\":[{\"objective\":\"p99<1ms\",\"met\":false}],"
                        + "\"verdict\":{\"bound\":\"client-bound\",\"evidence\":\"because\",\"consequence\":\"so\"}}");
        Files.writeString(run.resolve("throughput.csv"), "counted live");
        Files.writeString(run.resolve("report.html"), "counted live");
    }

    @Test
    void aPartMayBeGivenInTimesWithUnits() throws IOException {
        assertThat(report(run.toString(), "--from", "1s", "--to", "2500ms"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("1,500 requests")
                .contains("from second 1 to second 2.5")
                .as("one whole second")
                .containsPattern("variation of seconds +- %");
        assertThat(namesIn(run)).contains("from-1-to-2.5");
        assertThat(report(run.toString(), "--from", "1s", "--to", "3s"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).containsPattern("variation of seconds +0\\.\\d+ %");

        assertThat(report(run.toString(), "--from", "2 parsecs")).isEqualTo(2);
        assertThat(err.toString()).contains("'2 parsecs' is not a time");
    }

    @Test
    void whatCannotBeReadIsSaidInOneLineAndWithAnExitCode() throws IOException {
        Path wrong = Files.writeString(directory.resolve("notes.txt"), "dear diary\n");

        assertThat(report(wrong.toString())).isEqualTo(1);
        assertThat(err.toString()).startsWith("Error: " + wrong + ", line 1: ").hasLineCount(1);
        assertThat(namesIn(directory)).contains("notes.txt").doesNotContain("throughput.csv");
    }

    @Test
    void aRunThatWasBrokenOffBeforeItsFirstRowIsNamed() throws IOException {
        Path killed = Files.createDirectory(directory.resolve("killed"));
        Files.writeString(killed.resolve("summary.json"), "{\"schemaVersion\": 2, \"state\": \"running\"}");

        assertThat(report(killed.toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains("killed holds no records.csv and no records.csv.gz; the run was interrupted before it wrote"
                        + " any");

        Files.writeString(
                killed.resolve("summary.json"),
                "{\"schemaVersion\": 2, \"state\": \"ended\", \"attempts\": {\"total\": 5}}");
        assertThat(report(killed.toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains("the run was made without records, so that its report cannot be made again");

        Files.writeString(
                killed.resolve("summary.json"),
                "{\"schemaVersion\": 2, \"state\": \"ended\", \"records\": {\"file\": \"mine.csv\"}}");
        assertThat(report(killed.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("the run wrote mine.csv, which is not there any more");
    }

    @Test
    void wrongArgumentsAreExplained() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertThat(report(empty.toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains("empty holds no records.csv and no records.csv.gz; give the directory of a run");

        assertThat(report(directory.resolve("gone").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("gone is not there");

        assertThat(report(run.toString(), "--from", "3", "--to", "2")).isEqualTo(2);
        assertThat(err.toString()).contains("not from 3.0 s to 2.0 s");

        assertThat(report(run.toString(), "--from", "500")).isEqualTo(2);
        assertThat(err.toString()).contains("no attempt was sent from 500 s on: choose");
        assertThat(namesIn(run)).containsExactly("records.csv");
    }

    @Test
    void anUnwritableDirectoryIsAnErrorAndNoStackTrace() throws IOException {
        Path file = Files.writeString(directory.resolve("occupied"), "");

        assertThat(report(run.toString(), "--output", file.toString())).isEqualTo(1);
        assertThat(err.toString()).startsWith("Error: ").contains("occupied").hasLineCount(1);
    }

    private int report(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new CommandLine(new ReportCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    static List<String> namesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
