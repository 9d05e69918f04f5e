package io.github.swipestorm.client.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.swipestorm.client.testing.Member;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every kind of schedule promises, for its first requests, which reach over many chunks and all stages. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class ArrivalScheduleContract {

    private static final int REQUESTS = 60_000;
    private static final long SEED = 2_024;

    /** The plans to test with. */
    abstract List<OpenLoop> plans();

    @ParameterizedTest
    @MethodSource("plans")
    void a_later_request_is_not_due_earlier(OpenLoop plan) {
        long[] due = inOrder(plan);

        assertThat(due[0]).isNotNegative();
        boolean apart = plan.arrivals() == ArrivalProcess.CONSTANT;
        for (int i = 1; i < due.length; i++) {
            boolean inOrder =
                    due[i] > due[i - 1] || due[i] == due[i - 1] && (!apart || due[i] == ArrivalSchedule.NEVER);
            // An assertion for each of them would take most of the time.
            if (!inOrder) {
                fail("request %d is due at %d, and the one before at %d", i, due[i], due[i - 1]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("plans")
    void the_count_before_each_instant_is_the_number_of_requests_due_before_it(OpenLoop plan) {
        long[] due = inOrder(plan);
        ArrivalSchedule fresh = plan.schedule(SEED);

        int before = 0;
        for (int i = 0; i < due.length && due[i] != ArrivalSchedule.NEVER; i++) {
            before = due[i] == due[before] ? before : i;
            if (fresh.countBefore(due[i]) != before || fresh.countBefore(due[i] + 1) <= i) {
                fail("around request %d: %d and %d", i, fresh.countBefore(due[i]), fresh.countBefore(due[i] + 1));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("plans")
    void between_requests_the_count_stands_still(OpenLoop plan) {
        long[] due = inOrder(plan);
        ArrivalSchedule fresh = plan.schedule(SEED);
        Random random = new Random(1);

        long end = Arrays.stream(due)
                .filter(instant -> instant != ArrivalSchedule.NEVER)
                .max()
                .orElseThrow();
        for (int i = 0; i < 1_000; i++) {
            long instant = random.nextLong(end + 1);
            int found = Arrays.binarySearch(due, instant);
            int expected = found < 0 ? -found - 1 : found;
            // Several may be due at one instant.
            while (expected > 0 && due[expected - 1] == instant) {
                expected--;
            }
            assertThat(fresh.countBefore(instant)).as("before %d", instant).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("plans")
    void nothing_is_due_before_the_start(OpenLoop plan) {
        for (long instant : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThat(plan.schedule(SEED).countBefore(instant)).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("plans")
    void a_plan_with_an_end_has_nothing_due_from_then_on(OpenLoop plan) {
        ArrivalSchedule schedule = plan.schedule(SEED);
        long end = plan.duration().map(Duration::toNanos).orElse(ArrivalSchedule.NEVER);
        if (end == ArrivalSchedule.NEVER) {
            assertThat(schedule.due(REQUESTS)).isLessThan(ArrivalSchedule.NEVER);
            return;
        }
        long total = schedule.countBefore(end);

        assertThat(total).isPositive();
        assertThat(schedule.due(total - 1)).isLessThan(end);
        for (long after : new long[] {total, total + 1, total + 5_000, total + 1_000_000_000_000L, Long.MAX_VALUE}) {
            assertThat(schedule.due(after)).as("request %d", after).isEqualTo(ArrivalSchedule.NEVER);
        }
        for (long after : new long[] {end + 1, 2 * end, Long.MAX_VALUE}) {
            assertThat(schedule.countBefore(after)).as("before %d", after).isEqualTo(total);
        }
    }

    @ParameterizedTest
    @MethodSource("plans")
    void the_order_of_the_questions_changes_no_answer(OpenLoop plan) {
        long[] due = inOrder(plan);
        ArrivalSchedule jumping = plan.schedule(SEED);
        ArrivalSchedule backwards = plan.schedule(SEED);
        Random random = new Random(2);

        for (int i = 0; i < 4_000; i++) {
            int index = random.nextInt(i < 100 ? 1 + 1_900 * (i + 5) : due.length) % due.length;
            assertThat(jumping.due(index)).as("request %d", index).isEqualTo(due[index]);
        }
        long[] answers = new long[due.length];
        for (int index = due.length - 1; index >= 0; index--) {
            answers[index] = backwards.due(index);
        }
        assertThat(answers).isEqualTo(due);
    }

    @ParameterizedTest
    @MethodSource("plans")
    void several_threads_get_the_answers_that_one_gets(OpenLoop plan) {
        long[] due = inOrder(plan);
        ArrivalSchedule shared = plan.schedule(SEED);

        List<Member<long[]>> readers = IntStream.range(0, 3)
                .mapToObj(reader -> Member.doing(() -> read(shared)))
                .toList();
        List<Member<Void>> leapers = IntStream.range(0, 3)
                .mapToObj(leaper -> Member.running(() -> leap(shared, leaper, due)))
                .toList();

        readers.forEach(reader -> assertThat(reader.result()).isEqualTo(due));
        leapers.forEach(Member::result);
    }

    private static long[] inOrder(OpenLoop plan) {
        return read(plan.schedule(SEED));
    }

    private static long[] read(ArrivalSchedule schedule) {
        return LongStream.range(0, REQUESTS).map(schedule::due).toArray();
    }

    /** Asks for a distant chunk each time. */
    private static void leap(ArrivalSchedule schedule, int leaper, long[] due) {
        int index = leaper;
        for (int i = 0; i < 2_000; i++) {
            if (schedule.due(index) != due[index]) {
                throw new AssertionError("request " + index + " is not due at " + due[index]);
            }
            index = (index + 7_919) % REQUESTS;
        }
    }

    static OpenLoop plan(ArrivalProcess arrivals, String start, Stage... stages) {
        return new OpenLoop(Rate.parse(start), List.of(stages), arrivals);
    }

    static Stage stage(Duration duration, String target) {
        return new Stage(duration, Rate.parse(target));
    }
}
