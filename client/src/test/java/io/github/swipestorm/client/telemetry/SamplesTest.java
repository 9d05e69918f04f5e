package io.github.swipestorm.client.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SamplesTest {

    private static TelemetrySample sample(long atUs, long intervalUs, Map<Metric, Double> readings, Double... cores) {
        return new TelemetrySample(atUs, intervalUs, readings, List.of(cores));
    }

    @Test
    void two_samples_become_one_of_both_intervals_with_means_and_the_longest_lag() {
        TelemetrySample one = sample(
                1_000, 1_000, Map.of(Metric.CLIENT_CPU, 1.0, Metric.SCHEDULING_LAG, 9.0, Metric.GC_PAUSE, 4.0), 0.2);
        TelemetrySample next = sample(
                4_000, 3_000, Map.of(Metric.CLIENT_CPU, 2.0, Metric.SCHEDULING_LAG, 5.0, Metric.IN_FLIGHT, 7.0), 1.0);

        TelemetrySample both = one.and(next);

        assertThat(both.atUs()).isEqualTo(4_000);
        assertThat(both.intervalUs()).isEqualTo(4_000);
        assertThat(both.readings())
                .isEqualTo(Map.of(
                        Metric.CLIENT_CPU,
                        1.75,
                        Metric.SCHEDULING_LAG,
                        9.0,
                        Metric.GC_PAUSE,
                        4.0,
                        Metric.IN_FLIGHT,
                        7.0));
        assertThat(both.coreBusy()).containsExactly(0.8);
    }

    @Property(tries = 100)
    void however_many_samples_there_are_memory_is_bounded_and_neither_time_nor_mean_is_lost(
            @ForAll @IntRange(min = 1, max = 500) int count) {
        Samples samples = new Samples(16);
        double sum = 0;
        for (int i = 1; i <= count; i++) {
            samples.add(sample(i * 1_000L, 1_000, new HashMap<>(Map.of(Metric.SERVER_CPU, (double) i))));
            sum += i;
        }
        Telemetry telemetry = new Telemetry(samples.all(), List.of());

        assertThat(samples.all()).hasSizeLessThanOrEqualTo(16);
        assertThat(samples.all().stream().mapToLong(TelemetrySample::intervalUs).sum())
                .isEqualTo(count * 1_000L);
        assertThat(telemetry.mean(Metric.SERVER_CPU)).hasValueCloseTo(sum / count, within(1e-6));
        assertThat(samples.all().get(samples.all().size() - 1).atUs()).isEqualTo(count * 1_000L);
    }

    @Test
    void what_was_seen_after_a_ramp_up_begins_with_the_first_whole_interval() {
        Telemetry telemetry = new Telemetry(
                List.of(
                        sample(1_000_000, 1_000_000, Map.of(Metric.CLIENT_CPU, 1.0), 1.0, 0.0),
                        sample(2_000_000, 1_000_000, Map.of(Metric.CLIENT_CPU, 3.0), 0.5, 0.5)),
                List.of(new GcPause(10, 5, "x"), new GcPause(1_500_000, 5, "y")));

        assertThat(telemetry.mean(Metric.CLIENT_CPU)).hasValue(2);
        assertThat(telemetry.max(Metric.CLIENT_CPU)).hasValue(3);
        assertThat(telemetry.busyCores()).hasValue(1);
        assertThat(telemetry.cores()).isEqualTo(2);
        Telemetry settled = telemetry.after(Duration.ofMillis(1));
        assertThat(settled.mean(Metric.CLIENT_CPU)).hasValue(3);
        assertThat(settled.pauses()).extracting(GcPause::cause).containsExactly("y");
        assertThat(telemetry.after(Duration.ofHours(1)).mean(Metric.CLIENT_CPU)).isEmpty();
        assertThat(Telemetry.NONE.busyCores()).isEmpty();
    }

    @Test
    void nothing_is_seen_after_the_end_of_the_run() {
        Telemetry telemetry = new Telemetry(
                List.of(
                        sample(1_000_000, 1_000_000, Map.of(Metric.CLIENT_CPU, 1.0)),
                        sample(2_200_000, 1_200_000, Map.of(Metric.CLIENT_CPU, 3.0)),
                        sample(3_200_000, 1_000_000, Map.of(Metric.CLIENT_CPU, 5.0))),
                List.of(new GcPause(10, 5, "x"), new GcPause(2_100_000, 5, "y")));

        Telemetry run = telemetry.until(Duration.ofMillis(2_000));

        assertThat(run.samples()).extracting(TelemetrySample::atUs).containsExactly(1_000_000L, 2_000_000L);
        assertThat(run.samples()).extracting(TelemetrySample::intervalUs).containsOnly(1_000_000L);
        assertThat(run.mean(Metric.CLIENT_CPU)).hasValue(2);
        assertThat(run.pauses()).extracting(GcPause::cause).containsExactly("x");
        assertThat(telemetry.until(Duration.ZERO)).as("without attempts").isEqualTo(telemetry);
    }
}
