package io.github.swipestorm.client.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BurstScheduleTest extends ArrivalScheduleContract {

    @Override
    List<OpenLoop> plans() {
        return List.of(
                plan(ArrivalProcess.BURSTS, "100/5s"),
                plan(ArrivalProcess.BURSTS, "1/1ms"),
                plan(ArrivalProcess.BURSTS, "7/m"),
                plan(ArrivalProcess.BURSTS, "10000000/s"));
    }

    @Test
    void all_requests_of_a_burst_are_due_at_once_and_nothing_before_the_next_one() {
        ArrivalSchedule schedule = plan(ArrivalProcess.BURSTS, "100/5s").schedule(1);

        assertThat(List.of(schedule.due(0), schedule.due(99), schedule.due(100), schedule.due(1_000)))
                .containsExactly(0L, 0L, 5_000_000_000L, 50_000_000_000L);
        assertThat(schedule.due(Long.MAX_VALUE)).isEqualTo(ArrivalSchedule.NEVER);
        assertThat(schedule.countBefore(1)).isEqualTo(100);
        assertThat(schedule.countBefore(5_000_000_000L)).isEqualTo(100);
        assertThat(schedule.countBefore(5_000_000_001L)).isEqualTo(200);
    }

    @Test
    void the_mean_rate_of_a_run_is_that_of_the_bursts_in_it() {
        OpenLoop bursts = plan(ArrivalProcess.BURSTS, "100/5s");

        assertThat(bursts.meanPerSecond(Duration.ofSeconds(10))).isCloseTo(20, within(1e-9));
        assertThat(bursts.meanPerSecond(Duration.ofSeconds(12))).isCloseTo(25, within(1e-9));
    }

    @Test
    void bursts_have_one_size_and_a_warm_up_has_none() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(ArrivalProcess.BURSTS, "1", stage(Duration.ofSeconds(1), "5")))
                .withMessage("Bursts have one size all the time: leave stages out");
        assertThat(plan(ArrivalProcess.BURSTS, "100/5s").firstRate().arrivals()).isEqualTo(ArrivalProcess.CONSTANT);
    }
}
