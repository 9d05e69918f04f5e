package io.github.swipestorm.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMediaTypeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                " application/json\t",
                "Application/JSON",
                "application/json;",
                "application/json ;; ",
                "application/json;charset=utf-8",
                "application/json \t; \tCharset=\"UTF-8\" ; x=y",
                "application/json;x=\";charset=utf-16;\""
            })
    void acceptsJsonInUtf8(String header) {
        assertThat(JsonMediaType.parse(header)).isNotNull();
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {
                "json",
                "application/jsons",
                "application/json+x",
                "text/json",
                "application/ json",
                "application/json charset=utf-8",
                "application/json,application/json",
                "application/json;charset=utf8",
                "application/json;charset=utf-16",
                "application/json;charset=\"utf-16\"",
                "application/json;charset=\"utf-8",
                "application/json;charset=",
                "application/json;charset",
                "application/json;charset =utf-8",
                "application/json;charset=utf-8;charset=latin1",
                "application/json;x=\"a\"b"
            })
    void refusesEverythingElse(String header) {
        assertThatThrownBy(() -> JsonMediaType.parse(header))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(415));
    }
}
