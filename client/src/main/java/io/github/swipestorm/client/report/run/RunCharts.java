package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.report.chart.Chart;
import io.github.swipestorm.client.report.chart.CurvesOverTime;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Curve;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Sample;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Scale;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Style;
import io.github.swipestorm.client.report.chart.HeatMapChart;
import io.github.swipestorm.client.report.chart.HistogramChart;
import io.github.swipestorm.client.report.chart.LatencyChart;
import io.github.swipestorm.client.report.chart.LatencyCurve;
import io.github.swipestorm.client.report.chart.ThroughputChart;
import io.github.swipestorm.client.report.document.Document.Figure;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.telemetry.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/** The pictures of a run's page, each with a line that says how to read it. */
public final class RunCharts {
    private static final double SHORTEST_LAST_SECOND = 0.1;

    private final RunData run;

    public RunCharts(RunData run) {
        this.run = run;
    }

    /** What a reader looks at first: throughput and percentiles. */
    public List<Part> overTime() {
        return Stream.concat(Stream.of(throughput()), percentiles().stream()).toList();
    }

    /** Requests, failures and retries over time. */
    private Part throughput() {
        return new Figure(
                new ThroughputChart(
                        "Throughput over time",
                        run.seconds(),
                        run.endUs(),
                        run.telemetry().pauses(),
                        run.steady()),
                "Ok requests by the second they ended in.");
    }

    /** Percentiles of the response times of each second; nothing without ok attempts. */
    private List<Part> percentiles() {
        List<Curve> curves = Stream.of(
                        percentile("p50", Style.FIRST, TimelineSecond::responseP50Us),
                        percentile("p95", Style.THIRD, TimelineSecond::responseP95Us),
                        percentile("p99", Style.SECOND, TimelineSecond::responseP99Us))
                .filter(curve -> !curve.samples().isEmpty())
                .toList();
        return curves.isEmpty()
                ? List.of()
                : List.of(new Figure(
                        new CurvesOverTime(
                                "Response time percentiles over time",
                                Scale.percentiles(),
                                run.shown(),
                                curves,
                                run.steady()),
                        "Of the ok requests that ended in each second, from when they were due."));
    }

    private Curve percentile(String name, Style style, Function<TimelineSecond, OptionalLong> percentile) {
        List<Sample> samples = new ArrayList<>();
        for (TimelineSecond second : run.seconds()) {
            OptionalLong value = percentile.apply(second);
            double end = Math.min(second.second() + 1.0, run.endUs() / 1e6);
            // The few answers of a last moment give no percentile, and would look like a jump.
            boolean moment = !samples.isEmpty() && end - second.second() < SHORTEST_LAST_SECOND;
            if (value.isPresent() && !moment) {
                samples.add(
                        new Sample(second.second(), Math.max(second.second() + 0.001, end), value.getAsLong() / 1e3));
            }
        }
        return new Curve(name, style, samples);
    }

    /** Percentiles, heat map and histogram. */
    public List<Part> latencies() {
        List<LatencyCurve> curves = new ArrayList<>(List.of(
                new LatencyCurve("service time", run.service()), new LatencyCurve("response time", run.response())));
        if (run.failed().count() > 0) {
            curves.add(new LatencyCurve("failed attempts", run.failed()));
        }
        return List.of(
                new Figure(
                        new LatencyChart("Latency percentiles", curves, true),
                        "Service time is done - sent, response time done - due. In a closed loop an attempt is due as"
                                + " soon as its worker is free, so that the two lie close together unless there were"
                                + " retries."),
                new Figure(
                        new HeatMapChart("Response time over time", run.heatMap(), run.shown()),
                        "Each cell is a stretch of time and a range of response times of ok requests; the stronger its"
                                + " colour, the more there were."),
                new Figure(
                        new HistogramChart(
                                "Response time histogram", new LatencyCurve("response time", run.response())),
                        "Response times of ok requests; bars are of one width on the logarithmic scale."));
    }

    /** What was in flight, and what the client saw of itself, of the machine and of the server. */
    public List<Part> telemetry() {
        List<Part> figures = new ArrayList<>();
        boolean sampled = run.telemetry().samples().stream()
                .anyMatch(sample -> sample.get(Metric.IN_FLIGHT).isPresent());
        if (!sampled && !run.seconds().isEmpty()) {
            figures.add(new Figure(inFlight(), ""));
        }
        TelemetryCharts.of(run.telemetry(), run.shown()).forEach(chart -> figures.add(new Figure(chart, "")));
        return figures;
    }

    private Chart inFlight() {
        List<Sample> samples = run.seconds().stream()
                .map(second -> new Sample(second.second(), second.second() + 1.0, second.inFlight()))
                .toList();
        return new CurvesOverTime(
                "In flight",
                Scale.amount("attempts"),
                run.shown(),
                List.of(new Curve("sent and not yet done, at the end of each second", Style.FIRST, samples)));
    }
}
