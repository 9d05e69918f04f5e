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
import static io.github.swipestorm.client.testing.Act.drip;
import static io.github.swipestorm.client.testing.Act.endless;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Response;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What servers do wrong, or do as few others do, and the class of outcome that each has. A transport closes the connection
 * after every failure; after an answer it keeps it unless the answer says otherwise.
 */
public final class Faults {

    /** The time-out by which {@link #SLOW_HEADS} and {@link #SLOW_BODIES} fail; longer ones they never reach. */
    public static final Duration SHORT = Duration.ofMillis(300);

    /** After {@link #SHORT} even where the client is not scheduled for seconds. */
    static final Duration LATE = SHORT.multipliedBy(50);

    private static final String HEAD = "HTTP/1.1 200 OK\r\n";
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** The connection ends before the answer does. */
    public static final List<Fault> CUT_OFF = List.of(
            Fault.failed("closes before the answer", CLOSED, CLOSE),
            new Fault("closes without reading", new Failure(CLOSED, ""), List.of(CLOSE)),
            Fault.failed("resets before the answer", CLOSED, RESET),
            Fault.failed("resets in the status line", CLOSED, write("HTTP/1.1 2"), RESET),
            Fault.failed("closes in the status line", CLOSED, write("HTTP/1.1 2"), CLOSE),
            Fault.failed("closes after the status line", CLOSED, write(HEAD), CLOSE),
            Fault.failed("resets in a header", CLOSED, write(HEAD + "A: "), RESET),
            Fault.failed("closes in a header", CLOSED, write(HEAD + "A: b"), CLOSE),
            Fault.failed("closes after a header", CLOSED, write(HEAD + "A: b\r\n"), CLOSE),
            Fault.failed("closes after 100", CLOSED, write("HTTP/1.1 100 \r\n\r\n"), CLOSE),
            Fault.failed("resets in the body", CLOSED, body(10, "abc"), RESET),
            Fault.failed("closes in the body", CLOSED, body(10, "abc"), CLOSE),
            Fault.failed("half-closes before the answer", CLOSED, HALF_CLOSE, SILENCE),
            Fault.failed("half-closes in the body", CLOSED, body(10, "abc"), HALF_CLOSE, SILENCE),
            Fault.failed("closes in a chunk", CLOSED, chunks("5\r\nab"), CLOSE),
            Fault.failed("resets in a chunk", CLOSED, chunks("5\r\nab"), RESET),
            Fault.failed("leaves out the last chunk", CLOSED, chunks("2\r\nab\r\n"), CLOSE));

    /** What comes is not HTTP/1.1, or says two things at once. */
    public static final List<Fault> MALFORMED = List.of(
            Fault.failed("garbage", PROTOCOL, write("\0\1\2 garbage\r\n\r\n"), SILENCE),
            Fault.failed("garbage before an answer", PROTOCOL, write("junk\r\n"), answer(200, ""), SILENCE),
            Fault.failed("HTTP/0.9", PROTOCOL, write("<html>hi</html>\r\n"), CLOSE),
            Fault.failed("SSH", PROTOCOL, write("SSH-2.0-OpenSSH_9\r\n"), SILENCE),
            Fault.failed("a status of two digits", PROTOCOL, status("99"), SILENCE),
            Fault.failed("a status of four digits", PROTOCOL, status("1000"), SILENCE),
            Fault.failed("an enormous status", PROTOCOL, status("2000000000"), SILENCE),
            Fault.failed("a negative status", PROTOCOL, status("-200"), SILENCE),
            Fault.failed("a status in letters", PROTOCOL, status("OK"), SILENCE),
            Fault.failed("101, unasked", PROTOCOL, status("101"), SILENCE),
            Fault.failed("a header without colon", PROTOCOL, head("nonsense"), SILENCE),
            Fault.failed("a negative length", PROTOCOL, head("Content-Length: -1"), SILENCE),
            Fault.failed("a length in letters", PROTOCOL, head("Content-Length: x"), SILENCE),
            Fault.failed("a length without value", PROTOCOL, head("Content-Length: "), SILENCE),
            Fault.failed("a huge length", PROTOCOL, head("Content-Length: 1073741825"), SILENCE),
            Fault.failed("a length beyond numbers", PROTOCOL, head("Content-Length: 99999999999999999999"), SILENCE),
            Fault.failed(
                    "two lengths", PROTOCOL, head("Content-Length: 2\r\nContent-Length: 3"), write("abc"), SILENCE),
            Fault.failed(
                    "a length twice", PROTOCOL, head("Content-Length: 3\r\nContent-Length: 3"), write("abc"), SILENCE),
            Fault.failed(
                    "a length and chunks",
                    PROTOCOL,
                    head("Content-Length: 3\r\nTransfer-Encoding: chunked"),
                    write("1\r\na\r\n0\r\n\r\n"),
                    SILENCE),
            Fault.failed("an unasked encoding", PROTOCOL, head("Transfer-Encoding: gzip, chunked"), SILENCE),
            Fault.failed("a bad chunk size", PROTOCOL, chunks("zz\r\nab\r\n"), SILENCE),
            Fault.failed("a chunk beyond its size", PROTOCOL, chunks("2\r\nabXX0\r\n\r\n"), SILENCE));

