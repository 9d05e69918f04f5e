package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.Estimate;
import io.github.swipestorm.client.inference.Steadiness.SteadyPart;
import io.github.swipestorm.client.report.chart.Chart;
import io.github.swipestorm.client.report.chart.SvgCanvas;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Figure;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.report.document.FieldTable;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunPageTest {
    @TempDir
    private Path directory;

    @Test
    void a_run_has_these_parts_in_this_order() throws IOException {
        Golden.assertIs("run-outline.txt", outline(new SampleRun(20, 100).document()));
    }

    @Test
    void the_verdict_comes_first_and_then_what_must_not_be_missed() {
        List<Part> parts = new SampleRun(5, 100).document().parts();

        assertThat(parts.get(0)).isInstanceOfSatisfying(Conclusion.class, conclusion -> {
            assertThat(conclusion.sentence()).startsWith("Server-bound: ").endsWith(" ok requests/s");
            assertThat(conclusion.evidence()).anyMatch(line -> line.contains("0.98 of the 1 CPU"));
        });
        assertThat(parts.subList(1, 3))
                .containsExactly(
                        new Warning("INTERRUPTED: the run ended early, what follows is a part of it"),
                        new Warning("the disk was full"));
        assertThat(parts.get(3)).isEqualTo(new Heading("Over time"));
    }

    @Test
    void a_missed_objective_is_shown_in_the_box_at_the_top() throws IOException {
        RunDocument summary = SummaryFile.read("{\"objectives\":["
                + "{\"objective\":\"p99<2ms\",\"measuredUs\":2429,\"met\":false},"
                + "{\"objective\":\"p50<2ms\",\"measuredUs\":500,\"met\":true},"
                + "{\"objective\":\"errors<1%\",\"measuredShare\":0.0005,\"met\":true},"
                + "{\"objective\":\"max<9ms\",\"measuredUs\":null,\"met\":false}]}");
        Document document = RunPage.of(new SampleRun(5, 100).data(), summary);

        assertThat(((Conclusion) document.parts().get(0)).evidence())
                .startsWith(
                        "MISSED: p99<2ms, measured 2.429 ms",
                        "MISSED: max<9ms, nothing was measured",
                        "Met: p50<2ms, measured 0.500 ms",
                        "Met: errors<1%, measured 0.050 %");
    }

    @Test
    void a_run_that_the_client_bounded_claims_no_limit_of_the_server() {
        RunDocument summary = SummaryFile.read(
                "{\"verdict\":{\"bound\":\"client-bound\",\"evidence\":\"the client used 1.99 of 2 CPUs\","
                        + "\"consequence\":\"try --transport nio\"}}");
        Document document = RunPage.of(new SampleRun(5, 100).data(), summary);

        assertThat(((Conclusion) document.parts().get(0)).sentence()).startsWith("Client-bound: at least ");
    }

    @Test
    void where_no_verdict_is_known_none_is_claimed() {
        Document document = RunPage.of(
                new SampleRun(5, 100).data(), RunDocument.NONE, new SampleRun(5, 100).figures(), List.of(), true);

        assertThat(((Conclusion) document.parts().get(0)).sentence())
                .doesNotContain("bound")
                .endsWith("ok requests/s");
    }

    @Test
    void records_alone_make_a_page_without_what_they_do_not_tell() throws IOException {
        Document document = ofRecords(
                RecordsAnalysis.of(RecordsFile.ofARun(5).writeTo(directory), Window.WHOLE, OptionalLong.empty()));

        assertThat(outline(document))
                .contains("Results", "Throughput over time", "Response time over time", "In flight")
                .doesNotContain("Plan", "Environment", "How to repeat it", "CPU time");
    }

    @Test
    void nothing_at_all_makes_a_page_that_says_so() throws IOException {
        String page = HtmlPage.of(ofRecords(
                RecordsAnalysis.of(new RecordsFile().writeTo(directory), Window.WHOLE, OptionalLong.empty())));

        assertThat(page)
                .contains("No time passed", ">no attempts<", ">no latencies<")
                .doesNotContain("NaN", "Infinity");
    }

    @Test
    void charts_of_telemetry_are_there_for_what_was_read_and_for_nothing_else() {
        assertThat(TelemetryCharts.of(new SampleRun(5, 10).data().telemetry(), new Window(0, 5)))
                .hasSize(TelemetryCharts.values().length);
        assertThat(TelemetryCharts.of(Telemetry.NONE, new Window(0, 5))).isEmpty();
    }

    @Test
    void the_last_moment_of_a_run_is_no_second_of_the_percentiles() {
        RunData run = new SampleRun(5.05, 100).data();
        RunData whole = new RunData(
                run.name(),
                run.seconds().subList(0, 5),
                5_000_000,
                run.service(),
                run.response(),
                run.failed(),
                run.heatMap(),
                run.telemetry(),
                run.operations());

        assertThat(run.seconds()).hasSize(6);
        assertThat(percentiles(run).description()).isEqualTo(percentiles(whole).description());
    }

    @Test
    void the_steady_part_is_marked_in_both_charts_at_the_top() {
        RunData run = new SampleRun(20, 100).data();
        SteadyPart part = new SteadyPart(8, 18, new Estimate(100, new ConfidenceInterval(98, 102, 0.95)));

        assertThat(new RunCharts(run.with(Optional.of(part))).overTime())
                .hasSize(2)
                .allSatisfy(
                        figure -> assertThat(svg(((Figure) figure).chart())).contains("steady from second 8 to 18"));
        assertThat(new RunCharts(run).overTime())
                .allSatisfy(figure -> assertThat(svg(((Figure) figure).chart())).doesNotContain("steady"));
    }

    private static Chart percentiles(RunData run) {
        return ((Figure) new RunCharts(run).overTime().get(1)).chart();
    }

    private static String svg(Chart chart) {
        SvgCanvas canvas = new SvgCanvas(Chart.WIDTH, chart.height(), chart.title(), chart.description());
        chart.paint(canvas);
        return canvas.finish();
    }

    @Test
    void half_a_million_requests_in_ten_minutes_stay_below_two_megabytes() {
        assertThat(HtmlPage.of(new SampleRun(600, 834).document()).length()).isBetween(100_000, 2_000_000);
    }

    @Test
    void names_of_settings_become_words_with_units() {
        assertThat(FieldTable.of(new SampleRun(1, 10).summary().start().plan().orElseThrow())
                        .rows())
                .contains(
                        List.of("target", "http://localhost:8080/app"),
                        List.of("model settings, batch", "500"),
                        List.of("keep alive", "yes"),
                        List.of("duration (s)", "600"),
                        List.of("retry on", "4xx, 5xx"))
                .noneMatch(row -> row.get(0).startsWith("open loop"));
    }

    private record Body(String body) {}

    @Test
    void a_long_text_is_shown_in_part() {
        String smiles = "😀".repeat(501);

        assertThat(FieldTable.of(new Body("x".repeat(500))).rows()).containsExactly(List.of("body", "x".repeat(500)));
        assertThat(FieldTable.of(new Body(smiles)).rows())
                .containsExactly(List.of("body", "😀".repeat(500) + "... (1 characters more)"));
    }

    private static Document ofRecords(RecordsAnalysis analysis) {
        return RunPage.of(
                RunData.of("a", analysis, Telemetry.NONE),
                RunDocument.NONE,
                analysis.figures(),
                analysis.notes(),
                true);
    }

    /** What a reader sees of a document who looks at headings and captions only. */
    private static String outline(Document document) {
        return document.title() + "\n"
                + document.parts().stream().map(RunPageTest::line).collect(Collectors.joining("\n")) + "\n";
    }

    private static String line(Part part) {
        if (part instanceof Heading heading) {
            return "== " + heading.text();
        } else if (part instanceof Document.Table table) {
            return "table " + table.caption() + " " + table.columns() + ", rows "
                    + table.rows().size();
        } else if (part instanceof Figure figure) {
            return "figure " + figure.chart().title() + ": " + figure.chart().description();
        }
        return part.toString();
    }
}
