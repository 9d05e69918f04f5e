package io.github.swipestorm.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "http://localhost:8080,            http,  localhost,   8080,  '',      localhost:8080",
                "http://localhost,                 http,  localhost,   80,    '',      localhost",
                "https://localhost,                https, localhost,   443,   '',      localhost",
                "http://localhost:443,             http,  localhost,   443,   '',      localhost:443",
                "https://localhost:80,             https, localhost,   80,    '',      localhost:80",
                "http://localhost:/,               http,  localhost,   80,    '',      localhost",
                "HTTP://LocalHost:8080/,           http,  LocalHost,   8080,  '',      LocalHost:8080",
                "http://localhost:65535/app,       http,  localhost,   65535, /app,    localhost:65535",
                "http://localhost:1/app/,          http,  localhost,   1,     /app,    localhost:1",
                "http://localhost:8080/a/b///,     http,  localhost,   8080,  /a/b,    localhost:8080",
                "http://localhost:8080//,          http,  localhost,   8080,  '',      localhost:8080",
                "http://[::1]:8080/app,            http,  ::1,         8080,  /app,    [::1]:8080",
                "http://[::1],                     http,  ::1,         80,    '',      [::1]",
                "https://[2001:db8::7]:443,        https, 2001:db8::7, 443,   '',      [2001:db8::7]",
                "http://127.0.0.1:8080,            http,  127.0.0.1,   8080,  '',      127.0.0.1:8080",
                "http://local_host:8080/app,       http,  local_host,  8080,  /app,    local_host:8080",
                "https://a_b.example/,             https, a_b.example, 443,   '',      a_b.example",
                "http://localhost/with%20space,    http,  localhost,   80,    /with%20space, localhost",
                "http://localhost/füß,             http,  localhost,   80,    /f%C3%BC%C3%9F, localhost",
                "\"  http://localhost:8080/app \n\", http, localhost, 8080,  /app,    localhost:8080",
            })
    void a_url_as_a_person_types_it_is_understood(
            String url, String scheme, String host, int port, String basePath, String hostHeader) {
        Target target = Target.parse(url);

        assertThat(target).isEqualTo(new Target(scheme, host, port, basePath.replace("'", "")));
        assertThat(target.hostHeader()).isEqualTo(hostHeader);
        assertThat(target.secure()).isEqualTo(scheme.equals("https"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', http://",
        "' ', http://",
        "localhost, http://",
        "localhost:8080, http://",
        "/app, http://",
        "ftp://localhost, http://",
        "file:///etc/passwd, http://",
        "htt://localhost, http://",
        "http://, it has no host",
        "http:///app, has no host",
        "http://:8080, has no host",
        "http:localhost, has no host",
        "http://localhost:abc, has no host",
        "http://local_host:0, 1 to 65535",
        "http://a_b:x, has no host",
        "http://_:-1, has no host",
        "http://localhost:0, 1 to 65535",
        "http://localhost:70000, 1 to 65535",
        "http://localhost:99999999999, has no host",
        "http://localhost:-1, has no host",
        "http://localhost/?a=b, not allowed",
        "http://localhost/#top, not allowed",
        "http://local host/, Illegal character",
        "http://localhost/a b, Illegal character",
        "http://[::1, ''",
        "http://[nonsense]/, ''",
    })
    void anything_else_is_refused_in_one_line_that_names_it(String url, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.parse(url))
                .withMessageContaining("'" + url + "' is not a URL to send load to")
                .withMessageContaining(reason)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @ParameterizedTest
    @CsvSource({
        "http://user@localhost, http://***@localhost",
        "http://user:secret@localhost:8080, http://***@localhost:8080",
        "http://localhost/?token=secret, http://localhost/?token=***",
    })
    void a_url_with_credentials_is_refused_without_them(String url, String shown) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.parse(url))
                .withMessageContaining(
                        "'" + shown + "' is not a URL to send load to: user, query and fragment are not allowed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:8080/app", "https://[::1]:8443", "http://127.0.0.1:1/a/b"})
    void its_text_is_a_url_that_means_the_same(String url) {
        assertThat(Target.parse(url))
                .hasToString(url)
                .isEqualTo(Target.parse(Target.parse(url).toString()));
    }

    @Test
    void a_line_end_in_a_url_cannot_smuggle_a_header_in() {
        assertThatIllegalArgumentException().isThrownBy(() -> Target.parse("http://localhost/a\r\nX-Evil: 1"));
    }

    @ParameterizedTest
    @CsvSource({"199, false", "200, true", "201, true", "299, true", "300, false", "404, false", "500, false"})
    void only_2xx_answers_are_ok(int status, boolean ok) {
        assertThat(new Response(status, 0).ok()).isEqualTo(ok);
        assertThat(new Failure(FailureKind.CLOSED, "").ok()).isFalse();
    }
}
