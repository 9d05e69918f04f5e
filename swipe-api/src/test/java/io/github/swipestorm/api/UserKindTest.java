package io.github.swipestorm.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserKindTest {

    @Test
    void findsTheLowestAndTheHighest() {
        assertThat(UserKind.SWIPER.find("x", "1")).isEqualTo(1);
        assertThat(UserKind.SWIPER.find("x", "5000")).isEqualTo(5_000);
        assertThat(UserKind.SWIPEE.find("x", "1000000")).isEqualTo(1_000_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "5001",
                "2147483649",
                "4294967297",
                "9999999999",
                "18446744073709551617",
                "-9999999999"
            })
    void doesNotFindWhoIsNot(String id) {
        requireStatus(404, id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-", "+1", "01", "-01", "-0", "00", "1 ", " 1", "1.0", "1e3", "0x1", "\u0661", "\uff11", "1\0"
            })
    void refusesEveryOtherSpelling(String id) {
        requireStatus(400, id);
    }

    private static void requireStatus(int status, String id) {
        assertThatThrownBy(() -> UserKind.SWIPER.find("x", id))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(status))
                .hasMessageContaining("x " + Quoted.of(id));
    }
}
