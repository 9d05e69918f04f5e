package io.github.swipestorm.client.arrival;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class StagedScheduleTest extends ArrivalScheduleContract {

    private static final long LAST_DIGITS = 100;

    @Override
    List<OpenLoop> plans() {
        return List.of(
                plan(ArrivalProcess.CONSTANT, "0", stage(ofSeconds(10), "10")),
                plan(ArrivalProcess.CONSTANT, "1000", stage(ofSeconds(7), "0")),
                plan(ArrivalProcess.CONSTANT, "999", stage(ofSeconds(10), "999")),
                plan(ArrivalProcess.CONSTANT, "0", stage(ofSeconds(1), "0"), stage(ofSeconds(2), "700")),
                plan(
                        ArrivalProcess.CONSTANT,
                        "0",
                        step(ofSeconds(3), "100"),
                        stage(ofSeconds(2), "0"),
                        step(ofSeconds(2), "9")),
                plan(
                        ArrivalProcess.CONSTANT,
                        "0.7",
                        stage(ofSeconds(30), "5000/m"),
                        stage(ofMillis(1), "1001"),
                        stage(ofSeconds(20), "1001"),
                        stage(ofSeconds(3), "0"),
                        stage(ofSeconds(5), "0"),
                        stage(ofNanos(1_234_567_891), "3"),
                        stage(ofSeconds(9), "1/h")),
                plan(ArrivalProcess.CONSTANT, "10000000", stage(ofMillis(5), "0"), stage(ofMillis(5), "10000000")),
                plan(ArrivalProcess.CONSTANT, "1/h", stage(ofHours(9_999), "10000000")));
    }

    /** Under the line from 0 to 10 a second in 10 s, t seconds hold t * t / 2 requests. */
    @Test
    void a_ramp_up_from_nothing_has_the_instants_that_one_computes_by_hand() {
        assertThat(seconds(plan(ArrivalProcess.CONSTANT, "0", stage(ofSeconds(10), "10")), 0, 2, 8, 18, 32))
                .containsExactly(0.0, 2.0, 4.0, 6.0, 8.0);
    }

    /** The same line backwards: 50 requests, of which t seconds before the end there are t * t / 2 left. */
    @Test
    void a_ramp_down_to_nothing_has_the_instants_that_one_computes_by_hand() {
        assertThat(seconds(plan(ArrivalProcess.CONSTANT, "10", stage(ofSeconds(10), "0")), 0, 18, 32, 42, 48, 49, 50))
                .containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10 - 1.414213562, NEVER);
    }

    /** From 2 to 6 a second in 4 s: t seconds hold 2 t + t * t / 2. */
    @Test
    void a_ramp_between_two_rates_has_the_instants_that_one_computes_by_hand() {
        assertThat(seconds(plan(ArrivalProcess.CONSTANT, "2", stage(ofSeconds(4), "6")), 0, 6, 16))
                .containsExactly(0.0, 2.0, NEVER);
        assertThat(seconds(plan(ArrivalProcess.CONSTANT, "6", stage(ofSeconds(4), "2")), 0, 10, 16))
                .containsExactly(0.0, 2.0, NEVER);
    }

    /** 5 requests on the way up, 10 on the plateau, none for 3 s, then 10 a second at once or nearly so. */
    @Test
    void stages_follow_each_other_without_a_gap_and_a_pause_holds_nothing() {
        OpenLoop plan = plan(
                ArrivalProcess.CONSTANT,
                "0",
                stage(ofSeconds(1), "10"),
                stage(ofSeconds(1), "10"),
                stage(ofMillis(1), "0"),
                stage(ofSeconds(3), "0"),
                stage(ofSeconds(2), "10"));

        assertThat(seconds(plan, 5, 6, 14)).containsExactly(1.0, 1.1, 1.9);
        assertThat(plan.schedule(0).due(15)).isEqualTo(2_000_000_000L);
        assertThat(plan.schedule(0).due(16)).isGreaterThan(5_001_000_000L);
        assertThat(plan.schedule(0).countBefore(5_001_000_000L)).isEqualTo(16);
        assertThat(plan.schedule(0).countBefore(Long.MAX_VALUE)).isEqualTo(26);
    }

    /** 10 a second for a second, 40 a second for another one, and nothing of the rate before. */
    @Test
    void a_step_has_its_rate_from_its_beginning_to_its_end() {
        OpenLoop plan = plan(ArrivalProcess.CONSTANT, "7000", step(ofSeconds(1), "10"), step(ofSeconds(1), "40"));

        assertThat(seconds(plan, 0, 9, 10, 11, 49, 50)).containsExactly(0.0, 0.9, 1.0, 1.025, 1.975, NEVER);
        assertThat(plan.longestConstant()).isEqualTo(new Plateau(ofSeconds(0), ofSeconds(1)));
        assertThat(plan.firstRate().start()).isEqualTo(Rate.parse("10"));
    }

    @Test
    void a_step_to_nothing_leaves_nothing_of_the_rate_at_the_start() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(ArrivalProcess.CONSTANT, "7", step(ofSeconds(1), "0")))
                .withMessage("The stages send nothing: one of their rates must be above 0");
    }

    private static Stage step(Duration duration, String target) {
        return new Stage(duration, Rate.parse(target), true);
    }

    @Test
    void a_request_at_the_very_end_of_a_stage_waits_through_the_pause_that_follows() {
        OpenLoop plan = plan(
                ArrivalProcess.CONSTANT,
                "10",
                stage(ofSeconds(1), "10"),
                stage(ofSeconds(2), "0"),
                stage(ofSeconds(3), "0"),
                stage(ofSeconds(1), "10"));

        assertThat(seconds(plan, 9, 10, 20)).containsExactly(0.9, 1.0, 6.0);
    }

    /** Request 2 is due after 666,666,666.67 ns, and rounding must not carry it to the plan's end or over it. */
    @Test
    void a_request_in_the_last_nanosecond_is_due_before_the_end() {
        ArrivalSchedule schedule = plan(ArrivalProcess.CONSTANT, "3", stage(ofNanos(666_666_667), "3"))
                .schedule(0);

        assertThat(schedule.due(2)).isEqualTo(666_666_666);
        assertThat(schedule.countBefore(666_666_667)).isEqualTo(3);
    }

    @Test
    void a_plateau_is_as_even_as_a_steady_rate() {
        OpenLoop plan = plan(ArrivalProcess.CONSTANT, "1001", stage(ofSeconds(100), "1001"));
        ArrivalSchedule steady = plan(ArrivalProcess.CONSTANT, "1001").schedule(0);
        ArrivalSchedule staged = plan.schedule(0);

        assertThat(staged.countBefore(Long.MAX_VALUE)).isEqualTo(100_100);
        for (long index = 0; index < 100_100; index++) {
            assertThat(staged.due(index)).isCloseTo(steady.due(index), within(1L));
        }
    }

    @Property(tries = 1_000)
    void the_total_is_the_area_under_the_rate(@ForAll("plans") OpenLoop plan) {
        long total = exactArea(plan, Long.MAX_VALUE)
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();

        assertThat(plan.schedule(0).countBefore(Long.MAX_VALUE)).isEqualTo(total);
        assertThat(plan.schedule(0).due(total)).isEqualTo(ArrivalSchedule.NEVER);
        assertThat(plan.meanPerSecond(plan.duration().orElseThrow())
                        * plan.duration().orElseThrow().toNanos()
                        / 1e9)
                .isCloseTo(exactArea(plan, Long.MAX_VALUE).doubleValue(), within(1e-6 * (1 + total)));
    }

    @Property(tries = 1_000)
    void every_request_is_due_when_the_area_reaches_its_index(@ForAll("plans") OpenLoop plan, @ForAll long random) {
        ArrivalSchedule schedule = plan.schedule(0);
        long total = schedule.countBefore(Long.MAX_VALUE);
        for (long index : new long[] {0, total / 3, total - 1, Math.floorMod(random, total)}) {
            long due = schedule.due(index);

            // Where a rate falls to nothing, what is missing in the last digit of the area takes the whole pause.
            BigDecimal digit = BigDecimal.valueOf(index).movePointLeft(15);
            BigDecimal area = BigDecimal.valueOf(index);
            assertThat(exactArea(plan, due - LAST_DIGITS)).isLessThanOrEqualTo(area.add(digit));
            assertThat(exactArea(plan, due + LAST_DIGITS)).isGreaterThanOrEqualTo(area.subtract(digit));
        }
    }

    /** Trapezium by trapezium, in 34 digits. */
    static BigDecimal exactArea(OpenLoop plan, long until) {
        BigDecimal area = BigDecimal.ZERO;
        BigDecimal from = perNano(plan.start());
        long begin = 0;
        for (Stage stage : plan.stages()) {
            long whole = stage.duration().toNanos();
            long part = Math.max(0, Math.min(until - begin, whole));
            BigDecimal target = perNano(stage.target());
            from = stage.step() ? target : from;
            BigDecimal to = from.add(target.subtract(from)
                    .multiply(BigDecimal.valueOf(part))
                    .divide(BigDecimal.valueOf(whole), MathContext.DECIMAL128));
            area = area.add(from.add(to).multiply(BigDecimal.valueOf(part)).divide(BigDecimal.valueOf(2)));
            from = target;
            begin += whole;
        }
        return area.setScale(20, RoundingMode.HALF_EVEN);
    }

    private static BigDecimal perNano(Rate rate) {
        return BigDecimal.valueOf(rate.requests())
                .divide(BigDecimal.valueOf(rate.periodNanos()), MathContext.DECIMAL128);
    }

    private static final double NEVER = ArrivalSchedule.NEVER / 1e9;

    private static List<Double> seconds(OpenLoop plan, long... indexes) {
        ArrivalSchedule schedule = plan.schedule(0);
        return LongStream.of(indexes)
                .mapToObj(index -> schedule.due(index) / 1e9)
                .toList();
    }

    @Provide("plans")
    Arbitrary<OpenLoop> randomPlans() {
        Arbitrary<Rate> rates = Arbitraries.oneOf(
                Arbitraries.of("0", "1", "3", "10", "0.7", "300/m", "5000").map(Rate::parse),
                Arbitraries.longs().between(0, 1_000_000).map(millis -> new Rate(millis, 1_000_000_000_000L)));
        Arbitrary<Stage> stages = Combinators.combine(
                        Arbitraries.longs().between(1, 600_000).map(Duration::ofMillis),
                        rates,
                        Arbitraries.of(true, false))
                .as(Stage::new);
        return Combinators.combine(rates, stages.list().ofMinSize(1).ofMaxSize(8))
                .filter((start, list) -> start.requests() > 0 && !list.get(0).step()
                        || list.stream().anyMatch(stage -> stage.target().requests() > 0))
                .as((start, list) -> new OpenLoop(start, list, ArrivalProcess.CONSTANT));
    }
}
