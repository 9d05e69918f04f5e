package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.BodyCases.WRITTEN;
import static io.github.swipestorm.api.contract.BodyCases.body;
import static io.github.swipestorm.api.contract.Exchange.get;
import static io.github.swipestorm.api.contract.Exchange.notAllowed;
import static io.github.swipestorm.api.contract.Exchange.of;
import static io.github.swipestorm.api.contract.Exchange.refused;
import static io.github.swipestorm.api.contract.Exchange.request;
import static io.github.swipestorm.api.contract.Exchange.swipe;

import java.util.stream.Stream;

/** What a server makes of requests that mean it no good: one request, one answer, the same from every server. */
final class HostileCases {

    private static final String UP = "{\"status\":\"UP\"}";
    private static final String ONE = body("1", "1", "\"x\"");
    private static final String HEALTH = get("/health");

    private HostileCases() {}

    private static Exchange connectorRefuses(String name, String request, int status) {
        return refused(name, request, status, "Request refused");
    }

    private static Exchange healthy(String name, String request) {
        return of(name, request, 200, UP);
    }

    private static String with(String headers) {
        return HEALTH.replace("Host", headers + "\r\nHost");
    }

    static Stream<Exchange> paths() {
        Stream<Exchange> refused = Stream.of(
                        "/stats/1%2f..",
                        "/..%2fstats/1",
                        "/..%5cstats/1",
                        "/..;/health",
                        "/../health",
                        "/%2e%2e/health",
                        "/%2e%2e/%2e%2e/etc/passwd",
                        "/health%00",
                        "/stats/1%00",
                        "/%c0%ae%c0%ae/health",
                        "/stats/%c0%af1",
                        "/%e0%80%afhealth",
                        "/stats/%ed%a0%80",
                        "/stats/%f4%90%80%80",
                        "/stats/%u0031",
                        "/stats/%",
                        "/stats/%4",
                        "/health#x",
                        "/health\\",
                        "/{health}",
                        "/stats/\u00d9\u00a1",
                        "/health?a[]=1",
                        "/health?\u00e9")
                .map(path -> connectorRefuses(path, outsideContext(path), 400));
        Stream<Exchange> unknown = Stream.of(
                        "/stats/..;/health",
                        "/;/health",
                        "//health",
                        "///",
                        "/health%3bx=y",
                        "/%2568ealth",
                        "/health%20",
                        "/health%0d%0aSet-Cookie:a=b",
                        "/health/.",
                        "/health/..",
                        "/health/../health",
                        "/%2e/health",
                        "/x/%2e%2e/health",
                        "/stats/;x/1",
                        "/stats/1/;",
                        "/WEB-INF;/web.xml",
                        "/%57EB-INF/web.xml",
                        "/META-INF/context.xml",
                        "/actuator/env")
                .map(path -> refused(path, get(path), 404, "Not found"));
        Stream<Exchange> known = Stream.of("/health;x=y", "/health;", "/%68ealth", "/health??", "/health?%00")
                .map(path -> healthy(path, get(path)));
        return Stream.of(
                        refused,
                        unknown,
                        known,
                        Stream.of(
                                refused(
                                        "/stats/%2e%2e",
                                        get("/stats/%2e%2e"), 400, "userId '..' is not a decimal integer"),
                                refused("5,000 slashes", get("/".repeat(5_000)), 404, "Not found")))
                .flatMap(cases -> cases);
    }

    /** Below a context path two dots would lead into it, and not out of everything. */
    private static String outsideContext(String path) {
        return path.contains("..") || path.contains("%2e") || path.contains("%c0%ae")
                ? get(path).replace("{ctx}", "")
                : get(path);
    }

    static Stream<Exchange> targets() {
        return Stream.of(
                healthy("user and password in the target", target("http://a:b@localhost{ctx}/health")),
                healthy("https in the target", target("https://localhost{ctx}/health")),
                connectorRefuses("another host in the target", target("http://evil{ctx}/health"), 400),
                connectorRefuses("another scheme in the target", target("ftp://localhost{ctx}/health"), 400),
                connectorRefuses("target without a host", target("http:///health"), 400),
                connectorRefuses("target without a slash", target("health"), 400),
                connectorRefuses("GET *", target("*"), 400),
                connectorRefuses("Host with a blank", HEALTH.replace("localhost", "a b"), 400),
                connectorRefuses("Host with a comma", HEALTH.replace("localhost", "a,b"), 400),
                connectorRefuses("Host with a user", HEALTH.replace("localhost", "a@b"), 400),
                connectorRefuses("Host with a port that is none", HEALTH.replace("localhost", "a:b"), 400),
                connectorRefuses("Host with half an IPv6 address", HEALTH.replace("localhost", "[::1"), 400),
                healthy("Host of somebody else", HEALTH.replace("localhost", "evil.example")),
                healthy(
                        "forwarding headers",
                        with("X-Forwarded-Host: evil\r\nX-Forwarded-Prefix: /x\r\nForwarded: for=x")),
                healthy("rewriting headers", with("X-Original-URL: /none\r\nX-Rewrite-URL: /none")));
    }

