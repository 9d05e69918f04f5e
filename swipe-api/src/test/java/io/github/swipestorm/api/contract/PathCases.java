package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.BodyCases.WRITTEN;
import static io.github.swipestorm.api.contract.BodyCases.body;
import static io.github.swipestorm.api.contract.BodyCases.unknown;
import static io.github.swipestorm.api.contract.Exchange.get;
import static io.github.swipestorm.api.contract.Exchange.notAllowed;
import static io.github.swipestorm.api.contract.Exchange.of;
import static io.github.swipestorm.api.contract.Exchange.post;
import static io.github.swipestorm.api.contract.Exchange.refused;
import static io.github.swipestorm.api.contract.Exchange.request;

import io.github.swipestorm.api.OpenApi;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** What a server makes of paths and methods. */
final class PathCases {

    private static final String JSON = "Content-Type: application/json\r\n";
    private static final String ONE = body("1", "1", "\"x\"");
    private static final String NOT_FOUND = "Not found";

    private PathCases() {}

    static Stream<Exchange> all() {
        return Stream.of(reads(), directions(), userIds(), unknownPaths(), methods(), order())
                .flatMap(cases -> cases);
    }

    private static Stream<Exchange> reads() {
        String openApi = new String(OpenApi.document(), StandardCharsets.UTF_8);
        return Stream.of(
                of("health", get("/health"), 200, "{\"status\":\"UP\"}"),
                of("health with a query", get("/health?a=b&c=%zz"), 200, "{\"status\":\"UP\"}"),
                of("health encoded", get("/h%65alth"), 200, "{\"status\":\"UP\"}"),
                of("HEAD of health", request("HEAD", "/health"), 200, ""),
                new Exchange("openapi", get("/openapi.yaml"), 200, "application/yaml", openApi, null),
                new Exchange("HEAD of openapi", request("HEAD", "/openapi.yaml"), 200, "application/yaml", "", null),
                new Exchange(
                        "HEAD of metrics",
                        request("HEAD", "/metrics"),
                        200,
                        "text/plain;version=0.0.4;charset=utf-8",
                        "",
                        null),
                of("stats of somebody new", get("/stats/4990"), 200, "{\"likes\":0,\"dislikes\":0}"),
                of("matches of somebody new", get("/matches/4990"), 200, "{\"matches\":[]}"),
                of("HEAD of stats", request("HEAD", "/stats/4990"), 200, ""),
                of("HEAD of nobody", request("HEAD", "/stats/5001"), 404, ""),
                of("any Accept will do", accepting("text/html;q=0.1"), 200, "{\"status\":\"UP\"}"),
                of("broken Accept", accepting("///;q=x"), 200, "{\"status\":\"UP\"}"),
                new Exchange(
                        "openapi for who wants JSON",
                        get("/openapi.yaml").replace("Host", "Accept: application/json\r\nHost"),
                        200,
                        "application/yaml",
                        openApi,
                        null),
                of(
                        "from another origin",
                        get("/health").replace("Host", "Origin: http://a.b\r\nHost"),
                        200,
                        "{\"status\":\"UP\"}"));
    }

    private static String accepting(String accept) {
        return get("/health").replace("Host", "Accept: " + accept + "\r\nHost");
    }

    private static Stream<Exchange> directions() {
        Stream<Exchange> known = Stream.of(
                        "/swipe/left/",
                        "/swipe/left",
                        "/swipe/right/",
                        "/swipe/right",
                        "/swipe/%6Ceft/",
                        "/%73wipe/righ%74",
                        "/swipe/left;x=1",
                        "/swipe/left;x=1/",
                        "/swipe;a/left;x=1;y/",
                        "/swipe/left/?x=y")
                .map(path -> of("known: " + path, post(path, JSON, ONE), 201, WRITTEN));
        Stream<Exchange> unknown = Stream.of(
                        "up", "LEFT", "Left", "left+", "lef", "leftright", "left.json", "*", ".", "..")
                .map(word -> refused(
                        "unknown direction " + word,
                        post("/swipe/" + word, JSON, ONE),
                        400,
                        "Direction '" + word + "' is unknown: use left or right"));
        Stream<Exchange> escaped = Stream.of(
                refused(
                        "hostile direction",
                        post("/swipe/%3Cb%3E%22%0A%27", JSON, ONE),
                        400,
                        "Direction 'u+003cbu+003eu+0022u+000au+0027' is unknown: use left or right"),
                refused(
                        "direction with an accent",
                        post("/swipe/l%C3%A9ft/", JSON, ONE),
                        400,
                        "Direction 'lu+00e9ft' is unknown: use left or right"),
                refused(
                        "long direction",
                        post("/swipe/" + "x".repeat(1_000), JSON, ONE),
                        400,
                        "Direction '" + "x".repeat(64) + "...' is unknown: use left or right"));
        Stream<Exchange> none = Stream.of("/swipe", "/swipe/", "/swipe;left")
                .map(path -> refused(
                        "no direction: " + path,
                        post(path, JSON, ONE),
                        400,
                        "Direction is missing: use /swipe/left/ or /swipe/right/"));
        return Stream.of(known, unknown, escaped, none).flatMap(cases -> cases);
    }

