package io.github.swipestorm.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.internal.ManualClock;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.report.run.MadeUpResult;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.github.swipestorm.metrics.MetricFamily.Series;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RunMetricsTest {

    private final ManualClock clock = new ManualClock();
    private final RunMetrics metrics = new RunMetrics(clock, "1.2.3");

    @Test
    void before_a_run_there_is_the_version_only() {
        assertThat(metrics.read()).extracting(MetricFamily::name).containsExactly("build");
        assertThat(one("build").labels()).containsEntry("version", "1.2.3");
    }

    @Test
    void a_run_in_progress_is_shown_as_it_is_when_it_is_read_and_readers_that_come_at_once_share_a_copy() {
        AtomicInteger copies = new AtomicInteger();
        RunObserver run = metrics.run("soak", "average-200", 1);
        RunResult far = MadeUpResult.of(1, Telemetry.NONE);
        run.recording(
                () -> {
                    copies.incrementAndGet();
                    return Optional.of(far.recorded());
                },
                () -> Telemetry.NONE);
        run.started(far.plan(), () -> Counts.NONE);
        clock.advance(Duration.ofSeconds(3));

        assertThat(one("run_elapsed").value()).isEqualTo(3);
        assertThat(value("requests", "outcome", "ok")).isEqualTo(7);
        assertThat(value("requests", "outcome", "failed")).isEqualTo(1);
        assertThat(value("attempts", "result", "201")).isEqualTo(7);
        assertThat(value("attempts", "result", "timeout")).isEqualTo(1);
        assertThat(value("run_stage", "stage", "running")).isEqualTo(1);
        assertThat(value("run_stage", "stage", "ended")).isZero();
        assertThat(one("service_time").histogram().count()).isEqualTo(7);
        assertThat(one("service_time").labels())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "run", "soak", "variant", "average-200", "round", "1", "operation", "POST /swipe/left/"));
        assertThat(copies).hasValue(1);

        clock.advance(Duration.ofSeconds(1));
        metrics.read();
        assertThat(copies).hasValue(2);
    }

    @Test
    void a_run_that_ended_is_read_once_more_while_the_next_is_under_way_and_for_ever_after_the_last() {
        end("round 1", MadeUpResult.of(1, Telemetry.NONE));
        RunObserver second = metrics.run("x", "round 2", 2);
        second.started(MadeUpResult.of(1, Telemetry.NONE).plan(), () -> Counts.NONE);

        assertThat(variants()).containsExactly("round 1", "round 2");
        assertThat(variants()).containsExactly("round 2");

        second.ended(MadeUpResult.of(2, Telemetry.NONE));
        assertThat(variants()).containsExactly("round 2");
        assertThat(value("requests", "outcome", "ok")).isEqualTo(14);
        assertThat(one("run_elapsed").value()).isEqualTo(12_600.25);
        assertThat(metrics.runsEnded()).isEqualTo(2);
    }

    @Test
    void a_run_that_is_made_again_takes_the_place_of_the_first_try() {
        end("same", MadeUpResult.of(1, Telemetry.NONE));
        metrics.run("x", "same", 1).started(MadeUpResult.of(1, Telemetry.NONE).plan(), () -> Counts.NONE);
        assertThat(family("run_elapsed").series()).hasSize(1);

        end("same", MadeUpResult.of(4, Telemetry.NONE));

        assertThat(family("run_elapsed").series()).hasSize(1);
        assertThat(value("requests", "outcome", "ok")).isEqualTo(28);
    }

    @Test
    void sampled_rates_are_counters_of_what_they_add_up_to_and_merged_samples_do_not_count_twice() {
        AtomicInteger seconds = new AtomicInteger(2);
        RunObserver run = metrics.run("x", "y", 1);
        run.recording(
                Optional::empty,
                () -> new Telemetry(
                        seconds.get() < 4
                                ? LongStream.rangeClosed(1, seconds.get())
                                        .mapToObj(second -> sample(second, 1))
                                        .toList()
                                : List.of(sample(2, 2), sample(4, 2)),
                        List.of()));
        run.started(MadeUpResult.of(1, Telemetry.NONE).plan(), () -> Counts.NONE);
        assertThat(one("client_cpu").value()).isCloseTo(1, within(1e-9));

        seconds.set(3);
        clock.advance(Duration.ofSeconds(1));
        assertThat(one("client_cpu").value()).isCloseTo(1.5, within(1e-9));

        seconds.set(4);
        clock.advance(Duration.ofSeconds(1));
        assertThat(one("client_cpu").value()).isCloseTo(2, within(1e-9));
        assertThat(one("client_gc_pause").value()).isCloseTo(0.04, within(1e-9));
        assertThat(one("active_users").value()).isEqualTo(7);
    }

    private static TelemetrySample sample(long second, long seconds) {
        return new TelemetrySample(
                second * 1_000_000,
                seconds * 1_000_000,
                Map.of(Metric.CLIENT_CPU, 0.5, Metric.GC_PAUSE, 10.0, Metric.ACTIVE_USERS, 7.0),
                List.of());
    }

    @Test
    void labels_hold_no_credentials_and_two_names_that_become_one_label_are_one_series() {
        RunResult result = MadeUpResult.of(1, Telemetry.NONE);
        RunObserver run = metrics.run("x", "y", 1);
        run.recording(
                () -> Optional.of(result.recorded()
                        .with(List.of(named("GET /a?token=hunter2", result), named("GET /a?token=hunter3", result)))),
                () -> Telemetry.NONE);
        run.started(result.plan(), () -> Counts.NONE);

        assertThat(metrics.read().toString()).doesNotContain("hunter");
        assertThat(family("received").series()).hasSize(1);
        assertThat(value("requests", "outcome", "ok")).isEqualTo(14);
    }

    private static OperationMeasurements named(String name, RunResult result) {
        OperationMeasurements row = result.recorded().operations().get(0);
        return new OperationMeasurements(
                name, row.counts(), row.service(), row.response(), row.firstByte(), row.timeline());
    }

    @Test
    void a_native_histogram_has_the_values_in_buckets_of_two_per_cent() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(0);
        histogram.record(1_000_000);
        histogram.record(500_000);
        histogram.record(500_000);

        ExponentialBuckets buckets = ExponentialBuckets.of(histogram);

        assertThat(buckets.zeros()).isEqualTo(1);
        // The cells of these two values end 0.05 % above them.
        assertThat(buckets.counts()).containsExactlyInAnyOrderEntriesOf(Map.of(1, 1L, -31, 2L));
        assertThat(Math.pow(2, 1.0 / (1 << ExponentialBuckets.SCALE))).isCloseTo(1.022, within(0.001));
    }

    @Test
    void every_sampled_metric_has_a_name_of_its_own() {
        assertThat(TelemetryMetric.OF).containsOnlyKeys(Metric.values());
        assertThat(TelemetryMetric.OF.values().stream().map(each -> each.name() + each.labelValue()))
                .doesNotHaveDuplicates();
    }

    private void end(String variant, RunResult result) {
        RunObserver run = metrics.run("x", variant, 1);
        run.started(result.plan(), () -> Counts.NONE);
        run.ended(result);
    }

    private List<String> variants() {
        return family("run_elapsed").series().stream()
                .map(series -> series.labels().get("variant"))
                .toList();
    }

    private MetricFamily family(String name) {
        return metrics.read().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Series one(String name) {
        assertThat(family(name).series()).hasSize(1);
        return family(name).series().get(0);
    }

    private double value(String name, String label, String labelValue) {
        return family(name).series().stream()
                .filter(series -> series.labels().get(label).equals(labelValue))
                .mapToDouble(Series::value)
                .sum();
    }
}
