package io.github.swipestorm.client.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class UserScheduleTest {

    private static final long SECOND = 1_000_000_000L;

    private static UserStage line(long seconds, int users) {
        return new UserStage(Duration.ofSeconds(seconds), users, false);
    }

    private static UserStage step(long seconds, int users) {
        return new UserStage(Duration.ofSeconds(seconds), users, true);
    }

    private static List<Double> seconds(UserSchedule schedule, int worker) {
        return LongStream.of(schedule.periods(worker))
                .mapToObj(nanos -> nanos / 1e9)
                .toList();
    }

    @Test
    void users_begin_one_after_the_other_and_leave_in_the_opposite_order() {
        UserSchedule schedule = new UserSchedule(0, List.of(line(10, 5), line(20, 5), line(5, 0)));

        assertThat(seconds(schedule, 0)).containsExactly(0.0, 35.0);
        assertThat(seconds(schedule, 1)).containsExactly(2.0, 34.0);
        assertThat(seconds(schedule, 4)).containsExactly(8.0, 31.0);
        assertThat(schedule.periods(5)).isEmpty();
        assertThat(schedule.most()).isEqualTo(5);
        assertThat(schedule.duration()).isEqualTo(Duration.ofSeconds(35));
    }

    @Test
    void a_step_begins_and_ends_at_once() {
        UserSchedule schedule = new UserSchedule(2, List.of(step(10, 4), step(5, 0), step(10, 3), line(10, 1)));

        assertThat(seconds(schedule, 0)).containsExactly(0.0, 10.0, 15.0, 35.0);
        assertThat(seconds(schedule, 1)).containsExactly(0.0, 10.0, 15.0, 35.0);
        assertThat(seconds(schedule, 2)).containsExactly(0.0, 10.0, 15.0, 30.0);
        assertThat(seconds(schedule, 3)).containsExactly(0.0, 10.0);
    }

    @Test
    void the_longest_plateau_is_that_of_one_number_of_users() {
        assertThat(new UserSchedule(0, List.of(line(10, 5), line(20, 5), line(5, 0), line(60, 0))).longestConstant())
                .isEqualTo(new Plateau(Duration.ofSeconds(10), Duration.ofSeconds(30)));
        assertThat(new UserSchedule(5, List.of(step(10, 5), line(3, 5), step(12, 9))).longestConstant())
                .isEqualTo(new Plateau(Duration.ZERO, Duration.ofSeconds(13)));
        assertThat(new UserSchedule(5, List.of(line(10, 6))).longestConstant())
                .isEqualTo(new Plateau(Duration.ZERO, Duration.ZERO));
    }

    @Test
    void users_that_do_not_change_are_those_of_the_ramp_up() {
        UserSchedule constant = UserSchedule.constant(4, Duration.ofSeconds(2), Duration.ofSeconds(10));

        assertThat(seconds(constant, 3)).containsExactly(1.5, 12.0);
        assertThat(UserSchedule.constant(4, Duration.ZERO, Duration.ofSeconds(10))
                        .stages())
                .containsExactly(step(10, 4));
        assertThat(UserSchedule.constant(4, Duration.ofSeconds(20), Duration.ofSeconds(10))
                        .stages())
                .as("an end within the ramp-up")
                .startsWith(line(20, 4));
        assertThat(UserSchedule.constant(10, Duration.ofSeconds(600), Duration.ofSeconds(20))
                        .withUsersFrom(Duration.ofSeconds(1), 0, Duration.ofSeconds(20))
                        .stages())
                .as("the first user begins at once")
                .containsExactly(line(1, 1), step(19, 0));
    }

    @Test
    void a_change_cuts_the_stage_it_falls_into_and_replaces_those_after_it() {
        UserSchedule schedule = new UserSchedule(0, List.of(line(10, 5), step(5, 2), line(5, 0)));

        UserSchedule changed = schedule.withUsersFrom(Duration.ofSeconds(6), 9, Duration.ofSeconds(30));

        assertThat(changed.stages()).containsExactly(line(6, 3), step(24, 9));
        for (int worker = 0; worker < 3; worker++) {
            assertThat(changed.periods(worker)[0]).isEqualTo(schedule.periods(worker)[0]);
        }
        assertThat(seconds(changed, 8)).containsExactly(6.0, 30.0);
        assertThat(schedule.withUsersFrom(Duration.ofSeconds(12), 1, Duration.ofSeconds(30))
                        .stages())
                .containsExactly(line(10, 5), step(2, 2), step(18, 1));
        assertThat(schedule.withUsersFrom(Duration.ofSeconds(25), 1, Duration.ofSeconds(30))
                        .stages())
                .as("after the last stage nobody is active")
                .containsExactly(line(10, 5), step(5, 2), line(5, 0), step(5, 0), step(5, 1));
    }

    @Test
    void a_schedule_without_users_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UserSchedule(0, List.of(line(10, 0), step(3, 0))))
                .withMessage("The stages send nothing: one of their numbers of users must be above 0");
        assertThatIllegalArgumentException()
                .as("those at the start leave at once")
                .isThrownBy(() -> new UserSchedule(7, List.of(step(10, 0))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> line(1, 100_001))
                .withMessage("Users must be 0 to 100000, not 100001");
    }

    @Property(tries = 500)
    void periods_follow_each_other_within_the_stages(@ForAll("schedules") UserSchedule schedule) {
        for (int worker = 0; worker < schedule.most(); worker++) {
            long[] periods = schedule.periods(worker);

            assertThat(periods.length).isPositive().isEven();
            assertThat(periods[0]).isNotNegative();
            assertThat(periods[periods.length - 1])
                    .isLessThanOrEqualTo(schedule.duration().toNanos());
            for (int i = 1; i < periods.length; i++) {
                assertThat(periods[i]).isGreaterThan(periods[i - 1]);
            }
        }
        assertThat(schedule.periods(schedule.most())).isEmpty();
    }

    @Property(tries = 500)
    void at_each_instant_the_first_workers_are_active_and_as_many_as_the_stages_say(
            @ForAll("schedules") UserSchedule schedule, @ForAll long random) {
        long instant = Math.floorMod(random, schedule.duration().toNanos());
        boolean[] active = new boolean[schedule.most()];
        for (int worker = 0; worker < active.length; worker++) {
            int place = Arrays.binarySearch(schedule.periods(worker), instant);
            active[worker] = (place >= 0 ? place : -place - 2) % 2 == 0 && place != -1;
        }
        int count = (int) IntStream.range(0, active.length)
                .filter(worker -> active[worker])
                .count();

        assertThat(IntStream.range(0, count)).allMatch(worker -> active[worker]);
        assertThat((double) count).isCloseTo(level(schedule, instant), within(1.001));
    }

    /** Between a and b users, n apart, begins or ends one every n-th part of the time: half a user more than the line. */
    @Property(tries = 500)
    void all_workers_together_are_active_as_long_as_the_area_says(@ForAll("schedules") UserSchedule schedule) {
        double expected = 0;
        int from = schedule.start();
        for (UserStage stage : schedule.stages()) {
            int to = stage.users();
            int apart = stage.step() ? 0 : Math.abs(to - from);
            double users = stage.step() ? to : (from + to) / 2.0;
            expected += stage.duration().toNanos() * (users + (apart == 0 ? 0 : 0.5));
            from = to;
        }
        double active = IntStream.range(0, schedule.most())
                .mapToObj(schedule::periods)
                .mapToDouble(periods -> IntStream.range(0, periods.length)
                        .mapToDouble(i -> i % 2 == 0 ? -periods[i] : periods[i])
                        .sum())
                .sum();

        assertThat(active).isCloseTo(expected, within(1e-9 * expected + 100_000));
    }

    private static double level(UserSchedule schedule, long instant) {
        long begin = 0;
        double from = schedule.start();
        for (UserStage stage : schedule.stages()) {
            long nanos = stage.duration().toNanos();
            if (instant < begin + nanos) {
                return stage.step() ? stage.users() : from + (stage.users() - from) * (instant - begin) / nanos;
            }
            begin += nanos;
            from = stage.users();
        }
        return 0;
    }

    @Provide("schedules")
    Arbitrary<UserSchedule> randomSchedules() {
        Arbitrary<Integer> users = Arbitraries.integers().between(0, 60);
        Arbitrary<UserStage> stages = Combinators.combine(
                        Arbitraries.longs().between(1, 100 * SECOND / 1_000_000).map(Duration::ofMillis),
                        users,
                        Arbitraries.of(true, false))
                .as(UserStage::new);
        return Combinators.combine(users, stages.list().ofMinSize(1).ofMaxSize(8))
                .filter((start, list) ->
                        start > 0 && !list.get(0).step() || list.stream().anyMatch(stage -> stage.users() > 0))
                .as(UserSchedule::new);
    }
}
