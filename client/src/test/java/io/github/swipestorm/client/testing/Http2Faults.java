package io.github.swipestorm.client.testing;

import static io.github.swipestorm.client.http.FailureKind.CLOSED;
import static io.github.swipestorm.client.http.FailureKind.PROTOCOL;
import static io.github.swipestorm.client.http.FailureKind.TIMEOUT;
import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.HALF_CLOSE;
import static io.github.swipestorm.client.testing.Act.READ_HEAD;
import static io.github.swipestorm.client.testing.Act.RESET;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.frames;
import static io.github.swipestorm.client.testing.Act.lastAnswer;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;
import static io.github.swipestorm.client.testing.Http2Frames.CONTINUATION;
import static io.github.swipestorm.client.testing.Http2Frames.DATA;
import static io.github.swipestorm.client.testing.Http2Frames.END_HEADERS;
import static io.github.swipestorm.client.testing.Http2Frames.END_STREAM;
import static io.github.swipestorm.client.testing.Http2Frames.HEADERS;
import static io.github.swipestorm.client.testing.Http2Frames.PADDED;
import static io.github.swipestorm.client.testing.Http2Frames.PING;
import static io.github.swipestorm.client.testing.Http2Frames.PRIORITY;
import static io.github.swipestorm.client.testing.Http2Frames.PUSH_PROMISE;
import static io.github.swipestorm.client.testing.Http2Frames.SETTINGS;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Response;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The same as {@link Faults} by servers of HTTP/2. A fault of the same name is the same fault; those that HTTP/2 cannot have are
 * in {@link #ONLY_HTTP_1}. A transport resets the stream where the fault is that of a stream, and closes the connection
 * otherwise.
 */
public final class Http2Faults {

    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration NEXT = Duration.ofNanos(100_000);
    private static final int INTERNAL_ERROR = 2;
    private static final int MANY = 100;
    private static final byte[] PING_DATA = new byte[8];

    private static final String CHUNKS = "HTTP/2 has no chunks: frames say where a body ends";
    private static final String LINES = "HTTP/2 has no lines";
    private static final String VERSION = "HTTP/2 has one version, which the preface and ALPN say";

    /** Faults that only HTTP/1.1 has, and why. */
    public static final Map<String, String> ONLY_HTTP_1 = Map.ofEntries(
            Map.entry("resets in the status line", LINES),
            Map.entry("closes in the status line", LINES),
            Map.entry("closes after the status line", LINES),
            Map.entry("resets in a header", LINES),
            Map.entry("closes in a header", LINES),
            Map.entry("closes after a header", LINES),
            Map.entry("closes in a chunk", CHUNKS),
            Map.entry("resets in a chunk", CHUNKS),
            Map.entry("leaves out the last chunk", CHUNKS),
            Map.entry("garbage before an answer", "what is no frame is garbage wherever it is"),
            Map.entry("HTTP/0.9", VERSION),
            Map.entry("SSH", VERSION),
            Map.entry("a header without colon", LINES),
            Map.entry("a length and chunks", CHUNKS),
            Map.entry("a bad chunk size", CHUNKS),
            Map.entry("a chunk beyond its size", CHUNKS),
            Map.entry("a status line without end", LINES),
            Map.entry("a header without end", "a string says its length first"),
            Map.entry("a chunk size without end", CHUNKS),
            Map.entry("a chunk extension without end", CHUNKS),
            Map.entry("drips its status line", LINES),
            Map.entry("stops in a header", LINES),
            Map.entry("drips chunks", CHUNKS),
            Map.entry("chunks without end", CHUNKS),
            Map.entry("lines that end with LF alone", LINES),
            Map.entry("no reason phrase", "HTTP/2 never has one"),
            Map.entry("HTTP/1.0", VERSION),
            Map.entry("204 with a body", "it is malformed: frames cannot be taken for another answer"),
            Map.entry("a body that ends with the connection", "its stream ends it, or it is cut off"),
            Map.entry("Connection: close", "GOAWAY says so"),
            Map.entry("an extension and a trailer", CHUNKS));

    /** The connection or the stream ends before the answer does. */
    public static final List<Fault> CUT_OFF = List.of(
            Fault.failed("closes before the answer", CLOSED, CLOSE),
            new Fault("closes without reading", failure(CLOSED), List.of(CLOSE)),
            Fault.failed("resets before the answer", CLOSED, RESET),
            Fault.failed("closes in the head of a frame", CLOSED, frames((out, s) -> out.raw((byte) 0)), CLOSE),
            Fault.failed("resets in a frame", CLOSED, frames((out, s) -> out.head(20, HEADERS, END_HEADERS, s)), RESET),
            Fault.failed(
                    "closes between the frames of a head",
                    CLOSED,
                    frames((out, s) -> out.frame(HEADERS, 0, s, out.block(":status", "200"))),
                    CLOSE),
            Fault.failed("closes after 100", CLOSED, head("100"), CLOSE),
            Fault.failed("resets in the body", CLOSED, body("10", "abc"), RESET),
            Fault.failed("closes in the body", CLOSED, body("10", "abc"), CLOSE),
            Fault.failed("half-closes before the answer", CLOSED, HALF_CLOSE, SILENCE),
            Fault.failed("half-closes in the body", CLOSED, body("10", "abc"), HALF_CLOSE, SILENCE),
            Fault.failed("resets the stream", CLOSED, reset()),
            Fault.failed("resets the stream in the body", CLOSED, body("10", "abc"), reset()),
            Fault.failed(
                    "goes away with an error and closes",
                    CLOSED,
                    frames((out, s) -> out.goAway(s, INTERNAL_ERROR)),
                    CLOSE));

    /** What comes is not HTTP/2, or says two things at once. */
    public static final List<Fault> MALFORMED = Stream.of(
                    Stream.of(
                            Fault.failed("garbage", PROTOCOL, write("garbage\r\n\r\n"), SILENCE),
                            Fault.failed("HTTP/1.1 amid HTTP/2", PROTOCOL, write("HTTP/1.1 400 \r\n\r\n"), SILENCE),
                            Fault.failed("a status of two digits", PROTOCOL, head("99")),
                            Fault.failed("a status of four digits", PROTOCOL, head("1000")),
                            Fault.failed("an enormous status", PROTOCOL, head("2000000000")),
                            Fault.failed("a negative status", PROTOCOL, head("-200")),
                            Fault.failed("a status in letters", PROTOCOL, head("OK")),
                            Fault.failed("101, unasked", PROTOCOL, head("101")),
                            Fault.failed("a negative length", PROTOCOL, body("-1", "")),
                            Fault.failed("a length in letters", PROTOCOL, body("x", "")),
                            Fault.failed("a length without value", PROTOCOL, body("", "")),
                            Fault.failed("a huge length", PROTOCOL, body("1073741825", "")),
                            Fault.failed("a length beyond numbers", PROTOCOL, body("99999999999999999999", "")),
                            Fault.failed(
                                    "two lengths", PROTOCOL, head("200", "content-length", "2", "content-length", "3")),
                            Fault.failed(
                                    "a length twice",
                                    PROTOCOL,
                                    head("200", "content-length", "3", "content-length", "3")),
                            Fault.failed(
                                    "an unasked encoding", PROTOCOL, head("200", "transfer-encoding", "gzip, chunked")),
                            Fault.failed("a header of a connection", PROTOCOL, head("200", "connection", "close")),
                            Fault.failed("a header in capitals", PROTOCOL, head("200", "A", "b")),
                            Fault.failed(
                                    "a pseudo-header behind a header",
                                    PROTOCOL,
                                    frames((out, s) -> out.headers(s, true, "a", "b", ":status", "200"))),
                            Fault.failed("two statuses", PROTOCOL, head("200", ":status", "200")),
                            Fault.failed("no status", PROTOCOL, frames((out, s) -> out.headers(s, true, "a", "b"))),
                            Fault.failed("a pseudo-header of requests", PROTOCOL, head("200", ":path", "/"))),
                    Stream.of(
                            Fault.failed("more data than its length", PROTOCOL, body("2", "abc")),
                            Fault.failed("less data than its length", PROTOCOL, body("4", "abc"), end()),
                            Fault.failed(
                                    "no data in spite of its length",
                                    PROTOCOL,
                                    frames((out, s) -> out.headers(s, true, ":status", "200", "content-length", "4"))),
                            Fault.failed(
                                    "204 with data", PROTOCOL, head("204"), frames((out, s) -> out.data(s, true, "a"))),
                            Fault.failed(
                                    "100 at the end",
                                    PROTOCOL,
                                    frames((out, s) -> out.headers(s, true, ":status", "100"))),
                            Fault.failed("data before the head", PROTOCOL, frames((out, s) -> out.data(s, false, "a"))),
                            Fault.failed(
                                    "a pseudo-header in the trailers",
                                    PROTOCOL,
                                    body("1", "a"),
                                    frames((out, s) -> out.headers(s, true, ":status", "200"))),
                            Fault.failed("two heads", PROTOCOL, head("200"), head("200")),
                            Fault.failed(
                                    "a window of the stream that grows by 0",
                                    PROTOCOL,
                                    frames((out, s) -> out.window(s, 0)))),
                    Stream.of(
                            connection("a window that grows by 0", (out, s) -> out.window(0, 0)),
                            connection("a window beyond numbers", (out, s) -> out.window(0, Integer.MAX_VALUE)),
                            connection("a frame that is too long", (out, s) -> out.head(16_385, DATA, 0, s)),
                            connection("a head without a stream", (out, s) -> out.headers(0, true, ":status", "200")),
                            connection(
                                    "a head on a stream of the server",
                                    (out, s) -> out.headers(2, true, ":status", "200")),
                            connection("data on a stream that nobody opened", (out, s) -> out.data(s + 2, true, "a")),
                            connection(
                                    "a continuation of nothing", (out, s) -> out.frame(CONTINUATION, END_HEADERS, s)),
                            connection(
                                    "a frame amid a head",
                                    (out, s) -> out.frame(HEADERS, 0, s, out.block(":status", "200"))
                                            .frame(PING, 0, 0, PING_DATA)),
                            connection(
                                    "a head that cannot be decoded",
                                    (out, s) -> out.frame(HEADERS, END_HEADERS, s, (byte) 0xFF, (byte) 0x7F)),
                            connection(
                                    "more padding than bytes",
                                    (out, s) -> out.frame(DATA, PADDED, s, (byte) 5, (byte) 0)),
                            connection("settings of a stream", (out, s) -> out.frame(SETTINGS, 0, s)),
                            connection("half a setting", (out, s) -> out.frame(SETTINGS, 0, 0, (byte) 0)),
                            connection("a ping of 7 bytes", (out, s) -> out.frame(PING, 0, 0, new byte[7])),
                            connection("a push", (out, s) -> out.frame(PUSH_PROMISE, END_HEADERS, s, new byte[4]))))
            .flatMap(faults -> faults)
            .toList();

    /** What never ends, so the client sets a limit: of bytes, or of frames in which nothing happens. */
    public static final List<Fault> ENDLESS = List.of(
            Fault.failed(
                    "headers without end",
                    PROTOCOL,
                    frames((out, s) -> out.frame(HEADERS, 0, s, out.block(":status", "200"))),
                    many((out, s) -> out.frame(CONTINUATION, 0, s, literal("a", "b".repeat(1_000))))),
            Fault.failed(
                    "a head of empty continuations",
                    PROTOCOL,
                    frames((out, s) -> out.frame(HEADERS, 0, s, out.block(":status", "200"))),
                    many((out, s) -> out.frame(CONTINUATION, 0, s))),
            Fault.failed(
                    "a header bomb", PROTOCOL, frames((out, s) -> out.frame(HEADERS, END_HEADERS, s, bomb())), SILENCE),
            Fault.failed("1xx without end", PROTOCOL, many((out, s) -> out.headers(s, false, ":status", "100"))),
            Fault.failed(
                    "trailers without end",
                    PROTOCOL,
                    body("1", "a"),
                    frames((out, s) -> out.frame(HEADERS, END_STREAM, s, literal("a", "b"))),
                    many((out, s) -> out.frame(CONTINUATION, 0, s, literal("a", "b".repeat(1_000))))),
            Fault.failed("pings without end", PROTOCOL, many((out, s) -> out.frame(PING, 0, 0, PING_DATA))),
            Fault.failed("settings without end", PROTOCOL, many((out, s) -> out.settings())),
            Fault.failed("empty data without end", PROTOCOL, head("200"), many((out, s) -> out.data(s, false, ""))));

    /** The head of the answer does not come in time. */
    public static final List<Fault> SLOW_HEADS = List.of(
            Fault.failed("says nothing", TIMEOUT),
            Fault.failed(
                    "drips its headers",
                    TIMEOUT,
                    frames((out, s) -> out.frame(HEADERS, 0, s, out.block(":status", "200"))),
                    frames(PAUSE, (out, s) -> out.frame(CONTINUATION, 0, s)),
                    // Otherwise nothing else could be sent on this connection.
                    frames((out, s) -> out.frame(CONTINUATION, END_HEADERS, s))),
            Fault.failed("drips 1xx", TIMEOUT, frames(PAUSE, (out, s) -> out.headers(s, false, ":status", "102"))),
            Fault.failed("drips pings", TIMEOUT, frames(PAUSE, (out, s) -> out.frame(PING, 0, 0, PING_DATA))),
            Fault.failed(
                    "stops in the head of a frame",
                    TIMEOUT,
                    frames((out, s) -> out.raw((byte) 0)),
                    frames(PAUSE, (out, s) -> {}),
                    frames((out, s) -> out.raw((byte) 0, (byte) 8, (byte) PING, (byte) 0)
                            .raw(new byte[4])
                            .raw(PING_DATA))),
            Fault.failed("answers late", TIMEOUT, late(Faults.LATE), answer(418, "late")));

    /** The head comes in time, and the body has no end, or none in time. */
    public static final List<Fault> SLOW_BODIES = List.of(
            Fault.failed("stops in the body", TIMEOUT, body("10", "abc")),
            Fault.failed(
                    "drips its body",
                    TIMEOUT,
                    body("1000000", "a"),
                    frames(PAUSE, (out, s) -> out.data(s, false, "b"))),
            Fault.failed(
                    "drips padding",
                    TIMEOUT,
                    head("200"),
                    frames(PAUSE, (out, s) -> out.frame(DATA, PADDED, s, (byte) 0))),
            Fault.failed(
                    "a body without end",
                    TIMEOUT,
                    head("200"),
                    frames(NEXT, (out, s) -> out.data(s, false, "b".repeat(64 * 1024)))));

    /** Few servers do this, but it is an answer. */
    public static final List<Fault> UNUSUAL = List.of(
            Fault.answered("204", 204, 0, last("204")),
            Fault.answered("304", 304, 0, last("304", "etag", "\"a\"")),
            Fault.answered("304 with a length", 304, 0, last("304", "content-length", "9")),
            Fault.answered("100 first", 200, 2, head("100"), answer(200, "ab")),
            Fault.answered("103 and 102 first", 200, 2, head("103", "link", "x"), head("102"), answer(200, "ab")),
            new Fault(
                    "answers before it has read the body",
                    new Response(413, 0),
                    List.of(READ_HEAD, last("413"), frames((out, s) -> out.reset(s, 0)))),
            Fault.answered("a redirect", 302, 0, answer(302, "", "Location", "/elsewhere")),
            Fault.answered("a challenge", 401, 0, answer(401, "", "WWW-Authenticate", "Basic realm=\"x\"")),
            Fault.answered("compressed", 200, 6, answer(200, "nogzip", "Content-Encoding", "gzip")),
            Fault.answered("a bad cookie", 200, 2, answer(200, "ab", "Set-Cookie", ";;;=")),
            Fault.answered("an unknown status", 799, 2, answer(799, "ab")),
            Fault.answered("a large body", 200, 3_000_000, answer(200, "x".repeat(3_000_000))),
            Fault.answered("no length", 200, 3, head("200"), frames((out, s) -> out.data(s, true, "abc"))),
            Fault.answered("an empty frame at the end", 200, 3, body("3", "abc"), end()),
            Fault.answered(
                    "a trailer", 200, 1, body("1", "a"), frames((out, s) -> out.headers(s, true, "grpc-status", "0"))),
            Fault.answered(
                    "padding",
                    200,
                    1,
                    head("200"),
                    frames((out, s) ->
                            out.frame(DATA, PADDED | END_STREAM, s, (byte) 2, (byte) 'a', (byte) 0, (byte) 0))),
            Fault.answered(
                    "continuations",
                    200,
                    0,
                    frames((out, s) -> out.frame(HEADERS, END_STREAM, s, out.block(":status", "200"))
                            .frame(CONTINUATION, 0, s)
                            .frame(CONTINUATION, END_HEADERS, s, literal("a", "b")))),
            Fault.answered(
                    "other frames between those of an answer",
                    200,
                    2,
                    body("2", "a"),
                    frames((out, s) -> out.frame(PING, 0, 0, PING_DATA)
                            .settings(0xAAAA, 7)
                            .frame(PRIORITY, 0, s, new byte[5])
                            .frame(0xBB, 0xFF, s, PING_DATA)
                            .window(0, 1)
                            .data(s, true, "b"))),
            Fault.answered(
                    "a table of another size",
                    200,
                    0,
                    frames((out, s) -> out.frame(
                            HEADERS, END_HEADERS | END_STREAM, s, (byte) 0x3F, (byte) 0xE1, (byte) 0x1F, (byte) 0x88))),
            Fault.answered("150 headers", 200, 2, answer(200, "ab", pairs(150, "b"))),
            Fault.answered("a head of 64 KB", 200, 2, split(pairs(64, "b".repeat(1_000)))),
            Fault.answered("GOAWAY around the answer", 201, 0, lastAnswer(201)));

    private Http2Faults() {}

    private static Failure failure(FailureKind kind) {
        return new Failure(kind, "");
    }

    /** A fault of the connection: the client closes it. */
    private static Fault connection(String name, Act.Frames what) {
        return Fault.failed(name, PROTOCOL, frames(what), SILENCE);
    }

    private static Act head(String status, String... more) {
        return frames((out, stream) -> out.headers(stream, false, fields(status, more)));
    }

    private static Act last(String status, String... more) {
        return frames((out, stream) -> out.headers(stream, true, fields(status, more)));
    }

    private static String[] fields(String status, String... more) {
        return Stream.concat(Stream.of(":status", status), Stream.of(more)).toArray(String[]::new);
    }

    /** A length, and the beginning of a body. */
    private static Act body(String length, String part) {
        return frames((out, stream) -> {
            out.headers(stream, false, ":status", "200", "content-length", length);
            if (!part.isEmpty()) {
                out.data(stream, false, part);
            }
        });
    }

    private static Act end() {
        return frames((out, stream) -> out.data(stream, true, ""));
    }

    private static Act reset() {
        return frames((out, stream) -> out.reset(stream, INTERNAL_ERROR));
    }

    /** Again and again, until the client has had enough. */
    private static Act many(Act.Frames what) {
        return frames(NEXT, (out, stream) -> {
            for (int i = 0; i < MANY; i++) {
                what.on(out, stream);
            }
        });
    }

    /** A head in as many frames as it takes. */
    private static Act split(String... headers) {
        return frames((out, stream) -> {
            byte[] block = out.block(fields("200", headers));
            int frame = 16 * 1024;
            for (int from = 0; from < block.length; from += frame) {
                int to = Math.min(block.length, from + frame);
                out.frame(
                        from == 0 ? HEADERS : CONTINUATION,
                        to == block.length ? END_HEADERS : 0,
                        stream,
                        Arrays.copyOfRange(block, from, to));
            }
            out.data(stream, true, "ab");
        });
    }

    private static String[] pairs(int number, String value) {
        return IntStream.range(0, number)
                .boxed()
                .flatMap(i -> Stream.of("x-" + i, value))
                .toArray(String[]::new);
    }

    /** A field that does not enter the table. */
    private static byte[] literal(String name, String value) {
        byte[] field = new byte[2 + name.length() + 3 + value.length()];
        field[1] = (byte) name.length();
        System.arraycopy(name.getBytes(US_ASCII), 0, field, 2, name.length());
        int at = 2 + name.length();
        if (value.length() < 127) {
            field[at++] = (byte) value.length();
        } else {
            int rest = value.length() - 127;
            field[at++] = 127;
            field[at++] = (byte) (rest | 0x80);
            field[at++] = (byte) (rest >>> 7);
        }
        System.arraycopy(value.getBytes(US_ASCII), 0, field, at, value.length());
        return Arrays.copyOf(field, at + value.length());
    }

    /** 4 KB that the table expands to 400 KB. */
    private static byte[] bomb() {
        byte[] entry = literal("a", "b".repeat(4_000));
        entry[0] = 0x40;
        byte[] block = Arrays.copyOf(entry, entry.length + MANY);
        Arrays.fill(block, entry.length, block.length, (byte) 0xBE);
        return block;
    }
}
