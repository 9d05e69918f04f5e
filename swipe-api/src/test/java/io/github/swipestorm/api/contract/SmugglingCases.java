package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.BodyCases.WRITTEN;
import static io.github.swipestorm.api.contract.BodyCases.body;
import static io.github.swipestorm.api.contract.Exchange.chunkedSwipe;
import static io.github.swipestorm.api.contract.Exchange.get;
import static io.github.swipestorm.api.contract.Exchange.of;
import static io.github.swipestorm.api.contract.Exchange.refused;
import static io.github.swipestorm.api.contract.Exchange.swipe;
import static io.github.swipestorm.api.contract.Exchange.utf8;

import java.util.stream.Stream;

/**
 * Messages whose length two readers may understand differently, which is how one request hides in another. What counts
 * is that one request gets one answer: a client of such an exchange also sees that the next answer on
 * the connection is the one to the next request, or that there is none.
 */
final class SmugglingCases {

    private static final String ONE = body("1", "1", "\"x\"");
    private static final String CHUNKED = chunkedSwipe(ONE, 999);
    private static final String CODING = "Transfer-Encoding: chunked";
    private static final String HEALTHY = "{\"status\":\"UP\"}";
    private static final String UNREADABLE = "Request body could not be read";

    /** Had a server taken this for a request, the answer would be 404. */
    private static final String HIDDEN = "GET {ctx}/hidden HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private SmugglingCases() {}

    static Stream<Exchange> all() {
        return Stream.of(lengthAndCoding(), codings(), codingLines(), lengths(), chunks(), trailers(), hidden())
                .flatMap(cases -> cases);
    }

    private static Exchange connectorRefuses(String name, String request, int status) {
        return refused(name, request, status, "Request refused");
    }

    private static Exchange written(String name, String request) {
        return of(name, request, 201, WRITTEN);
    }

    private static Exchange unreadable(String name, String request) {
        return refused(name, request, 400, UNREADABLE);
    }

    private static Stream<Exchange> lengthAndCoding() {
        String empty = "Request body is empty: send a JSON object with swiper, swipee and comment";
        return Stream.of(
                refused(
                        "CL.TE: the length covers a hidden request, the chunks end before it",
                        chunkedSwipe("", 1).replace(CODING, "Content-Length: 60\r\n" + CODING) + HIDDEN,
                        400,
                        empty),
                refused(
                        "TE.CL: a hidden request in a chunk, behind where the length ends",
                        chunkedSwipe(HIDDEN.replace("{ctx}", ""), 999)
                                .replace(CODING, CODING + "\r\nContent-Length: 4"),
                        400,
                        "Request body is not one valid JSON object in UTF-8"),
                written(
                        "length and chunks, the chunks are right",
                        CHUNKED.replace(CODING, "Content-Length: 4\r\n" + CODING)),
                connectorRefuses(
                        "TE.TE: chunked and something unknown, with a length",
                        CHUNKED.replace(CODING, CODING + "\r\nTransfer-Encoding: x\r\nContent-Length: 3"),
                        400),
                written("chunks in HTTP/1.0", CHUNKED.replace("HTTP/1.1", "HTTP/1.0")));
    }

    private static Exchange coding(String value, int status) {
        String name = "Transfer-Encoding:" + value;
        String request = CHUNKED.replace(CODING, name);
        return status == 201 ? written(name, request) : connectorRefuses(name, request, status);
    }

    private static Stream<Exchange> codings() {
        return Stream.of(
                coding("\tchunked", 201),
                coding(" CHUNKED", 201),
                coding(" chunked,", 201),
                coding(" ,chunked", 201),
                coding("\r\n chunked", 201),
                coding(" xchunked", 501),
                coding(" identity", 501),
                coding(" identity, chunked", 501),
                coding(" gzip, chunked", 501),
                coding(" chunked, identity", 400),
                coding(" chunked, chunked", 400),
                coding(" chunked;a=b", 400),
                coding(" \"chunked\"", 400),
                coding(" \u000bchunked", 400),
                coding(" chunked\0", 400),
                coding(" chunked\r", 400),
                coding("", 400));
    }

    private static Stream<Exchange> codingLines() {
        return Stream.of(
                connectorRefuses(
                        "blank before the colon of Transfer-Encoding", CHUNKED.replace("Encoding:", "Encoding :"), 400),
                connectorRefuses("chunked on two lines", CHUNKED.replace(CODING, CODING + "\r\n" + CODING), 400),
                connectorRefuses(
                        "chunked, then identity on a line of its own",
                        CHUNKED.replace(CODING, CODING + "\r\nTransfer-Encoding: identity"),
                        400),
                connectorRefuses(
                        "identity, then chunked on a line of its own",
                        CHUNKED.replace(CODING, "Transfer-Encoding: identity\r\n" + CODING),
                        501),
                written("Transfer_Encoding, with a length", swipe("Transfer_Encoding: chunked\r\n" + json(), ONE)));
    }