    private static Stream<Exchange> userIds() {
        return Stream.of("stats", "matches").flatMap(what -> {
            Stream<Exchange> unknown = Stream.of("0", "-1", "5001", "999999999999999999999")
                    .map(id ->
                            refused(what + " of " + id, get("/" + what + "/" + id), 404, unknown("userId", id, 5_000)));
            Stream<Exchange> wrong = Stream.of("01", "+1", "1.0", "1e3", "-0", "-", "0x1", "one", "1,2")
                    .map(id -> refused(
                            what + " of " + id,
                            get("/" + what + "/" + id),
                            400,
                            "userId '" + id + "' is not a decimal integer"));
            Stream<Exchange> encoded = Stream.of(
                    refused(
                            what + " of an Arabic digit",
                            get("/" + what + "/%D9%A1"),
                            400,
                            "userId 'u+0661' is not a decimal integer"),
                    refused(what + " of a blank", get("/" + what + "/%20"), 400, "userId ' ' is not a decimal integer"),
                    refused(
                            what + " of an encoded id",
                            get("/" + what + "/%35001"),
                            404,
                            unknown("userId", "5001", 5_000)),
                    refused(
                            what + " with parameter",
                            get("/" + what + "/5001;x=1"),
                            404,
                            unknown("userId", "5001", 5_000)));
            return Stream.of(unknown, wrong, encoded).flatMap(cases -> cases);
        });
    }

    private static Stream<Exchange> unknownPaths() {
        return Stream.of(
                        "/",
                        "/nothing",
                        "/Health",
                        "/health/",
                        "/health/x",
                        "/health.json",
                        "//health",
                        "/./health",
                        "/x/../health",
                        "/stats",
                        "/stats/",
                        "/stats/;x=1",
                        "/stats/1/",
                        "/stats//1",
                        "/stats/1/2",
                        "/matches",
                        "/matches/1/",
                        "/swipe/left/right",
                        "/swipe/left//",
                        "/swipe/left/;x",
                        "//swipe/left/",
                        "/swipe//left/",
                        "/swipe/./left/",
                        "/x/../swipe/left/",
                        "/swipes/left/",
                        "/error",
                        "/favicon.ico",
                        "/index.html",
                        "/WEB-INF/web.xml",
                        "/META-INF/MANIFEST.MF",
                        "/actuator/health",
                        "/%3Cscript%3E")
                .flatMap(path -> Stream.of(
                        refused("no such path: " + path, get(path), 404, NOT_FOUND),
                        refused("no such path to post to: " + path, post(path, JSON, ONE), 404, NOT_FOUND)));
    }

    private static Stream<Exchange> methods() {
        Stream<Exchange> swipes = Stream.of(
                        "GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "post")
                .flatMap(method -> Stream.of("/swipe/left/", "/swipe/right", "/swipe/up", "/swipe")
                        .map(path -> notAllowed(method + " " + path, request(method, path), "POST")));
        Stream<Exchange> reads = Stream.of("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get")
                .flatMap(method -> Stream.of(
                                "/health", "/metrics", "/openapi.yaml", "/stats/1", "/stats/x", "/matches/1")
                        .map(path -> notAllowed(method + " " + path, request(method, path), "GET, HEAD")));
        Stream<Exchange> posts = Stream.of("/health", "/metrics", "/openapi.yaml", "/stats/1", "/matches/1")
                .map(path -> notAllowed("POST " + path, post(path, JSON, ONE), "GET, HEAD"));
        Stream<Exchange> nowhere = Stream.of("PUT", "OPTIONS", "TRACE", "PROPFIND")
                .map(method -> refused(method + " nowhere", request(method, "/nothing"), 404, NOT_FOUND));
        String preflight = request("OPTIONS", "/swipe/left/")
                .replace("Host", "Origin: http://a.b\r\nAccess-Control-Request-Method: POST\r\nHost");
        return Stream.of(swipes, reads, posts, nowhere, Stream.of(notAllowed("pre-flight", preflight, "POST")))
                .flatMap(cases -> cases);
    }

    /** Requests that are wrong in more than one way: the answer names the first. */
    private static Stream<Exchange> order() {
        String text = "Content-Type: text/plain\r\n";
        return Stream.of(
                refused("path before method", request("PUT", "/swipes"), 404, NOT_FOUND),
                notAllowed(
                        "method before direction", post("/swipe/up", text, "x").replace("POST", "PUT"), "POST"),
                refused(
                        "direction before media type",
                        post("/swipe/up", text, "x"),
                        400,
                        "Direction 'up' is unknown: use left or right"),
                refused(
                        "media type before size",
                        post("/swipe/left", text, "x".repeat(8_193)),
                        415,
                        "Content-Type 'text/plain' is not supported: use application/json in UTF-8"),
                refused(
                        "size before form",
                        post("/swipe/left", JSON, "x".repeat(8_193)),
                        413,
                        "Request body is larger than 8192 bytes"),
                refused(
                        "form before users",
                        post("/swipe/left", JSON, body("0", "0", "1")),
                        400,
                        "comment has the wrong JSON type"));
    }
}
