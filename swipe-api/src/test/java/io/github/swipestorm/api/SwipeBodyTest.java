package io.github.swipestorm.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class SwipeBodyTest {

    private static final JsonMapper MAPPER = ApiJson.mapper();

    private static SwipeBody read(String json) {
        return MAPPER.readValue(json, SwipeBody.class);
    }

    @Test
    void meansTheSameWithStringsAndIntegers() {
        SwipeBody strings = read("{\"swiper\":\"12\",\"swipee\":\"34\",\"comment\":\"x\"}");
        SwipeBody integers = read("{\"swiper\":12,\"swipee\":34,\"comment\":\"x\"}");
        assertThat(strings).isEqualTo(integers);
        assertThat(strings.toSwipe(Direction.RIGHT)).isEqualTo(new Swipe(Direction.RIGHT, 12, 34, "x"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | object",
                "[] | object",
                "{} | swiper is missing",
                "{\"swiper\":1} | swipee is missing",
                "{\"swiper\":1,\"swipee\":1} | comment is missing",
                "{\"swiper\":true} | swiper has the wrong JSON type",
                "{\"swiper\":1.5} | swiper has the wrong JSON type",
                "{\"swiper\":1,\"swipee\":1,\"comment\":7} | comment has the wrong JSON type",
                "{\"swiper\":\"x\",\"swipee\":1,\"comment\":\"\"} | swiper 'x' is not",
                "{\"swiper\":1,\"swipee\":\"\",\"comment\":\"\"} | swipee '' is not",
                "{\"swiper\":1,\"swiper\":1} | field 'swiper'",
                "{\"a\":{\"b\":[1,{\"c\":tru}]}} | field 'a'",
                "{\"a\":{\"b\":1,\"b\":1}} | field 'a'",
                "{\"swiper\":1,\"swipee\":1,\"comment\":\"\\ud83d\"} | unpaired surrogate"
            })
    void namesWhatIsWrong(String json, String message) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(400))
                .hasMessageContaining(message);
    }

    @Test
    void countsCodePointsOfAComment() {
        assertThat(new SwipeBody("1", "1", "\ud83d\ude00".repeat(256)).comment())
                .hasSize(512);
        assertThatThrownBy(() -> new SwipeBody("1", "1", "\ud83d\ude00".repeat(257)))
                .isInstanceOf(ApiException.class)
                .hasMessage("comment has 257 characters, more than 256");
    }

    @Test
    void findsUsersOnlyWhenItBecomesASwipe() {
        SwipeBody body = read("{\"swiper\":5001,\"swipee\":1,\"comment\":\"\"}");
        assertThatThrownBy(() -> body.toSwipe(Direction.LEFT))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(404))
                .hasMessageContaining("swiper '5001'");
    }
}
