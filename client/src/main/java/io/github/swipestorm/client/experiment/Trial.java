package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.stats.LatencySummary;
import io.github.swipestorm.client.telemetry.Reading;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What an experiment knows of one of its runs: nothing but this is used afterwards, so that a run that was just made and
 * one that was read from a file count alike. Immutable.
 *
 * @param setting the name of the setting that was run
 * @param round which time, from 1
 * @param startedAt when the clock started
 * @param ended why the run ended
 * @param bound the verdict's word; empty when none was given
 * @param met whether the run met the objectives; empty when there were none or they could not be judged
 * @param figures those that are known; none is NaN or infinite
 */
public record Trial(
        String setting,
        int round,
        Instant startedAt,
        StopReason ended,
        Optional<String> bound,
        Optional<Boolean> met,
        Map<Figure, Double> figures) {

    public Trial {
        Map<Figure, Double> copy = new EnumMap<>(Figure.class);
        figures.forEach((figure, value) -> {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(figure + " is " + value);
            }
            copy.put(figure, value);
        });
        figures = copy;
    }

    /** A run's trial. */
    public static Trial of(Step step, RunResult result, Optional<String> bound, Optional<Boolean> met) {
        return new Trial(
                step.setting().name(), step.round(), result.startedAt(), result.reason(), bound, met, figures(result));
    }

    private static Map<Figure, Double> figures(RunResult result) {
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.put(Figure.PLANNED, (double) result.planned());
        figures.put(Figure.OK, (double) result.counts().ok());
        figures.put(Figure.FAILED, (double) result.counts().failed());
        figures.put(Figure.NEVER_SENT, (double) result.dropped());
        figures.put(Figure.ATTEMPTS, (double) result.counts().attempts());
        figures.put(Figure.BODY_BYTES, (double) result.counts().bytes());
        double wall = seconds(result.wallTime());
        figures.put(Figure.WALL_TIME, wall);
        figures.put(Figure.THROUGHPUT, result.throughput());
        result.cpuTime().ifPresent(cpu -> figures.put(Figure.CLIENT_CPU, seconds(cpu)));
        latencies(result, figures);
        LatencySummary ok = result.recorded().service().summary();
        LatencySummary failed = result.recorded().failed().summary();
        if (wall > 0) {
            double busySeconds = (ok.count() * ok.meanUs() + failed.count() * failed.meanUs()) / 1e6;
            figures.put(Figure.CONCURRENCY, busySeconds / wall);
        }
        telemetry(result.telemetry(), figures);
        return figures;
    }

    private static void latencies(RunResult result, Map<Figure, Double> figures) {
        LatencySummary service = result.recorded().service().summary();
        if (!service.isEmpty()) {
            figures.put(Figure.SERVICE_MEAN, service.meanUs() / 1e3);
            figures.put(Figure.SERVICE_P50, service.p50Us() / 1e3);
            figures.put(Figure.SERVICE_P99, service.p99Us() / 1e3);
            figures.put(Figure.SERVICE_MAX, service.maxUs() / 1e3);
        }
        LatencySummary response = result.recorded().response().summary();
        if (!response.isEmpty()) {
            figures.put(Figure.RESPONSE_MEAN, response.meanUs() / 1e3);
            figures.put(Figure.RESPONSE_P50, response.p50Us() / 1e3);
            figures.put(Figure.RESPONSE_P99, response.p99Us() / 1e3);
            figures.put(Figure.RESPONSE_MAX, response.maxUs() / 1e3);
        }
        LatencySummary request = result.recorded().requests().summary();
        if (!request.isEmpty()) {
            figures.put(Figure.REQUEST_MEAN, request.meanUs() / 1e3);
            figures.put(Figure.REQUEST_STDEV, request.stdevUs() / 1e3);
        }
    }

    private static void telemetry(Telemetry telemetry, Map<Figure, Double> figures) {
        Map.of(
                        Figure.CLIENT_RSS, Reading.CLIENT_RSS,
                        Figure.SERVER_CPU, Reading.SERVER_CPU,
                        Figure.BYTES_IN, Reading.BYTES_IN,
                        Figure.BYTES_OUT, Reading.BYTES_OUT,
                        Figure.OPEN_SOCKETS, Reading.OPEN_SOCKETS)
                .forEach((figure, reading) ->
                        telemetry.mean(reading).ifPresent(mean -> figures.put(figure, mean)));
    }

    /** The same with one more figure. */
    public Trial with(Figure figure, double value) {
        Map<Figure, Double> more = new EnumMap<>(Figure.class);
        more.putAll(figures);
        more.put(figure, value);
        return new Trial(setting, round, startedAt, ended, bound, met, more);
    }

    /** A figure, if it is known. */
    public OptionalDouble get(Figure figure) {
        Double value = figures.get(figure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** The client's CPU time by wall time, in cores, if it is known. */
    public OptionalDouble clientCores() {
        OptionalDouble cpu = get(Figure.CLIENT_CPU);
        double wall = get(Figure.WALL_TIME).orElse(0);
        return cpu.isPresent() && wall > 0 ? OptionalDouble.of(cpu.getAsDouble() / wall) : OptionalDouble.empty();
    }

    /** Whether every request of the plan was ok. */
    public boolean allOk() {
        return get(Figure.FAILED).orElse(0) == 0 && get(Figure.NEVER_SENT).orElse(0) == 0;
    }

    /** Whether the run came to the end that its plan has: one that was stopped says nothing about its setting. */
    public boolean complete() {
        return ended == StopReason.REQUESTS_USED_UP || ended == StopReason.TIME_OVER;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
