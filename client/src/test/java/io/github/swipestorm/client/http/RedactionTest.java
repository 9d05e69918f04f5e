package io.github.swipestorm.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "http://jo:s3cret@host:80/app | http://***@host:80/app",
                "'https://s3cret@host/x?y' is | 'https://***@host/x?y' is",
                "http://jo:s3c/ret@host/app | http://***@host/app",
                "http://jo:s3@cret@host/app | http://***@host/app",
                "jo:s3cret@host:8080 | ***@host:8080",
                "--url=jo:s3cret@host | --url=***@host",
                "http://h/?a=1&token=s3cret&b=2 | http://h/?a=1&token=***&b=2",
                "http://h/?api_key=s3cret#x | http://h/?api_key=***#x",
                "-Djavax.net.ssl.keyStorePassword=s3cret | -Djavax.net.ssl.keyStorePassword=***",
                "-Dexec.args=token=s3cret | -Dexec.args=token=***",
                "X-Amz-Signature=s3cret; next | X-Amz-Signature=***; next",
                "Authorization: Basic czNjcmV0 | Authorization: ***",
                "a header line: 'Cookie: a=s3cret; b=c' | a header line: 'Cookie: ***",
                "Proxy-Authorization: s3cret, x | Proxy-Authorization: ***",
                "x-api-key: s3cret | x-api-key: ***",
                "sent Authorization Bearer eyJhbGciOi.s3cret | sent Authorization Bearer ***",
                "{\"a\":1,\"password\": \"s3cret\",\"b\":2} | {\"a\":1,\"password\": ***,\"b\":2}",
            })
    void credentials_are_hidden_where_they_stand(String text, String shown) {
        assertThat(Redaction.of(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8080/app?page=2",
                "http://[::1]:8080/@home",
                "http://localhost:8080/@home",
                "connect: Connection refused",
                "p99<100ms,errors<0.1%",
                "--stages 10s:5,1m:50/s -o results/2026-11-21",
                "-XX:MaxHeapSize=64m --add-opens=java.base/java.lang=ALL-UNNAMED",
                "proxy http://localhost:3128, basic authentication as jo, redirects followed",
                "basic as jo",
                "Illegal character in path at index 7",
                "",
            })
    void what_is_no_credential_stays(String text) {
        assertThat(Redaction.of(text)).isEqualTo(text);
        assertThat(Redaction.isIn(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jo:s3cret | jo:***",
                "Authorization:Bearer x | Authorization:***",
                "thing=s3cret | thing=***",
                "http://jo:my s3cret@host | http://jo:***",
                "localhost:8080 | localhost:8080",
                "ftp://localhost/x | ftp://localhost/x",
                "walk | walk",
            })
    void of_a_word_that_nobody_understands_only_the_name_is_shown(String word, String shown) {
        assertThat(Redaction.ofUnknownWord(word)).isEqualTo(shown);
    }

    @Test
    void known_secrets_are_hidden_wherever_they_stand() {
        assertThat(Redaction.of("the server said s3cret and czNj", List.of("s3cret", "czNj", "")))
                .isEqualTo("the server said *** and ***");
        assertThat(Redaction.of("cut off in the middle of s3cr...", List.of("s3cret")))
                .isEqualTo("cut off in the middle of ***...");
        assertThat(Redaction.of("a short one is no secret", List.of("a"))).isEqualTo("a short one is no secret");
    }

    @Property(tries = 500)
    void no_password_gets_through(@ForAll("passwords") String password, @ForAll("places") String place) {
        String shown = Redaction.of(place.replace("#", password));

        assertThat(shown).doesNotContain(password).contains(Redaction.HIDDEN);
        assertThat(Redaction.of(shown)).as("once more").isEqualTo(shown);
    }

    @Provide
    Arbitrary<String> passwords() {
        return Arbitraries.strings()
                .withCharRange('A', 'Z')
                .withCharRange('0', '9')
                .withChars("!$*+._~-")
                .ofMinLength(6)
                .ofMaxLength(40)
                // A password that also occurs in the surrounding text cannot be searched for.
                .filter(password -> !"***".contains(password));
    }

    @Provide
    Arbitrary<String> places() {
        return Arbitraries.of(
                "http://jo:#@host/app",
                "why: 'https://#@host' is no URL",
                "jo:#@host",
                "GET /x?access_token=# HTTP/1.1",
                "closed: Location: http://h/?key=#&x=1",
                "Invalid header 'Cookie: sid=#'",
                "protocol: X-Auth-Token: #",
                "said Basic #=");
    }

    @Property(tries = 500)
    void any_text_is_shown_without_delay_or_exception(@ForAll String text) {
        assertThat(Redaction.of(text)).isNotNull();
        assertThat(Redaction.ofUnknownWord(text)).isNotNull();
    }
}
