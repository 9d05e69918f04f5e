package io.github.swipestorm.client.record.csv;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class InstantDigitsTest {

    @Property
    void instants_in_any_order_are_written_as_their_digits(
            @ForAll @Size(max = 30) List<@LongRange(min = -3_000_000, max = 3_000_000) Long> distances,
            @ForAll @LongRange(min = -5_000_000, max = 4_000_000_000_000_000L) long around) {
        List<Long> instants =
                distances.stream().map(distance -> around + distance).toList();

        assertThat(written(instants)).isEqualTo(expected(instants));
    }

    @Test
    void the_ends_of_a_second_keep_their_zeros() {
        List<Long> instants = List.of(
                1_763_712_000_999_999L,
                1_763_712_001_000_000L,
                1_763_712_001_000_007L,
                1_763_712_000_000_000L,
                999_999L,
                0L);

        assertThat(written(instants)).isEqualTo(expected(instants));
    }

    private static String expected(List<Long> instants) {
        return instants.stream().map(instant -> instant + ",").collect(Collectors.joining());
    }

    private static String written(List<Long> instants) {
        InstantDigits digits = new InstantDigits();
        byte[] row = new byte[instants.size() * 22];
        int at = 0;
        for (long instant : instants) {
            at = digits.append(instant, row, at);
            row[at++] = ',';
        }
        return new String(row, 0, at, US_ASCII);
    }
}
