package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.BodyCases.WRITTEN;
import static io.github.swipestorm.api.contract.BodyCases.body;
import static io.github.swipestorm.api.contract.Exchange.chunkedSwipe;
import static io.github.swipestorm.api.contract.Exchange.get;
import static io.github.swipestorm.api.contract.Exchange.of;
import static io.github.swipestorm.api.contract.Exchange.refused;
import static io.github.swipestorm.api.contract.Exchange.swipe;

import java.util.stream.Stream;

/** What a server makes of media types, sizes and the framing of messages. */
final class MessageCases {

    private static final String ONE = body("1", "1", "\"x\"");
    private static final String TOO_LARGE = "Request body is larger than 8192 bytes";
    private static final String UNREADABLE = "Request body could not be read";
    private static final String REFUSED = "Request refused";

    private MessageCases() {}

    static Stream<Exchange> all() {
        return Stream.of(goodMediaTypes(), badMediaTypes(), sizes(), framing()).flatMap(cases -> cases);
    }

    private static Stream<Exchange> goodMediaTypes() {
        return Stream.of(
                        "application/json",
                        "APPLICATION/Json",
                        "application/json;charset=utf-8",
                        "application/json; charset=UTF-8",
                        "application/json ; charset=\"utf-8\"",
                        "application/json;CHARSET=Utf-8",
                        "application/json; version=1; charset=utf-8",
                        "application/json;a=\"b;charset=utf-16\"",
                        "application/json;")
                .map(type -> of("media type " + type, swipe("Content-Type: " + type + "\r\n", ONE), 201, WRITTEN));
    }

    private static Stream<Exchange> badMediaTypes() {
        Stream<Exchange> present = Stream.of(
                        new String[] {"text/plain", "text/plain"},
                        new String[] {"application/x-www-form-urlencoded", "application/x-www-form-urlencoded"},
                        new String[] {"multipart/form-data; boundary=x", "multipart/form-data; boundary=x"},
                        new String[] {"application/xml", "application/xml"},
                        new String[] {"application/jsonp", "application/jsonp"},
                        new String[] {"application/problem+json", "application/problem+json"},
                        new String[] {"application/*", "application/*"},
                        new String[] {"*/*", "*/*"},
                        new String[] {"json", "json"},
                        new String[] {"application/json, text/plain", "application/json, text/plain"},
                        new String[] {"application/json charset=utf-8", "application/json charset=utf-8"},
                        new String[] {"application/json;charset=utf-16", "application/json;charset=utf-16"},
                        new String[] {"application/json;charset=iso-8859-1", "application/json;charset=iso-8859-1"},
                        new String[] {
                            "application/json;charset=\"utf-16\"", "application/json;charset=u+0022utf-16u+0022"
                        },
                        new String[] {"application/json;charset=nonsense", "application/json;charset=nonsense"},
                        new String[] {"application/json;charset=", "application/json;charset="},
                        new String[] {
                            "application/json;charset=utf-8;charset=utf-16",
                            "application/json;charset=utf-8;charset=utf-16"
                        },
                        new String[] {"<b>", "u+003cbu+003e"})
                .map(type -> unsupported(
                        type[0], "Content-Type: " + type[0] + "\r\n", "'" + type[1] + "' is not supported"));
        return Stream.concat(
                present,
                Stream.of(
                        unsupported("missing", "", "is missing"),
                        unsupported("empty", "Content-Type:\r\n", "'' is not supported")));
    }

    private static Exchange unsupported(String name, String headers, String problem) {
        return refused(
                "media type " + name,
                swipe(headers, ONE),
                415,
                "Content-Type " + problem + ": use application/json in UTF-8");
    }

    private static Stream<Exchange> sizes() {
        String most = ONE + " ".repeat(8_192 - ONE.length());
        return Stream.of(
                of("8192 bytes", swipe(most), 201, WRITTEN),
                of("8192 bytes in chunks", chunkedSwipe(most, 1_000), 201, WRITTEN),
                of("chunks of one byte", chunkedSwipe(ONE, 1), 201, WRITTEN),
                of("chunk extension", chunkedSwipe(ONE, 999).replaceFirst("\r\n\\{", ";a=b\r\n{"), 201, WRITTEN),
                of("trailer", chunkedSwipe(ONE, 999).replace("\r\n0\r\n", "\r\n0\r\nA: b\r\n"), 201, WRITTEN),
                refused("8193 bytes", swipe(most + " "), 413, TOO_LARGE),
                refused("8193 bytes in chunks", chunkedSwipe(most + " ", 1_000), 413, TOO_LARGE),
                refused("8193 bytes in one chunk", chunkedSwipe(most + " ", 9_999), 413, TOO_LARGE),
                refused("40,000 bytes", swipe("x".repeat(40_000)), 413, TOO_LARGE),
                refused("40,000 bytes in chunks", chunkedSwipe("x".repeat(40_000), 3_000), 413, TOO_LARGE),
                refused(
                        "only said to be large",
                        swipe("").replace("Content-Length: 0", "Content-Length: 99999999999"),
                        413,
                        TOO_LARGE),
                refused(
                        "empty in chunks",
                        chunkedSwipe("", 1),
                        400,
                        "Request body is empty: send a JSON object with swiper, swipee and comment"),
                refused(
                        "no length at all",
                        swipe("").replace("Content-Length: 0\r\n", ""),
                        400,
                        "Request body is empty: send a JSON object with swiper, swipee and comment"));
    }

