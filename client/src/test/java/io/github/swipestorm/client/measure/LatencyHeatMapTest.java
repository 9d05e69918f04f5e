package io.github.swipestorm.client.measure;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LatencyHeatMapTest {

    @Property
    void a_value_lies_in_its_row_which_is_at_most_an_eighth_wide(
            @ForAll @LongRange(max = LatencyHistogram.HIGHEST_US) long valueUs) {
        int row = LatencyRows.of(valueUs);
        long lowest = LatencyRows.lowestUs(row);
        long next = LatencyRows.lowestUs(row + 1);

        assertThat(valueUs).isBetween(lowest, next - 1);
        assertThat(next - lowest).isLessThanOrEqualTo(Math.max(1, lowest / 8));
        assertThat(row).isBetween(0, LatencyRows.COUNT - 1);
    }

    @Test
    void rows_follow_one_another_without_gap_from_zero_to_an_hour() {
        assertThat(LatencyRows.lowestUs(0)).isZero();
        for (int row = 0; row < LatencyRows.COUNT; row++) {
            assertThat(LatencyRows.of(LatencyRows.lowestUs(row))).isEqualTo(row);
            assertThat(LatencyRows.of(LatencyRows.lowestUs(row + 1) - 1)).isEqualTo(row);
        }
        assertThat(LatencyRows.lowestUs(LatencyRows.COUNT)).isGreaterThan(LatencyHistogram.HIGHEST_US);
    }

    @Test
    void columns_become_longer_as_the_run_does_and_no_value_is_lost() {
        LatencyHeatMapBuilder builder = new LatencyHeatMapBuilder();
        for (long second = 0; second < 600; second++) {
            builder.add(second * 1_000_000, 100 + second);
        }
        LatencyHeatMap map = builder.build();

        assertThat(map.columnUs()).isEqualTo(4_000_000);
        assertThat(map.columns()).isEqualTo(150);
        assertThat(map.count()).isEqualTo(600);
        assertThat(map.count(0, LatencyRows.of(100))).isEqualTo(4);
        for (int column = 0; column < map.columns(); column++) {
            assertThat(inColumn(map, column)).isEqualTo(4);
        }
    }

    @Property(tries = 50)
    void the_order_of_values_changes_nothing(@ForAll("runs") long[] times) {
        LatencyHeatMapBuilder forwards = new LatencyHeatMapBuilder();
        LatencyHeatMapBuilder backwards = new LatencyHeatMapBuilder();
        for (int i = 0; i < times.length; i++) {
            forwards.add(times[i], times[i] % 5_000);
            backwards.add(times[times.length - 1 - i], times[times.length - 1 - i] % 5_000);
        }
        LatencyHeatMap one = forwards.build();
        LatencyHeatMap other = backwards.build();

        assertThat(one.columnUs()).isEqualTo(other.columnUs());
        assertThat(one.columns()).isEqualTo(other.columns());
        for (int column = 0; column < one.columns(); column++) {
            for (int row = 0; row < one.rows(); row++) {
                assertThat(one.count(column, row)).isEqualTo(other.count(column, row));
            }
        }
    }

    @Provide
    Arbitrary<long[]> runs() {
        return Arbitraries.longs().between(0, 100_000_000).array(long[].class).ofMaxSize(200);
    }

    @Test
    void five_hours_and_thirty_days_still_have_at_most_two_hundred_columns() {
        LatencyHeatMapBuilder builder = new LatencyHeatMapBuilder();
        builder.add(5L * 3600 * 1_000_000, 1);
        assertThat(builder.build().columns()).isBetween(100, 200);
        builder.add(TimelineBuilder.LONGEST_RUN_US, 1);
        assertThat(builder.build().columns()).isBetween(100, 200);
        assertThat(builder.build().count()).isEqualTo(2);
    }

    @Test
    void impossible_values_are_left_out_and_too_long_ones_are_counted_as_the_longest() {
        LatencyHeatMapBuilder builder = new LatencyHeatMapBuilder();
        builder.add(-1, 5);
        builder.add(5, -1);
        builder.add(TimelineBuilder.LONGEST_RUN_US + 1, 5);
        assertThat(builder.build().count()).isZero();
        builder.add(0, Long.MAX_VALUE);
        assertThat(builder.build().countInRow(LatencyRows.COUNT - 1)).isEqualTo(1);
    }

    @Test
    void what_was_built_stays_as_it_was() {
        LatencyHeatMapBuilder builder = new LatencyHeatMapBuilder();
        builder.add(0, 5);
        LatencyHeatMap before = builder.build();
        builder.add(0, 5);

        assertThat(before.count()).isEqualTo(1);
        assertThat(LatencyHeatMap.EMPTY.columns()).isZero();
    }

    private static long inColumn(LatencyHeatMap map, int column) {
        long count = 0;
        for (int row = 0; row < map.rows(); row++) {
            count += map.count(column, row);
        }
        return count;
    }
}
