package io.github.swipestorm.client.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.stream.LongStream;
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
        double given = Double.parseDouble(percentile);
        long hundredths = hundredths(percentile);

        assertThat(LongStream.rangeClosed(1, 200_000)
                        .filter(count -> Rank.of(given, count) != exact(hundredths, count)))
                .isEmpty();
    }

    @Property(tries = 2_000)
    void rankIsExactForManyValues(@ForAll @LongRange(min = 1, max = 10_000_000_000L) long count) {
        for (String percentile : new String[] {"50", "75", "90", "95", "99", "99.9", "99.99"}) {
            assertThat(Rank.of(Double.parseDouble(percentile), count))
                    .as("p%s of %s", percentile, count)
                    .isEqualTo(exact(hundredths(percentile), count));
        }
    }

    private static long hundredths(String percentile) {
        return new BigDecimal(percentile).movePointRight(2).longValueExact();
    }

    /** Whole numbers round nothing: a percentile of 99.99 has 9,999 hundredths. */
    private static long exact(long hundredths, long count) {
        return Math.max(1, (hundredths * count + 9_999) / 10_000);
    }
}
