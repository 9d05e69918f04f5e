package io.github.swipestorm.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTest {

    @ParameterizedTest
    @CsvSource({
        "/swipe, SWIPE,",
        "/swipe/, SWIPE,",
        "/swipe/left, SWIPE, left",
        "/swipe/left/, SWIPE, left",
        "/swipe/LEFT, SWIPE, LEFT",
        "/swipe/%6Ceft, SWIPE, left",
        "/swipe;a=b/left;c/, SWIPE, left",
        "/swipe/a+b, SWIPE, a+b",
        "/swipe/a%2Bb, SWIPE, a+b",
        "/swipe/%C3%A9, SWIPE, é",
        "/swipe/%zz, SWIPE, %zz",
        "/stats/1, STATS, 1",
        "/stats/%31;x, STATS, 1",
        "/matches/x, MATCHES, x",
        "/health, HEALTH,",
        "/h%65alth;x, HEALTH,",
        "/metrics, METRICS,",
        "/openapi.yaml, OPENAPI,"
    })
    void findsWhatTheApiHas(String path, Route route, String parameter) {
        assertThat(Route.find(path)).contains(new Route.Match(route, parameter));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "/",
                "//",
                "health",
                "/health/",
                "/health/x",
                "//health",
                "/./health",
                "/stats",
                "/stats/",
                "/stats/;x",
                "/stats/1/",
                "/stats/1/2",
                "/swipe//",
                "/swipe//left",
                "/swipe/left//",
                "/swipe/left/;x",
                "/swipe/left/right",
                "/Swipe/left",
                "/x/../health",
                "/%2Fhealth"
            })
    void findsNothingElse(String path) {
        assertThat(Route.find(path)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"POST, /swipe/up", "GET, /stats/x", "HEAD, /matches/1", "GET, /health", "HEAD, /metrics"})
    void requiresNoMoreThanPathAndMethod(String method, String path) {
        assertThat(Route.require(method, path)).isEqualTo(Route.find(path).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /swipe/left, POST",
        "HEAD, /swipe, POST",
        "post, /swipe/left, POST",
        "POST, /stats/1, 'GET, HEAD'",
        "OPTIONS, /health, 'GET, HEAD'",
        "get, /health, 'GET, HEAD'"
    })
    void refusesOtherMethodsAndNamesTheRightOnes(String method, String path, String allow) {
        assertThatThrownBy(() -> Route.require(method, path)).isInstanceOfSatisfying(ApiException.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(405);
            assertThat(refusal.allow()).contains(allow);
        });
    }

    @Test
    void refusesThePathBeforeTheMethod() {
        assertThatThrownBy(() -> Route.require("PUT", "/none")).isInstanceOfSatisfying(ApiException.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(404);
            assertThat(refusal.allow()).isEmpty();
        });
    }

    @Test
    void givesTheContainersRefusalsTheApisWords() {
        assertThat(ApiException.refusedByContainer(405, "/swipe/left").allow()).contains("POST");
        assertThat(ApiException.refusedByContainer(405, "/none").status()).isEqualTo(404);
        assertThat(ApiException.refusedByContainer(404, "/health")).hasMessage("Not found");
        assertThat(ApiException.refusedByContainer(500, "/health")).hasMessage("Internal error");
        assertThat(ApiException.refusedByContainer(417, "/health").status()).isEqualTo(417);
    }
}
