package io.github.swipestorm.client.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.FakeTrials;
import io.github.swipestorm.client.experiment.Sweep;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.measure.ExactLatencies;
import io.github.swipestorm.client.measure.LatencyHeatMap;
import io.github.swipestorm.client.measure.LatencyHeatMapBuilder;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Curve;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Sample;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Scale;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Style;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import io.github.swipestorm.client.report.run.SampleExperiment;
import io.github.swipestorm.client.report.run.SampleRun;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.telemetry.GcPause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pictures that only pages have. */
class PicturesTest {

    @Test
    void a_heat_map_has_its_cells_where_the_values_are() {
        LatencyHeatMapBuilder builder = new LatencyHeatMapBuilder();
        for (int i = 0; i < 100; i++) {
            builder.add(1_000_000, 1_500);
        }
        builder.add(9_000_000, 60_000);
        HeatMapChart chart = new HeatMapChart("map", builder.build(), new Window(0, 10));
        List<MatchResult> cells = Pattern.compile(
                        "fill-opacity=\"([0-9.]+)\" shape-rendering=\"crispEdges\" d=\"M([0-9.]+)"
                                + " ([0-9.]+)H([0-9.]+)V([0-9.]+)")
                .matcher(svg(chart)
                        .replace("<path fill=\"#0072b2\" shape", "<path fill=\"#0072b2\" fill-opacity=\"1\" shape"))
                .results()
                .toList();

        assertThat(cells).hasSize(2);
        // The panel reaches from 84 to 776; a column lasts 62.5 ms.
        assertThat(number(cells.get(0), 1)).isEqualTo(0.2);
        assertThat(number(cells.get(0), 2)).isBetween(84 + 0.9 * 692 - 0.1, 84 + 0.9 * 692 + 0.1);
        assertThat(number(cells.get(1), 1)).isEqualTo(1);
        assertThat(number(cells.get(1), 2)).isBetween(84 + 0.1 * 692 - 0.1, 84 + 0.1 * 692 + 0.1);
        assertThat(number(cells.get(1), 4) - number(cells.get(1), 2)).isBetween(4.2, 4.5);
        assertThat(number(cells.get(0), 3)).as("slow is above fast").isLessThan(number(cells.get(1), 3));
        assertThat(chart.description()).contains("101 response times");
    }

    @Test
    void an_empty_heat_map_says_so() {
        assertThat(svg(new HeatMapChart("map", LatencyHeatMap.EMPTY, new Window(0, 1))))
                .contains(">no latencies<");
    }

    @Test
    void a_histogram_has_every_value_in_one_bar() {
        ExactLatencies latencies = new ExactLatencies();
        for (long us = 1; us <= 2_000_000; us = us * 5 / 4 + 1) {
            latencies.record(us);
        }
        HistogramChart chart = new HistogramChart("histogram", new LatencyCurve("time", latencies));
        String svg = svg(chart);

        assertThat(svg).contains("p50 ", "p99 ", "p99.9 ", ">latency (ms, logarithmic)<");
        assertThat(chart.bars().stream().mapToLong(HistogramChart.Bar::count).sum())
                .isEqualTo(latencies.count());
        for (int i = 1; i < chart.bars().size(); i++) {
            assertThat(chart.bars().get(i).fromMs())
                    .isEqualTo(chart.bars().get(i - 1).toMs());
        }
    }

    @Test
    void values_that_are_all_the_same_are_one_bar() {
        ExactLatencies latencies = new ExactLatencies();
        latencies.record(0);
        assertThat(new HistogramChart("h", new LatencyCurve("t", latencies)).bars())
                .hasSize(1);
        assertThat(svg(new HistogramChart("h", new LatencyCurve("t", new ExactLatencies()))))
                .contains(">no latencies<");
    }

    @Test
    void many_samples_become_means_with_a_band_from_the_lowest_to_the_highest() {
        List<Sample> samples = IntStream.range(0, 10_000)
                .mapToObj(i -> new Sample(i, i + 1, i % 100 == 0 ? 50 : 1))
                .toList();
        String svg = svg(new CurvesOverTime(
                "c", Scale.amount("ms"), new Window(0, 10_000), List.of(new Curve("lag", Style.FIRST, samples))));

        assertThat(svg.length()).isLessThan(60_000);
        assertThat(svg).contains("lag: mean 1.49, highest 50.0 ms", "<polygon");
    }

    @Test
    void pauses_and_silences_are_marked_and_named() {
        SampleRun run = new SampleRun(100, 50);
        ThroughputChart chart = new ThroughputChart(
                "t",
                run.data().seconds(),
                run.data().endUs(),
                List.of(
                        new GcPause(1_000_000, 30_000, "x"),
                        new GcPause(1_000_100, 5_000, "x"),
                        new GcPause(50_000_000, 9_000, "x")),
                Optional.empty());
        String svg = svg(chart);

        assertThat(svg)
                .contains("garbage collector of the client: 3 pauses, 44 ms in all, longest 30 ms")
                .contains("tinted: 2 s in all without an ok answer")
                .contains("<polygon fill=\"#d55e00\" fill-opacity=\"0.15\" points=\"222.4,102 236.2,102");
        assertThat(Pattern.compile("z")
                        .matcher(svg.replaceAll("(?s).*crispEdges\" d=\"([^\"]*)\".*", "$1"))
                        .results())
                .as("marks that touch are one")
                .hasSize(2);
        assertThat(chart.description()).contains("3 pauses", "2 s in all");
    }

    @Test
    void as_many_requests_as_littles_law_predicts_lie_on_its_line(@TempDir Path directory) throws IOException {
        List<Variant> variants =
                List.of(FakeTrials.variant(Sweep.variant(1), 1), FakeTrials.variant(Sweep.variant(200), 200));
        Design design = SampleExperiment.design("little", variants, 3);
        List<Trial> trials =
                SampleExperiment.run(design, 0, variant -> 40 * variant.plan().threads());
        ExperimentReports.little(design, trials, List.of()).writeTo(directory, warning -> {});

        String svg = Files.readString(directory.resolve("predicted-from-one-thread-and-measured.svg"));

        List<String> dots = Pattern.compile("<circle cx=\"([0-9.]+)\" cy=\"([0-9.]+)\"")
                .matcher(svg)
                .results()
                .map(dot -> dot.group(1) + "," + dot.group(2))
                .toList();
        // The other dashed line is the legend's.
        List<String> line = Pattern.compile("stroke-dasharray=[^>]* points=\"([^\"]+)\"")
                .matcher(svg)
                .results()
                .map(points -> List.of(points.group(1).split(" ")))
                .max(Comparator.comparingInt(List::size))
                .orElseThrow();
        assertThat(dots).containsExactly(line.get(0), line.get(line.size() - 1));
    }

    private static double number(MatchResult match, int group) {
        return Double.parseDouble(match.group(group));
    }

    private static String svg(Chart chart) {
        return SvgCanvas.inline(chart, "x");
    }
}
