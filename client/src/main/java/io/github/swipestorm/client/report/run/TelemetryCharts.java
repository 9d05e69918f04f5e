package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.report.chart.Chart;
import io.github.swipestorm.client.report.chart.CurvesOverTime;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Curve;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Sample;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Scale;
import io.github.swipestorm.client.report.chart.CurvesOverTime.Style;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The charts of the telemetry of the client, the machine and the server; those that have readings. */
enum TelemetryCharts {
    CPU(
            "CPU time",
            Scale.amount("CPUs"),
            1,
            new Line("client", Metric.CLIENT_CPU),
            new Line("server", Metric.SERVER_CPU),
            new Line("other processes", Metric.OTHERS_CPU),
            new Line("taken by the hypervisor", Metric.CPU_STEAL)) {
        @Override
        List<Curve> curves(Telemetry telemetry) {
            List<Curve> curves = new ArrayList<>(super.curves(telemetry));
            if (!curves.isEmpty()) {
                List<Sample> all = curves.get(0).samples();
                double from = all.get(0).from();
                double to = all.get(all.size() - 1).to();
                limits(telemetry)
                        .forEach((cores, name) ->
                                curves.add(new Curve(name, Style.LIMIT, List.of(new Sample(from, to, cores)))));
            }
            return curves;
        }
    },
    THREADS(
            "CPU time of the client's busiest threads",
            Scale.amount("CPUs"),
            1,
            new Line("busiest event loop", Metric.BUSIEST_LOOP),
            new Line("busier of the two that write attempts down", Metric.RECORDING)),
    USERS(
            "Users",
            Scale.amount("users"),
            1,
            new Line("active", Metric.ACTIVE_USERS),
            new Line("workers", Metric.WORKERS)),
    IN_FLIGHT("In flight", Scale.amount("attempts"), 1, new Line("sent and not yet done", Metric.IN_FLIGHT)),
    QUEUE(
            "Queue of Producer-Consumer",
            Scale.amount("requests"),
            1,
            new Line("waiting in the queue", Metric.QUEUE_DEPTH)),
    WAITING(
            "Workers' time",
            Scale.upTo(100, "% of their time"),
            100,
            new Line("waiting for an answer", Metric.WAITING_SHARE)),
    LAG(
            "Client stalls",
            Scale.amount("ms"),
            1,
            new Line("longest lag of a thread that wanted to run", Metric.SCHEDULING_LAG),
            new Line("pauses for garbage collection, in each second", Metric.GC_PAUSE)),
    SWITCHES(
            "Context switches of the client",
            Scale.amount("1/s"),
            1,
            new Line("because a thread waited", Metric.VOLUNTARY_SWITCHES),
            new Line("because another was to run", Metric.INVOLUNTARY_SWITCHES)),
    SOCKETS("Open sockets of the client", Scale.amount("sockets"), 1, new Line("open", Metric.OPEN_SOCKETS)),
    NETWORK(
            "Network of the machine, loopback included",
            Scale.amount("MB/s"),
            1e-6,
            new Line("in", Metric.BYTES_IN),
            new Line("out", Metric.BYTES_OUT)),
    MEMORY(
            "Memory in RAM",
            Scale.amount("MB"),
            1e-6,
            new Line("client", Metric.CLIENT_RSS),
            new Line("server", Metric.SERVER_RSS)),
    ALLOCATION(
            "Memory that the client's Java code allocated",
            Scale.amount("MB/s"),
            1e-6,
            new Line("allocated", Metric.ALLOCATION));

    private record Line(String name, Metric reading) {}

    private final String title;
    private final Scale scale;
    private final double factor;
    private final List<Line> lines;

    TelemetryCharts(String title, Scale scale, double factor, Line... lines) {
        this.title = title;
        this.scale = scale;
        this.factor = factor;
        this.lines = List.of(lines);
    }

    /** @param shown the time that the pictures show */
    static List<Chart> of(Telemetry telemetry, Window shown) {
        List<Chart> charts = new ArrayList<>();
        for (TelemetryCharts chart : values()) {
            List<Curve> curves = chart.curves(telemetry);
            if (!curves.isEmpty()) {
                charts.add(new CurvesOverTime(chart.title, chart.scale, shown, curves));
            }
        }
        return charts;
    }

    /** Those of which there are samples. */
    List<Curve> curves(Telemetry telemetry) {
        List<Curve> curves = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            List<Sample> samples = samples(telemetry, lines.get(i).reading());
            if (!samples.isEmpty()) {
                curves.add(new Curve(lines.get(i).name(), Style.values()[i], samples));
            }
        }
        return curves;
    }

    /** How many CPUs client, server and machine have; those that have as many share a line. */
    private static Map<Double, String> limits(Telemetry telemetry) {
        Map<Double, String> limits = new TreeMap<>();
        telemetry
                .mean(Metric.CLIENT_CPU_LIMIT)
                .ifPresent(cores -> limits.merge(cores, "limit of the client", TelemetryCharts::both));
        telemetry
                .mean(Metric.SERVER_CPU_LIMIT)
                .ifPresent(cores -> limits.merge(cores, "limit of the server", TelemetryCharts::both));
        if (telemetry.cores() > 0) {
            limits.merge((double) telemetry.cores(), "all of the machine", TelemetryCharts::both);
        }
        return limits;
    }

    private static String both(String one, String other) {
        return one + ", " + other;
    }

    /** Rounded as in {@code telemetry.csv}, so that a page that is made from it is the same. */
    private List<Sample> samples(Telemetry telemetry, Metric reading) {
        List<Sample> samples = new ArrayList<>();
        for (TelemetrySample sample : telemetry.samples()) {
            if (sample.get(reading).isPresent()) {
                double to = sample.atUs() / 1e6;
                samples.add(new Sample(
                        Math.max(0, to - sample.intervalUs() / 1e6),
                        to,
                        factor
                                * Double.parseDouble(
                                        NumberFormat.plain(sample.get(reading).getAsDouble()))));
            }
        }
        return samples;
    }
}