    private static String json() {
        return "Content-Type: application/json\r\n";
    }

    private static Stream<Exchange> lengths() {
        String length = "Content-Length: " + ONE.length();
        Stream<Exchange> refused = Stream.of(
                        "+37",
                        "0x25",
                        "37,37",
                        "37, 37",
                        "37;",
                        "3 7",
                        "37.0",
                        "1e1",
                        "",
                        utf8("\u0663"),
                        "9223372036854775808",
                        "99999999999999999999")
                .map(value -> connectorRefuses(
                        "Content-Length: " + value, swipe(ONE).replace(length, "Content-Length: " + value), 400));
        return Stream.concat(
                refused,
                Stream.of(
                        written(
                                "Content-Length: 0" + ONE.length(),
                                swipe(ONE).replace(length, "Content-Length: 0" + ONE.length())),
                        connectorRefuses("the same length twice", swipe(length + "\r\n" + json(), ONE), 400),
                        connectorRefuses(
                                "blank before the colon of Content-Length",
                                swipe(ONE).replace("Length:", "Length :"),
                                400)));
    }

    private static String chunkSize(String size) {
        return CHUNKED.replace("\r\n" + Integer.toHexString(ONE.length()) + "\r\n", "\r\n" + size + "\r\n");
    }

    private static Stream<Exchange> chunks() {
        String size = Integer.toHexString(ONE.length());
        Stream<Exchange> sizes = Stream.of(
                        "0x" + size,
                        "+" + size,
                        " " + size,
                        size + " ",
                        size + "\t",
                        "-1",
                        "ffffffffffffffff",
                        "1000000" + size,
                        "0".repeat(20) + size,
                        "",
                        size + ";a=\"\r\n\"",
                        size + ";a\n")
                .map(text -> unreadable("chunk size " + text, chunkSize(text)));
        return Stream.concat(
                sizes,
                Stream.of(
                        written("chunk size 000000" + size, chunkSize("000000" + size)),
                        unreadable("line feed alone after a chunk size", CHUNKED.replace(size + "\r\n{", size + "\n{")),
                        unreadable(
                                "carriage return alone after a chunk size",
                                CHUNKED.replace(size + "\r\n{", size + "\r{")),
                        unreadable("line feed alone after a chunk", CHUNKED.replace("}\r\n", "}\n")),
                        unreadable("nothing between two chunks", CHUNKED.replace("}\r\n", "}")),
                        unreadable("chunk extension of 9,000 bytes", chunkSize(size + ";" + "a".repeat(9_000))),
                        unreadable(
                                "chunk extensions of 14,000 bytes together",
                                chunkedSwipe(ONE, 1).replace("\r\n1\r\n", "\r\n1;" + "a".repeat(400) + "\r\n"))));
    }

    private static Exchange trailer(String name, String trailer, int status) {
        String request = CHUNKED.replace("\r\n0\r\n", "\r\n0\r\n" + trailer + "\r\n");
        return status == 201 ? written(name, request) : unreadable(name, request);
    }

    private static Stream<Exchange> trailers() {
        return Stream.of(
                trailer("Content-Length after the chunks", "Content-Length: 3", 201),
                trailer("Transfer-Encoding after the chunks", CODING, 201),
                trailer("a request line after the chunks", HIDDEN.substring(0, HIDDEN.indexOf('\r')), 400),
                trailer("a trailer without a colon", "A B", 400),
                trailer("9,000 bytes of trailers", "A: " + "x".repeat(9_000), 400));
    }

    private static Stream<Exchange> hidden() {
        String announced = "Content-Length: " + (HIDDEN.length() - "{ctx}".length());
        return Stream.of(
                of("request in the body of a GET", withBody("GET", "/health", announced), 200, HEALTHY),
                of("request in the body of a HEAD", withBody("HEAD", "/health", announced), 200, ""),
                Exchange.notAllowed(
                        "request in the body of a DELETE", withBody("DELETE", "/health", announced), "GET, HEAD"),
                refused("request in a body that is not found", withBody("POST", "/none", announced), 404, "Not found"),
                refused(
                        "request in a body of another type",
                        withBody("POST", "/swipe/left/", "Content-Type: text/plain\r\n" + announced),
                        415,
                        "Content-Type 'text/plain' is not supported: use application/json in UTF-8"),
                of(
                        "request in the chunks of a GET",
                        get("/health").replace("\r\n\r\n", "\r\n" + CODING + "\r\n\r\n5\r\nGET /\r\n0\r\n\r\n"),
                        200,
                        HEALTHY));
    }

    /** The context path makes the hidden request longer than was announced; so it is left out, and is 404 all the same. */
    private static String withBody(String method, String path, String headers) {
        return method + " {ctx}" + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n\r\n"
                + HIDDEN.replace("{ctx}", "");
    }
}
