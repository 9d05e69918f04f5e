package io.github.swipestorm.client.report.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.RunsFile;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.record.AttemptRecorder;
import io.github.swipestorm.client.record.Collector;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.record.csv.IntervalLog;
import io.github.swipestorm.client.record.csv.RecordsReader;
import io.github.swipestorm.client.record.csv.RecordsWriter;
import io.github.swipestorm.client.record.csv.RowFormat;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import io.github.swipestorm.client.report.live.ProgressLine;
import io.github.swipestorm.client.report.store.AtomicFile;
import io.github.swipestorm.client.report.store.ExperimentFile;
import io.github.swipestorm.client.report.store.GcPausesCsv;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.report.store.TelemetryCsv;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that can be written, of data that are always the same, in many countries. */
class AnyLocaleIT {

    private static final Locale LOCALE = Locale.getDefault();
    private static final TimeZone ZONE = TimeZone.getDefault();

    @TempDir
    private Path directory;

    @AfterEach
    void home() {
        Locale.setDefault(LOCALE);
        TimeZone.setDefault(ZONE);
    }

    @Test
    @Tag("fault")
    @DisplayName("The machine's language is Turkish or Arabic, and its time zone any -> "
            + "every file and every text on the console is the same, byte for byte")
    void every_output_is_the_same_in_every_country() throws Exception {
        Map<String, String> english = outputs("en-US", "UTC");
        assertThat(english)
                .containsKeys(
                        "records.csv",
                        "service-time.hlog",
                        "throughput.csv",
                        "throughput.svg",
                        "throughput.png",
                        "telemetry.csv",
                        "summary.json",
                        "report.html",
                        "sweep/report.md",
                        "sweep/report.html",
                        "sweep/runs.csv",
                        "sweep/experiment.json",
                        "console");
        assertThat(english.get("console")).contains("58,720,256 attempts", "4,660.25");

        for (String[] place : new String[][] {
            // An i without a dot and a decimal comma; digits of its own; the first and the last of all days.
            {"tr-TR", "Pacific/Kiritimati"},
            {"ar-EG-u-nu-arab", "Pacific/Pago_Pago"}
        }) {
            Map<String, String> there = outputs(place);
            assertThat(there.keySet()).isEqualTo(english.keySet());
            english.forEach((name, content) ->
                    assertThat(there.get(name)).as(name + " in " + place[0]).isEqualTo(content));
        }
    }

    /** What each file has, as Latin-1 so that pictures can be compared as well. */
    private Map<String, String> outputs(String... place) throws Exception {
        Locale.setDefault(Locale.forLanguageTag(place[0]));
        TimeZone.setDefault(TimeZone.getTimeZone(place[1]));
        Path here = Files.createDirectory(directory.resolve(place[0]));
        StringWriter console = new StringWriter();
        writeRecords(here);
        writeRun(here, console);
        writeExperiment(Files.createDirectory(here.resolve("sweep")), console);
        Map<String, String> outputs = new TreeMap<>();
        try (Stream<Path> files = Files.walk(here)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                outputs.put(here.relativize(file).toString(), content(file));
            }
        }
        outputs.put("console", console.toString());
        return outputs;
    }

    private static String content(Path file) throws IOException {
        String name = file.getFileName().toString();
        String text = new String(Files.readAllBytes(file), name.endsWith(".png") ? ISO_8859_1 : UTF_8);
        // When an experiment was begun, and how long after the start a log was closed, is another each time.
        return name.endsWith(".hlog")
                ? text.lines()
                        .map(line -> line.replaceFirst("^0\\.000,[0-9.]+,", ""))
                        .collect(Collectors.joining("\n"))
                : text.replaceFirst("\"begunAt\" : \"\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z\"", "");
    }

    private static void writeRecords(Path here) throws IOException {
        RunClock clock = new RunClock(NanoClock.SYSTEM);
        long start = System.nanoTime();
        clock.start(start, 1_795_305_599_500_000L);
        List<Operation> templates = List.of(new Operation(0, "POST", "/swipe/left/", "application/json"));
        RecordsWriter rows = new RecordsWriter(
                here.resolve("records.csv"), RecordsPolicy.BLOCK, clock, new RowFormat(clock, "/app", templates));
        IntervalLog intervals =
                new IntervalLog(here.resolve("service-time.hlog"), here.resolve("response-time.hlog"), clock);
        for (var sink : List.of(rows, intervals)) {
            try (Collector collector = new Collector(1, 1, sink)) {
                AttemptRecorder recorder = collector.recorder(0);
                for (int i = 0; i < 300; i++) {
                    long sent = start + i * 1_234_567L;
                    recorder.record(
                            5_000_000_000L + i,
                            0,
                            1,
                            false,
                            sent - 5_000,
                            sent,
                            sent,
                            sent + 1_000_000,
                            AttemptRecorder.NO_INSTANT,
                            1_234_567,
                            i % 7 == 0 ? new Failure(FailureKind.CLOSED, "x") : new Response(201, 1_234_567));
                }
            }
        }
        assertThat(rows.finish().problem()).isEmpty();
        RecordsReader.read(
                here.resolve("records.csv"),
                row -> assertThat(row.request()).isBetween(5_000_000_000L, 5_000_000_299L));
        assertThat(intervals.finish()).isEmpty();
    }

    private static void writeRun(Path here, StringWriter console) throws IOException {
        SampleRun sample = new SampleRun(30, 50);
        ReportFiles.write(here, sample.data(), AnyLocaleIT::refuse, new ArrayList<>());
        TelemetryCsv.write(here.resolve("telemetry.csv"), sample.data().telemetry());
        GcPausesCsv.write(
                here.resolve(RunFiles.GC_PAUSES), sample.data().telemetry().pauses());
        RunResult result = MadeUpResult.of(1 << 23, sample.data().telemetry());
        RunReport report = new RunReport(result, Optional.empty(), Objectives.parse("p99<100ms,errors<0.1%"));
        RunDocument document = report.document();
        AtomicFile.write(here.resolve("summary.json"), SummaryFile.text(document));
        ReportFiles.writePage(here, RunPage.of(sample.data(), document));
        new ConsoleSummary(new PrintWriter(console), true).print(document, Optional.empty());
        console.append(
                ProgressLine.fitting(result.plan(), result.counts(), Duration.ofSeconds(4_000), 12_345.6, 200, true));
    }

    private static void writeExperiment(Path here, StringWriter console) throws IOException {
        Design design = SampleExperiment.design("sweep", SampleExperiment.threads("1..256x2"), 3);
        List<Trial> trials = SampleExperiment.run(design, 0.01, SampleExperiment::scaling);
        try (RunsFile runs = RunsFile.open(here.resolve("runs.csv"))) {
            for (Trial trial : trials) {
                runs.append(trial);
            }
        }
        assertThat(RunsFile.read(here.resolve("runs.csv"))).isEqualTo(trials);
        ExperimentFile.write(here, design, "swipestorm sweep", List.of("sweep"));
        ExperimentReport sweep = ExperimentReports.sweep(design, trials, List.of());
        sweep.writeTo(here, AnyLocaleIT::refuse);
        for (SampleExperiment experiment : SampleExperiment.values()) {
            console.append((experiment == SampleExperiment.SWEEP ? sweep : experiment.report()).text());
        }
    }

    private static void refuse(String warning) {
        throw new AssertionError(warning);
    }
}