    /** The body never ends, so the client sets a limit: of bytes, lines or responses. */
    public static final List<Fault> ENDLESS = List.of(
            Fault.failed("a status line without end", PROTOCOL, write("HTTP/1.1 200 "), endless("b")),
            Fault.failed("headers without end", PROTOCOL, write(HEAD), endless("A: b\r\n")),
            Fault.failed("a header without end", PROTOCOL, write(HEAD + "A: "), endless("b")),
            Fault.failed("1xx without end", PROTOCOL, endless("HTTP/1.1 100 \r\n\r\n")),
            Fault.failed("a chunk size without end", PROTOCOL, chunks(""), endless("0")),
            Fault.failed("a chunk extension without end", PROTOCOL, chunks("1;"), endless("a")),
            Fault.failed("trailers without end", PROTOCOL, chunks("0\r\n"), endless("A: b\r\n")));

    /** The head of the answer does not come in time. */
    public static final List<Fault> SLOW_HEADS = List.of(
            Fault.failed("says nothing", TIMEOUT, SILENCE),
            Fault.failed("drips its status line", TIMEOUT, drip("HTTP/1.1 200 " + "x".repeat(9_000), PAUSE)),
            Fault.failed("drips its headers", TIMEOUT, write(HEAD), drip("A: b\r\n", PAUSE)),
            Fault.failed("drips 1xx", TIMEOUT, drip("HTTP/1.1 102 \r\n\r\n", PAUSE)),
            Fault.failed("stops in a header", TIMEOUT, write(HEAD + "A: "), SILENCE),
            Fault.failed("answers late", TIMEOUT, late(LATE), answer(418, "late"), SILENCE));

    /** The head comes in time, and the body has no end, or none in time. */
    public static final List<Fault> SLOW_BODIES = List.of(
            Fault.failed("stops in the body", TIMEOUT, body(10, "abc"), SILENCE),
            Fault.failed("drips its body", TIMEOUT, body(1_000_000, "a"), drip("b", PAUSE)),
            Fault.failed("drips chunks", TIMEOUT, chunks(""), drip("1\r\na\r\n", PAUSE)),
            Fault.failed("a body without end", TIMEOUT, write(HEAD + "\r\n"), endless("b")),
            Fault.failed("chunks without end", TIMEOUT, chunks(""), endless("4000\r\n" + "a".repeat(0x4000) + "\r\n")));

    /** Few servers do this, but it is an answer. */
    public static final List<Fault> UNUSUAL = List.of(
            Fault.answered("lines that end with LF alone", 200, 2, write("HTTP/1.1 200 OK\nContent-Length: 2\n\nab")),
            Fault.answered("no reason phrase", 201, 0, write("HTTP/1.1 201\r\nContent-Length: 0\r\n\r\n")),
            Fault.answered("HTTP/1.0", 200, 2, write("HTTP/1.0 200 OK\r\n\r\nab"), CLOSE),
            Fault.answered("204", 204, 0, write("HTTP/1.1 204 \r\n\r\n")),
            Fault.answered("204 with a body", 204, 0, write("HTTP/1.1 204 \r\nConnection: close\r\n\r\nbody"), CLOSE),
            Fault.answered("304", 304, 0, write("HTTP/1.1 304 \r\nETag: \"a\"\r\n\r\n")),
            Fault.answered("304 with a length", 304, 0, write("HTTP/1.1 304 \r\nContent-Length: 9\r\n\r\n")),
            Fault.answered("100 first", 200, 2, write("HTTP/1.1 100 Continue\r\n\r\n"), answer(200, "ab")),
            Fault.answered(
                    "103 and 102 first",
                    200,
                    2,
                    write("HTTP/1.1 103 \r\nLink: x\r\n\r\nHTTP/1.1 102 \r\n\r\n"),
                    answer(200, "ab")),
            Fault.answered("a body that ends with the connection", 200, 3, head("A: b"), write("abc"), CLOSE),
            Fault.answered(
                    "Connection: close", 200, 3, head("Connection: close\r\nContent-Length: 3"), write("abc"), CLOSE),
            Fault.answered("an extension and a trailer", 200, 5, chunks("5;x=y\r\nabcde\r\n0\r\nT: u\r\n\r\n")),
            new Fault(
                    "answers before it has read the body",
                    new Response(413, 0),
                    List.of(READ_HEAD, head413(), SILENCE)),
            Fault.answered(
                    "a redirect", 302, 0, write("HTTP/1.1 302 \r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")),
            Fault.answered(
                    "a challenge",
                    401,
                    0,
                    write("HTTP/1.1 401 \r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n")),
            Fault.answered("compressed", 200, 6, head("Content-Encoding: gzip\r\nContent-Length: 6"), write("nogzip")),
            Fault.answered("a bad cookie", 200, 2, head("Set-Cookie: ;;;=\r\nContent-Length: 2"), write("ab")),
            Fault.answered("an unknown status", 799, 2, answer(799, "ab")),
            Fault.answered("a large body", 200, 3_000_000, answer(200, "x".repeat(3_000_000))));

    /** The usual answer. */
    public static final Fault NONE = Fault.answered("none", 201, 2, answer(201, "ok"));

    private Faults() {}

    /** The same faults, with the usual answer after each of them. */
    public static List<Fault> oneAtATime(List<Fault> faults) {
        return faults.stream().flatMap(fault -> Stream.of(fault, NONE)).toList();
    }

    private static Act status(String status) {
        return write("HTTP/1.1 " + status + " x\r\nContent-Length: 0\r\n\r\n");
    }

    private static Act head413() {
        return write("HTTP/1.1 413 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    }

    private static Act head(String headers) {
        return write(HEAD + headers + "\r\n\r\n");
    }

    private static Act body(int length, String part) {
        return write(HEAD + "Content-Length: " + length + "\r\n\r\n" + part);
    }

    private static Act chunks(String chunks) {
        return write(HEAD + "Transfer-Encoding: chunked\r\n\r\n" + chunks);
    }
}
