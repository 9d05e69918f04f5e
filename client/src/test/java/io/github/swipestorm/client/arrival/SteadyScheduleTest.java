package io.github.swipestorm.client.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyScheduleTest extends ArrivalScheduleContract {

    @Override
    List<OpenLoop> plans() {
        return Stream.of("1", "3/s", "7", "999", "1001/s", "300/m", "0.7/s", "2/h", "9999999.999", "10000000")
                .map(rate -> plan(ArrivalProcess.CONSTANT, rate))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "1000,   0, 0",
        "1000,   1, 1000000",
        "3,      1, 333333333",
        "3,      2, 666666666",
        "3,      3, 1000000000",
        "3,      3000000000, 1000000000000000000",
        "300/m,  7, 1400000000",
        "0.7/s,  1, 1428571428",
        "0.7/s,  7, 10000000000",
        "2/h,    3, 5400000000000",
        "10000000, 1000000000000001, 100000000000000100",
        "7,      1000000000000, 142857142857142857142",
    })
    void a_request_is_due_when_its_share_of_the_time_has_gone(String rate, long index, BigInteger nanos) {
        long expected = nanos.bitLength() > 63 ? ArrivalSchedule.NEVER : nanos.longValue();

        assertThat(new SteadySchedule(Rate.parse(rate)).due(index)).isEqualTo(expected);
    }

    @Property(tries = 5_000)
    void every_instant_is_the_exact_one(@ForAll("rates") Rate rate, @ForAll @LongRange(min = 0) long index) {
        BigInteger exact = BigInteger.valueOf(index)
                .multiply(BigInteger.valueOf(rate.periodNanos()))
                .divide(BigInteger.valueOf(rate.requests()));
        long due = new SteadySchedule(rate).due(index);

        if (exact.compareTo(BigInteger.valueOf(Long.MAX_VALUE - (1 << 22))) < 0) {
            assertThat(due).isEqualTo(exact.longValueExact());
        } else {
            assertThat(due)
                    .isIn(
                            ArrivalSchedule.NEVER,
                            exact.min(BigInteger.valueOf(ArrivalSchedule.NEVER)).longValue());
        }
    }

    @Property(tries = 5_000)
    void every_count_is_the_exact_one(@ForAll("rates") Rate rate, @ForAll @LongRange(min = 0) long nanos) {
        assertThat(new SteadySchedule(rate).countBefore(nanos)).isEqualTo(exactCount(rate, nanos));
    }

    @Property(tries = 2_000)
    void a_window_holds_the_rate_times_its_length_wherever_it_is(
            @ForAll("rates") Rate rate,
            @ForAll @LongRange(max = 1_000_000_000_000L) long first,
            @ForAll @LongRange(min = 1, max = 100_000_000_000L) long length) {
        SteadySchedule schedule = new SteadySchedule(rate);
        long begin = Math.min(schedule.due(first), Long.MAX_VALUE - length);

        long inside = schedule.countBefore(begin + length) - schedule.countBefore(begin);

        BigInteger[] share = BigInteger.valueOf(length)
                .multiply(BigInteger.valueOf(rate.requests()))
                .divideAndRemainder(BigInteger.valueOf(rate.periodNanos()));
        long floor = share[0].longValueExact();
        assertThat(inside).isBetween(floor, floor + share[1].signum());
    }

    @Test
    void after_ten_to_the_twelfth_requests_nothing_has_drifted() {
        for (String text : List.of("7", "999", "1001", "9999999.999", "123457/m")) {
            Rate rate = Rate.parse(text);
            SteadySchedule schedule = new SteadySchedule(rate);
            for (long second = 1_000_000_000L; second < 1_000_000_050L; second++) {
                long nanos = second * 1_000_000_000L;
                assertThat(schedule.countBefore(nanos)).as(text).isEqualTo(exactCount(rate, nanos));
            }
        }
        assertThat(new SteadySchedule(Rate.parse("999")).due(999_000_000_000L)).isEqualTo(1_000_000_000_000_000_000L);
    }

    @Test
    void beyond_what_a_long_can_hold_a_request_is_never_due() {
        SteadySchedule slow = new SteadySchedule(Rate.parse("0.001/h"));

        assertThat(slow.due(2_562)).isEqualTo(2_562 * 3_600_000_000_000_000L);
        assertThat(slow.due(2_563)).isEqualTo(ArrivalSchedule.NEVER);
        assertThat(slow.due(Long.MAX_VALUE)).isEqualTo(ArrivalSchedule.NEVER);
    }

    private static long exactCount(Rate rate, long nanos) {
        BigInteger[] count = BigInteger.valueOf(nanos)
                .multiply(BigInteger.valueOf(rate.requests()))
                .divideAndRemainder(BigInteger.valueOf(rate.periodNanos()));
        return count[0].longValueExact() + count[1].signum();
    }

    @Provide
    Arbitrary<Rate> rates() {
        return Arbitraries.longs()
                .between(100, 3_600_000_000_000_000L)
                .flatMap(period ->
                        Arbitraries.longs().between(1, period / 100).map(requests -> new Rate(requests, period)));
    }
}
