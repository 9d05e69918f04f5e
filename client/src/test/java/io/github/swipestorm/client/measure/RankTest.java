package io.github.swipestorm.client.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankTest {
    /** Percentiles are decimal fractions, which doubles only come near to; the rank must be that of the fraction. */
    @ParameterizedTest
    @ValueSource(strings = {"0.1", "1", "28", "50", "55", "75", "90", "95", "99", "99.9", "99.99"})
    void rankIsExactWhereTheCountDividesEvenly(String percentile) {
        for (long count = 1; count <= 200_000; count++) {
            assertThat(Rank.of(Double.parseDouble(percentile), count))
                    .as("p%s of %s", percentile, count)
                    .isEqualTo(exact(percentile, count));
        }
    }

    @Property(tries = 2_000)
    void rankIsExactForManyValues(@ForAll @LongRange(min = 1, max = 10_000_000_000L) long count) {
        for (String percentile : new String[] {"50", "75", "90", "95", "99", "99.9", "99.99"}) {
            assertThat(Rank.of(Double.parseDouble(percentile), count))
                    .as("p%s of %s", percentile, count)
                    .isEqualTo(exact(percentile, count));
        }
    }

    private static long exact(String percentile, long count) {
        BigDecimal rank =
                new BigDecimal(percentile).multiply(BigDecimal.valueOf(count)).movePointLeft(2);
        return Math.max(1, rank.setScale(0, RoundingMode.CEILING).longValueExact());
    }
}
