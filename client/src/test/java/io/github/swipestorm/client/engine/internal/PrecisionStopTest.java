package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineBuilder;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class PrecisionStopTest {

    private static final LoadPlan PLAN = Plans.plan(new Target("http", "server.example", 80, ""))
            .threads(20)
            .requests(1_000_000)
            .build();

    @Test
    void a_steady_run_has_reached_its_precision_after_10_whole_seconds() {
        assertThat(reached(10_000, second -> 1_000 + second % 2)).isTrue();
        assertThat(reached(9_900, second -> 1_000 + second % 2)).isFalse();
    }

    @Test
    void a_run_that_still_rises_or_scatters_too_much_goes_on() {
        assertThat(reached(20_000, second -> 100 * (second + 1))).isFalse();
        assertThat(reached(20_000, second -> 1_000 + 200 * (second * 7 % 5 - 2)))
                .isFalse();
    }

    @Test
    void a_run_that_ended_at_its_precision_came_to_its_end() {
        assertThat(StopReason.PRECISION_REACHED.complete()).isTrue();
    }

    private static boolean reached(int millis, IntUnaryOperator perSecond) {
        TimelineBuilder builder = new TimelineBuilder();
        for (int second = 0; second * 1_000 < millis; second++) {
            int attempts = perSecond.applyAsInt(second);
            for (int i = 0; i < attempts; i++) {
                long start = second * 1_000_000L + i * 999_000L / attempts;
                if (start + 900 <= millis * 1_000L) {
                    builder.add(start, start + 900, 900, 900, true, 1);
                }
            }
        }
        Timeline timeline = builder.build();
        return new PrecisionStop(0.02, new StopSignal()).reached(PLAN, timeline.seconds(), Duration.ofMillis(millis));
    }
}
