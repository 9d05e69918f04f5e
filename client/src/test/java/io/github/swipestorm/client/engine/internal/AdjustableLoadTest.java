package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.arrival.UserStage;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.engine.LoadChange;
import io.github.swipestorm.client.engine.LoadControl;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a change makes of the plan of a run in progress, and when it is too late. */
class AdjustableLoadTest {

    private final ManualClock now = new ManualClock();
    private final RunClock clock = new RunClock(now);
    private final List<LoadPlan> seen = new ArrayList<>();

    private static LoadPlan.Builder plan() {
        return Plans.plan(Plans.NOWHERE).duration(Duration.ofSeconds(10));
    }

    private AdjustableLoad begin(LoadPlan plan) {
        clock.start(now.nanoTime(), 0);
        return new AdjustableLoad(plan, clock, (changed, change) -> seen.add(changed));
    }

    private static Rate rate(String text) {
        return Rate.parse(text);
    }

    private static Stage step(long millis, String rate) {
        return new Stage(Duration.ofMillis(millis), rate(rate), true);
    }

    private static UserStage users(long millis, int users) {
        return new UserStage(Duration.ofMillis(millis), users, true);
    }

    @Test
    void a_change_keeps_the_past_load_and_is_part_of_the_plan() {
        AdjustableLoad load = begin(plan().rate("10").build());
        now.advance(Duration.ofMillis(2_480));
        load.changeRate(rate("40"));
        now.advance(Duration.ofMillis(5_000));
        load.changeRate(rate("0"));

        assertThat(load.plan().openLoop().orElseThrow().stages())
                .containsExactly(step(2_500, "10"), step(5_000, "40"), step(2_500, "0"));
        assertThat(load.plan().requests()).isEqualTo(25 + 200);
        assertThat(load.due(24)).isEqualTo(2_400_000_000L);
        assertThat(load.due(26)).isEqualTo(2_525_000_000L);
        assertThat(load.due(225)).isEqualTo(DueTimes.NEVER);
        assertThat(load.countBefore(5_000_000_000L)).isEqualTo(125);
        assertThat(load.changes())
                .containsExactly(
                        new LoadChange(Duration.ofMillis(2_500), "40/s"),
                        new LoadChange(Duration.ofMillis(7_500), "0/s"));
        assertThat(seen).hasSize(2).last().isEqualTo(load.plan());
    }

    @Test
    void of_two_changes_at_one_instant_the_later_one_counts() {
        AdjustableLoad load = begin(plan().rate("10").build());
        load.changeRate(rate("40"));
        load.changeRate(rate("20"));

        assertThat(load.plan().openLoop().orElseThrow().stages()).containsExactly(step(20, "10"), step(9_980, "20"));
        assertThat(load.changes()).containsExactly(new LoadChange(Duration.ofMillis(20), "20/s"));
        assertThat(load.version()).isEqualTo(2);
    }

    @Test
    void the_users_of_a_closed_loop_may_become_as_many_as_it_has_workers() {
        AdjustableLoad load = begin(
                plan().threads(2).maxThreads(6).rampUp(Duration.ofSeconds(2)).build());
        now.advance(Duration.ofMillis(3_980));
        load.changeUsers(6);
        now.advance(Duration.ofMillis(1_000));
        load.changeUsers(0);

        assertThat(load.plan().users().orElseThrow().stages())
                .containsExactly(
                        new UserStage(Duration.ofSeconds(2), 2, false),
                        users(2_000, 2),
                        users(1_000, 6),
                        users(5_000, 0));
        assertThat(load.plan().threads()).isEqualTo(6);
        assertThat(load.plan().maxThreads()).isEmpty();
        assertThat(load.periods(1)).containsExactly(1_000_000_000L, 5_000_000_000L);
        assertThat(load.periods(5)).containsExactly(4_000_000_000L, 5_000_000_000L);
        assertThat(load.changes()).extracting(LoadChange::level).containsExactly("6u", "0u");
    }

    @Test
    void what_a_run_does_not_have_cannot_be_changed() {
        AdjustableLoad open = begin(plan().rate("10").build());
        AdjustableLoad closed = begin(plan().threads(4).build());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> open.changeUsers(5))
                .withMessage("'5u' is a number of users, and this run has a rate: write it like 200/s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> closed.changeRate(rate("10")))
                .withMessage(
                        "'10/s' is a rate, and this run has users, who send whenever they are free: write it like 50u");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> closed.changeUsers(5))
                .withMessage("This run has 4 workers and cannot have 5 users: begin one with as many " + Setting.THREADS
                        + ", or with " + Setting.MAX_THREADS);
        now.advance(Duration.ofMillis(9_980));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open.changeRate(rate("10")))
                .withMessage("The run is about to end: it is too late to change its load");
        closed.close();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> closed.changeUsers(3))
                .withMessageContaining("too late");
        assertThat(seen).isEmpty();
    }

    @Test
    void only_a_run_that_time_ends_can_be_changed() {
        assertThat(LoadControl.suits(plan().rate("10").build())).isTrue();
        assertThat(LoadControl.suits(plan().rate("10").requests(50).build())).isTrue();
        assertThat(LoadControl.suits(plan().build())).isTrue();
        assertThat(LoadControl.suits(plan().requests(50).build())).isFalse();
        assertThat(LoadControl.suits(
                        Plans.plan(Plans.NOWHERE).rate("10").requests(50).build()))
                .isFalse();
        assertThat(LoadControl.suits(plan().openLoop(new OpenLoop(rate("10"), List.of(), ArrivalProcess.BURSTS))
                        .build()))
                .isFalse();
        assertThat(LoadControl.suits(plan().threads(2).build().forMachine(new MachineShare(0, 2))))
                .isFalse();
    }
}