    private static String target(String target) {
        return HEALTH.replace("{ctx}/health", target);
    }

    static Stream<Exchange> methods() {
        Stream<Exchange> unknown = Stream.of("gEt", "GETX", "TRACK", "DEBUG", "QUERY", "M-SEARCH", "A".repeat(300))
                .map(method -> notAllowed("method " + method, request(method, "/health"), "GET, HEAD"));
        Stream<Exchange> overridden = Stream.of("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override")
                .flatMap(header -> Stream.of(
                        healthy(header + " of a GET", with(header + ": DELETE")),
                        of(
                                header + " of a POST",
                                swipe("Content-Type: application/json\r\n" + header + ": GET\r\n", ONE),
                                201,
                                WRITTEN)));
        return Stream.of(
                        unknown,
                        overridden,
                        Stream.of(
                                healthy("_method in the query", get("/health?_method=DELETE")),
                                healthy("tabulator after the method", HEALTH.replace("GET ", "GET\t")),
                                connectorRefuses(
                                        "CONNECT", "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n", 501),
                                connectorRefuses("CONNECT with a path", request("CONNECT", "/health"), 501),
                                connectorRefuses("method of 9,000 letters", request("A".repeat(9_000), "/health"), 400),
                                connectorRefuses("method that is no ASCII", request("G\u00c9T", "/health"), 400)))
                .flatMap(cases -> cases);
    }

