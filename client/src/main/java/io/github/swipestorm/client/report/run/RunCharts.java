package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.Timeline;
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
import java.util.Comparator;
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
        return Stream.of(List.of(throughput()), percentiles(), byOperation())
                .flatMap(List::stream)
                .toList();
    }

    /** Throughput and the 99th percentile of each operation; nothing when there is only one. */
    private List<Part> byOperation() {
        List<OperationMeasurements> rows = busiest(run.operations());
        if (rows.size() < 2) {
            return List.of();
        }
        List<Curve> rates = new ArrayList<>();
        List<Curve> tails = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            String name = OperationTables.name(rows.get(i).name());
            List<TimelineSecond> seconds = shown(rows.get(i).timeline());
            rates.add(rate(name, Style.ofLine(i), seconds));
            tails.add(percentile(name, Style.ofLine(i), seconds, TimelineSecond::responseP99Us));
        }
        tails.removeIf(curve -> curve.samples().isEmpty());
        List<Part> figures = new ArrayList<>(List.of(new Figure(
                new CurvesOverTime("Throughput by operation", Scale.amount("ok/s"), run.shown(), rates),
                "Ok requests of each operation by the second they ended in.")));
        if (!tails.isEmpty()) {
            figures.add(
                    new Figure(
                            new CurvesOverTime(
                                    "Response time by operation: p99", Scale.percentiles(), run.shown(), tails),
                            "The 99th percentile of each operation's ok requests that ended in each second, from when they were due."));
        }
        return figures;
    }

    /** Throughput of each agent; nothing for a run on one machine. Of more agents than there are kinds of line, the first. */
    List<Part> byAgent() {
        List<Curve> rates = new ArrayList<>();
        run.agents().forEach((name, timeline) -> {
            if (rates.size() < OperationTables.MOST) {
                rates.add(rate(OperationTables.name(name), Style.ofLine(rates.size()), shown(timeline)));
            }
        });
        return rates.isEmpty()
                ? List.of()
                : List.of(new Figure(
                        new CurvesOverTime("Throughput by agent", Scale.amount("ok/s"), run.shown(), rates),
                        "Ok requests of each agent by the second they ended in"
                                + (run.agents().size() > rates.size()
                                        ? "; the first " + rates.size() + " of "
                                                + run.agents().size() + " agents."
                                        : ".")));
    }

    /** At most as many as there are kinds of line, in their order: of more, the busiest, and the others together. */
    private static List<OperationMeasurements> busiest(List<OperationMeasurements> all) {
        if (all.size() <= OperationTables.MOST) {
            return all;
        }
        List<OperationMeasurements> byRequests = all.stream()
                .sorted(Comparator.comparingLong(
                                (OperationMeasurements row) -> row.counts().ended())
                        .reversed())
                .toList();
        List<OperationMeasurements> busiest = byRequests.subList(0, OperationTables.MOST - 1);
        OperationMeasurements rest = byRequests.stream()
                .skip(busiest.size())
                .reduce(OperationMeasurements::plus)
                .orElseThrow();
        return Stream.concat(
                        all.stream().filter(busiest::contains),
                        Stream.of(new OperationMeasurements(
                                OperationTables.OTHERS,
                                rest.counts(),
                                rest.service(),
                                rest.response(),
                                rest.firstByte(),
                                rest.timeline())))
                .toList();
    }

    /** The seconds of a timeline that the charts show. */
    private List<TimelineSecond> shown(Timeline timeline) {
        int size = timeline.seconds().size();
        int from = (int) Math.min(size, run.shown().from());
        return timeline.seconds().subList(from, (int) Math.min(size, run.shown().to()));
    }

    private Curve rate(String name, Style style, List<TimelineSecond> seconds) {
        List<Sample> samples = new ArrayList<>();
        for (TimelineSecond second : seconds) {
            double length = Math.min(second.second() + 1.0, run.endUs() / 1e6) - second.second();
            // The rate of a last moment would look like a jump.
            if (samples.isEmpty() || length >= SHORTEST_LAST_SECOND) {
                double height = second.ok() / Math.max(SHORTEST_LAST_SECOND, length);
                samples.add(new Sample(second.second(), second.second() + Math.max(0.001, length), height));
            }
        }
        return new Curve(name, style, samples);
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
                        percentile("p50", Style.FIRST, run.seconds(), TimelineSecond::responseP50Us),
                        percentile("p95", Style.THIRD, run.seconds(), TimelineSecond::responseP95Us),
                        percentile("p99", Style.SECOND, run.seconds(), TimelineSecond::responseP99Us))
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

    private Curve percentile(
            String name, Style style, List<TimelineSecond> seconds, Function<TimelineSecond, OptionalLong> percentile) {
        List<Sample> samples = new ArrayList<>();
        for (TimelineSecond second : seconds) {
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