    private static Stream<Exchange> framing() {
        return Stream.of(
                refused(
                        "chunk size that is none",
                        chunkedSwipe(ONE, 999).replaceFirst("\r\n[0-9a-f]+\r\n\\{", "\r\nzz\r\n{"),
                        400,
                        UNREADABLE),
                refused(
                        "chunk longer than said",
                        chunkedSwipe(ONE, 999).replaceFirst("\r\n[0-9a-f]+\r\n\\{", "\r\n5\r\n{"),
                        400,
                        UNREADABLE),
                of(
                        "GET with a body",
                        get("/health").replace("\r\n\r\n", "\r\nContent-Length: 5\r\n\r\nhello"),
                        200,
                        "{\"status\":\"UP\"}"),
                of(
                        "GET with chunks",
                        get("/health").replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"),
                        200,
                        "{\"status\":\"UP\"}"),
                of(
                        "length and chunks",
                        chunkedSwipe(ONE, 999).replace("Transfer", "Content-Length: 99999\r\nTransfer"),
                        201,
                        WRITTEN),
                of(
                        "absolute target",
                        get("/health").replace("{ctx}", "http://localhost{ctx}"),
                        200,
                        "{\"status\":\"UP\"}"));
    }

    /** Broken HTTP, which only a server with its own connector can answer in its own words. */
    static Stream<Exchange> refusedByConnector() {
        String health = get("/health");
        return Stream.of(
                refused("no Host", health.replace("Host: localhost\r\n", ""), 400, REFUSED),
                refused("two Hosts", health.replace("Host", "Host: a\r\nHost"), 400, REFUSED),
                refused("broken Host", health.replace("localhost", "a b"), 400, REFUSED),
                refused("illegal character in the path", get("/health<"), 400, REFUSED),
                refused("encoded slash", get("/swipe%2Fleft"), 400, REFUSED),
                refused("encoded backslash", get("/swipe%5Cleft"), 400, REFUSED),
                refused("broken percent encoding", get("/health/%zz"), 400, REFUSED),
                refused("encoded NUL", get("/health/%00"), 400, REFUSED),
                refused("path that is no UTF-8", get("/stats/%ff"), 400, REFUSED),
                refused("out of the root", get("/../../x"), 400, REFUSED),
                refused("header without a name", health.replace("Host", ": x\r\nHost"), 400, REFUSED),
                refused("header with a blank", health.replace("Host", "A b: x\r\nHost"), 400, REFUSED),
                refused("huge header", health.replace("Host", "A: " + "x".repeat(9_000) + "\r\nHost"), 400, REFUSED),
                refused("too many headers", health.replace("Host", "A: x\r\n".repeat(120) + "Host"), 400, REFUSED),
                refused("two lengths", swipe("Content-Length: 3\r\n", ONE), 400, REFUSED),
                refused("negative length", swipe("").replace("Length: 0", "Length: -1"), 400, REFUSED),
                refused("unknown transfer coding", chunkedSwipe(ONE, 9).replace("chunked", "zip"), 501, REFUSED),
                refused("chunked and then more", chunkedSwipe(ONE, 9).replace("chunked", "chunked, zip"), 400, REFUSED),
                Exchange.notAllowed("no method", " {ctx}/health HTTP/1.1\r\nHost: a\r\n\r\n", "GET, HEAD"),
                refused("method with a bracket", "G[T {ctx}/health HTTP/1.1\r\nHost: a\r\n\r\n", 400, REFUSED),
                refused("unknown protocol", "GET {ctx}/health HTCPCP/1.0\r\nHost: a\r\n\r\n", 400, REFUSED),
                refused("no HTTP", "\u0016\u0003\u0001\0 hello\r\n\r\n", 400, REFUSED));
    }
}