    static Stream<Exchange> versions() {
        Stream<Exchange> unknown = Stream.of("0.9", "1.2", "1.11", "01.1", "2.0", "3.0", "1")
                .map(version -> connectorRefuses("HTTP/" + version, HEALTH.replace("/1.1", "/" + version), 505));
        Stream<Exchange> broken = Stream.of("HTTP/x", "HTTP/1.1 x", "http/1.1")
                .map(version -> connectorRefuses(version, HEALTH.replace("HTTP/1.1", version), 400));
        return Stream.of(
                        unknown,
                        broken,
                        Stream.of(
                                healthy("HTTP/1.0", HEALTH.replace("/1.1", "/1.0")),
                                healthy(
                                        "upgrade to HTTP/2",
                                        with("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                                                + "HTTP2-Settings: AAMAAABkAAQAAP__")),
                                healthy(
                                        "upgrade to WebSocket",
                                        with("Connection: Upgrade\r\nUpgrade: websocket\r\n"
                                                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x"))))
                .flatMap(cases -> cases);
    }

    static Stream<Exchange> heads() {
        return Stream.of(
                healthy("line feeds alone", HEALTH.replace("\r\n", "\n")),
                healthy("folded header", with("A: b\r\n c")),
                healthy("empty lines before the request", "\r\n\r\n" + HEALTH),
                healthy("header value that is no ASCII", with("A: \u00e9\u00ff")),
                healthy("header without a value", with("A:")),
                healthy("Cookie that is none", with("Cookie: $Version=1; a=\"\\\"; b=\u0080")),
                healthy("Accept-Language that is none", with("Accept-Language: ;;;,,,")),
                healthy("If-None-Match and Range", with("If-None-Match: *\r\nRange: bytes=0-1")),
                connectorRefuses("carriage return within a header", with("A: b\rC: d"), 400),
                connectorRefuses("NUL within a header", with("A: b\0c"), 400),
                connectorRefuses("control character within a header", with("A: \u0001"), 400),
                connectorRefuses("DEL within a header", with("A: \u007f"), 400),
                connectorRefuses("folded line before any header", with(" A: b"), 400),
                connectorRefuses("header name that is no ASCII", with("\u00e9: a"), 400),
                connectorRefuses("header without a colon", with("Abc"), 400),
                connectorRefuses("blank before the request", " " + HEALTH, 400),
                connectorRefuses("10,000 bytes of empty lines", "\r\n".repeat(5_000) + HEALTH, 400));
    }

    static Stream<Exchange> floods() {
        return Stream.of(
                healthy("header of 8,000 bytes", with("A: " + "x".repeat(8_000))),
                healthy("100 headers", with("A: x\r\n".repeat(98) + "A: x")),
                connectorRefuses("101 headers", with("A: x\r\n".repeat(99) + "A: x"), 400),
                connectorRefuses("header of 8,192 bytes", with("A: " + "x".repeat(8_192)), 400),
                connectorRefuses("header name of 9,000 bytes", with("x".repeat(9_000) + ": a"), 400),
                connectorRefuses("header of 65,536 bytes", with("A: " + "x".repeat(65_536)), 400),
                connectorRefuses("5,000 headers", with("A: x\r\n".repeat(4_999) + "A: x"), 400),
                connectorRefuses(
                        "1,500 cookies", with("Cookie: " + "a=b; ".repeat(1_500) + "c=" + "x".repeat(999)), 400),
                connectorRefuses("path of 9,000 bytes", get("/" + "a".repeat(9_000)), 400),
                connectorRefuses("query of 9,000 bytes", get("/health?" + "a".repeat(9_000)), 400));
    }

    private static String expecting(String expectation, String request) {
        return request.replace("Host", "Expect: " + expectation + "\r\nHost");
    }

    static Stream<Exchange> expectations() {
        return Stream.of(
                of("100-continue, the body sent at once", expecting("100-continue", swipe(ONE)), 201, WRITTEN),
                of("100-CONTINUE", expecting("100-CONTINUE", swipe(ONE)), 201, WRITTEN),
                of(
                        "100-continue in HTTP/1.0",
                        expecting("100-continue", swipe(ONE)).replace("/1.1", "/1.0"),
                        201,
                        WRITTEN),
                healthy("100-continue without a body", expecting("100-continue", HEALTH)),
                refused(
                        "100-continue for nothing",
                        expecting("100-continue", Exchange.post("/none", "", ONE)),
                        404,
                        "Not found"),
                refused(
                        "100-continue for too much",
                        expecting("100-continue", swipe("x".repeat(9_000))),
                        413,
                        "Request body is larger than 8192 bytes"),
                connectorRefuses("an unknown expectation", expecting("200-ok", swipe(ONE)), 417),
                connectorRefuses("two expectations", expecting("100-continue, x", swipe(ONE)), 417),
                connectorRefuses("no expectation", expecting("", swipe(ONE)), 417));
    }

    private static Exchange written(String name, String ignored) {
        return of(name, swipe(BodyCases.besides(ignored)), 201, WRITTEN);
    }

    private static Exchange bad(String name, String ignored, String field) {
        return refused(
                name,
                swipe(BodyCases.besides(ignored)),
                400,
                "Request body is not valid JSON, or repeats a field, at field '" + field + "'");
    }

    static Stream<Exchange> json() {
        StringBuilder wide = new StringBuilder("\"k\":0");
        for (int i = 0; i < 600; i++) {
            wide.append(",\"k").append(i).append("\":0");
        }
        Stream<Exchange> numbers = Stream.of(
                        "1e999", "-1e999", "1e-999", "1.7976931348623157e309", "1e" + "9".repeat(20))
                .map(number -> written("number " + number, "\"a\":" + number));
        Stream<Exchange> noNumbers = Stream.of(
                        "Infinity",
                        "-NaN",
                        "0x1",
                        "1_000",
                        ".5",
                        "5.",
                        "--1",
                        "1e",
                        "+1",
                        "01",
                        "\u00d9\u00a1",
                        "\u00ef\u00bc\u0091")
                .map(number -> bad("number " + number, "\"a\":" + number, "a"));
        return Stream.of(
                        numbers,
                        noNumbers,
                        Stream.of(
                                written("nested 500 deep", "\"a\":" + "[".repeat(499) + "]".repeat(499)),
                                bad("nested 501 deep", "\"a\":" + "[".repeat(500) + "]".repeat(500), "a"),
                                bad(
                                        "objects nested 501 deep",
                                        "\"a\":" + "{\"b\":".repeat(500) + "0" + "}".repeat(500),
                                        "a"),
                                written("600 fields", wide.toString()),
                                bad("600 fields, and one of them again", wide + ",\"k\":1", "k"),
                                written("3,500 elements", "\"a\":[" + "0,".repeat(3_500) + "0]"),
                                written("field name of 8,000 characters", "\"" + "n".repeat(8_000) + "\":0"),
                                written("text of 8,000 characters", "\"a\":\"" + "n".repeat(8_000) + "\""),
                                written("number of 1,000 digits", "\"a\":" + "9".repeat(1_000)),
                                bad("number of 1,001 digits", "\"a\":" + "9".repeat(1_001), "a"),
                                written("escaped NUL", "\"\\u0000\":\"\\u0000\""),
                                written("half a surrogate pair in a field that is ignored", "\"a\":\"\\ud800\""),
                                written("names that mean something elsewhere", "\"__proto__\":{},\"@class\":\"a.B\""),
                                refused(
                                        "form feed as white space",
                                        swipe("{\f" + ONE.substring(1)),
                                        400,
                                        "Request body is not one valid JSON object in UTF-8"),
                                refused(
                                        "no-break space as white space",
                                        swipe("{\u00c2\u00a0" + ONE.substring(1)),
                                        400,
                                        "Request body is not one valid JSON object in UTF-8"),
                                of(
                                        "content encoding is not looked at",
                                        swipe("Content-Type: application/json\r\nContent-Encoding: gzip\r\n", ONE),
                                        201,
                                        WRITTEN)))
                .flatMap(cases -> cases);
    }
}
