package io.github.swipestorm.client.report;

import io.github.swipestorm.client.report.CurvesOverTime.Curve;
import io.github.swipestorm.client.report.CurvesOverTime.Sample;
import io.github.swipestorm.client.telemetry.Reading;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import java.util.ArrayList;
import java.util.List;

/** The charts of what the client saw of itself, of the machine and of the server; those that have readings. */
enum TelemetryCharts {
    CPU(
            "CPU time",
            "CPUs",
            1,
            new Line("client", Reading.CLIENT_CPU),
            new Line("server", Reading.SERVER_CPU),
            new Line("taken by the hypervisor", Reading.CPU_STEAL)),
    THREADS(
            "CPU time of the client's busiest threads",
            "CPUs",
            1,
            new Line("busiest event loop", Reading.BUSIEST_LOOP),
            new Line("busier of the two that write attempts down", Reading.RECORDING)),
    IN_FLIGHT("Attempts under way", "attempts", 1, new Line("sent and not yet done", Reading.IN_FLIGHT)),
    QUEUE("Queue of Producer-Consumer", "requests", 1, new Line("waiting in the queue", Reading.QUEUE_DEPTH)),
    WAITING("Workers' time", "% of their time", 100, new Line("waiting for an answer", Reading.WAITING_SHARE)),
    LAG(
            "What kept the client from running",
            "ms",
            1,
            new Line("longest lag of a thread that wanted to run", Reading.SCHEDULING_LAG),
            new Line("pauses for garbage collection, in each second", Reading.GC_PAUSE)),
    SWITCHES(
            "Context switches of the client",
            "1/s",
            1,
            new Line("because a thread waited", Reading.VOLUNTARY_SWITCHES),
            new Line("because another was to run", Reading.INVOLUNTARY_SWITCHES)),
    SOCKETS("Open sockets of the client", "sockets", 1, new Line("open", Reading.OPEN_SOCKETS)),
    NETWORK(
            "Network of the machine, loopback included",
            "MB/s",
            1e-6,
            new Line("in", Reading.BYTES_IN),
            new Line("out", Reading.BYTES_OUT)),
    MEMORY("Memory in RAM", "MB", 1e-6, new Line("client", Reading.CLIENT_RSS), new Line("server", Reading.SERVER_RSS)),
    ALLOCATION("Memory that the client's Java code allocated", "MB/s", 1e-6, new Line("allocated", Reading.ALLOCATION));

    private record Line(String name, Reading reading) {}

    private final String title;
    private final String unit;
    private final double factor;
    private final List<Line> lines;

    TelemetryCharts(String title, String unit, double factor, Line... lines) {
        this.title = title;
        this.unit = unit;
        this.factor = factor;
        this.lines = List.of(lines);
    }

    /** @param shown the time that the pictures show */
    static List<Chart> of(Telemetry telemetry, Window shown) {
        List<Chart> charts = new ArrayList<>();
        for (TelemetryCharts chart : values()) {
            List<Curve> curves = chart.lines.stream()
                    .map(line -> new Curve(line.name(), chart.samples(telemetry, line.reading())))
                    .filter(curve -> !curve.samples().isEmpty())
                    .toList();
            if (!curves.isEmpty()) {
                charts.add(new CurvesOverTime(chart.title, chart.unit, shown, curves));
            }
        }
        return charts;
    }

    private List<Sample> samples(Telemetry telemetry, Reading reading) {
        List<Sample> samples = new ArrayList<>();
        for (TelemetrySample sample : telemetry.samples()) {
            if (sample.get(reading).isPresent()) {
                double to = sample.atUs() / 1e6;
                samples.add(new Sample(
                        Math.max(0, to - sample.intervalUs() / 1e6),
                        to,
                        factor * sample.get(reading).getAsDouble()));
            }
        }
        return samples;
    }
}
