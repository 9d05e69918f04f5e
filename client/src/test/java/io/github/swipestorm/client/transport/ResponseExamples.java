package io.github.swipestorm.client.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.transport.http1.ResponseHeadCache;
import io.github.swipestorm.client.transport.http1.ResponseParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Answers as bytes with what a parser has to make of them, and a way to feed them to one in pieces. */
public final class ResponseExamples {

    private static final String OK = "HTTP/1.1 200 OK\r\n";

    private ResponseExamples() {}

    /** What a parser made of an answer; everything but the problem is 0 when there is one. */
    public record Read(int status, long bytes, boolean keepAlive, boolean broken) {

        public static final Read BROKEN = new Read(0, 0, false, true);
    }

    /**
     * One answer.
     *
     * @param toHead whether it answers a HEAD request
     * @param ends whether it is complete only when the connection ends
     */
    public record Answer(String name, boolean toHead, boolean ends, Read expected, String text) {

        public byte[] bytes() {
            return text.getBytes(ISO_8859_1);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Answer kept(String name, int status, long bytes, String text) {
        return new Answer(name, false, false, new Read(status, bytes, true, false), text);
    }

    private static Answer last(String name, int status, long bytes, String text) {
        return new Answer(name, false, false, new Read(status, bytes, false, false), text);
    }

    private static Answer untilClose(String name, int status, long bytes, String text) {
        return new Answer(name, false, true, new Read(status, bytes, false, false), text);
    }

    private static Answer toHead(String name, int status, boolean keepAlive, String text) {
        return new Answer(name, true, false, new Read(status, 0, keepAlive, false), text);
    }

    /**
     * What the same answer is in HTTP/2, when it can be said there: heads of names and values in turn, and the body. It
     * cannot when it is about lines, versions, chunks or the end of a connection.
     */
    public record InHttp2(List<String[]> heads, String body) {

        private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\S+)( .*)?");
        private static final Pattern FIELD = Pattern.compile("([^\\s:]+):[ \\t]*(.*?)[ \\t]*");
        private static final Set<String> NOT_THERE = Set.of("connection", "transfer-encoding");

        /** Empty when it cannot be said. */
        public static Optional<InHttp2> of(String text) {
            List<String[]> heads = new ArrayList<>();
            String rest = text;
            while (true) {
                int end = rest.indexOf("\r\n\r\n");
                if (end < 0) {
                    return Optional.empty();
                }
                String[] lines = rest.substring(0, end).split("\r\n", -1);
                rest = rest.substring(end + 4);
                Matcher status = STATUS.matcher(lines[0]);
                if (!status.matches()) {
                    return Optional.empty();
                }
                List<String> fields = new ArrayList<>(List.of(":status", status.group(1)));
                for (String line : lines) {
                    Matcher field = FIELD.matcher(line);
                    if (line.equals(lines[0])) {
                        continue;
                    }
                    if (!field.matches() || NOT_THERE.contains(field.group(1).toLowerCase(Locale.ROOT))) {
                        return Optional.empty();
                    }
                    fields.add(field.group(1).toLowerCase(Locale.ROOT));
                    fields.add(field.group(2));
                }
                heads.add(fields.toArray(String[]::new));
                if (!status.group(1).matches("1\\d\\d") || status.group(1).equals("101")) {
                    return StandardCharsets.US_ASCII.newEncoder().canEncode(text)
                            ? Optional.of(new InHttp2(heads, rest))
                            : Optional.empty();
                }
            }
        }
    }

    /** Answers as they should be. */
    public static List<Answer> good() {
        return List.of(
                kept("a length", 200, 3, OK + "Content-Length: 3\r\n\r\nabc"),
                kept("a length, ten", 200, 10, OK + "Content-Length: 10\r\n\r\n0123456789"),
                kept("a length, eleven", 200, 11, OK + "Content-Length: 11\r\n\r\n0123456789a"),
                kept(
                        "a body like an answer",
                        200,
                        38,
                        OK + "Content-Length: 38\r\n\r\n" + OK + "Content-Length: 0\r\n\r\n"),
                kept("length 0", 201, 0, "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"),
                kept("a length with zeros and blanks", 200, 2, OK + "Content-Length:  \t002 \t\r\n\r\nab"),
                kept("a length in capitals", 200, 1, "HTTP/1.1 200 OK\r\nCONTENT-LENGTH:1\r\n\r\na"),
                kept("LF alone", 200, 2, "HTTP/1.1 200 OK\nContent-Length: 2\n\nab"),
                kept("no reason and no blank", 404, 0, "HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n"),
                kept("a later minor version", 200, 0, "HTTP/1.2 200 \r\nContent-Length: 0\r\n\r\n"),
                kept("an unknown status", 799, 0, "HTTP/1.1 799 \r\nContent-Length: 0\r\n\r\n"),
                kept(
                        "Latin reason and value",
                        200,
                        0,
                        "HTTP/1.1 200 \u00dc\r\nA: \u00fc\0\r\nContent-Length: 0\r\n\r\n"),
                kept(
                        "similar names",
                        200,
                        1,
                        OK + "X-Content-Length: 9\r\nContent-Lengths: 9\r\nContent-Length: 1\r\n\r\na"),
                kept("a folded header", 200, 1, OK + "A: b\r\n  c: d\r\n\te\r\nContent-Length: 1\r\n\r\na"),
                kept("chunks", 200, 5, OK + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"),
                kept("chunks with LF alone", 200, 1, OK + "Transfer-Encoding: Chunked\n\n1\na\n0\n\n"),
                kept(
                        "chunks, extensions, trailers",
                        200,
                        31,
                        OK + "transfer-encoding: chunked\r\n\r\n1F;a=\"b;c\"\r\n" + "x".repeat(31)
                                + "\r\n000 ;x\r\nA: b\r\nContent-Length: 9\r\n\r\n"),
                kept("no chunk", 200, 0, OK + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                kept(
                        "a chunk of line ends",
                        200,
                        4,
                        OK + "Transfer-Encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n"),
                kept("100 first", 200, 1, "HTTP/1.1 100 Continue\r\n\r\n" + OK + "Content-Length: 1\r\n\r\na"),
                kept(
                        "103, 102 first",
                        200,
                        1,
                        "HTTP/1.1 103 \r\nContent-Length: 7\r\nConnection: close\r\n\r\nHTTP/1.1 102 \r\n\r\n" + OK
                                + "Content-Length: 1\r\n\r\na"),
                kept("204", 204, 0, "HTTP/1.1 204 \r\n\r\n"),
                kept("204 with a length", 204, 0, "HTTP/1.1 204 \r\nContent-Length: 5\r\n\r\n"),
                kept("304 with a length", 304, 0, "HTTP/1.1 304 \r\nContent-Length: 5\r\n\r\n"),
                kept("304 in chunks", 304, 0, "HTTP/1.1 304 \r\nTransfer-Encoding: chunked\r\n\r\n"),
                toHead("HEAD with a length", 200, true, OK + "Content-Length: 10\r\n\r\n"),
                toHead("HEAD with a length, eleven", 200, true, OK + "Content-Length: 11\r\n\r\n"),
                toHead("HEAD with an enormous length", 200, true, OK + "Content-Length: 99999999999\r\n\r\n"),
                toHead("HEAD in chunks", 200, true, OK + "Transfer-Encoding: chunked\r\n\r\n"),
                toHead("HEAD without a length", 200, true, OK + "A: b\r\n\r\n"),
                toHead("HEAD, Connection: close", 200, false, OK + "Connection: close\r\n\r\n"),
                untilClose("until close", 200, 5, OK + "A: b\r\n\r\nabc\r\n"),
                untilClose("until close, nothing", 500, 0, "HTTP/1.1 500 \r\n\r\n"),
                untilClose("1.0 until close", 200, 2, "HTTP/1.0 200 OK\r\n\r\nab"),
                untilClose("1.0 keep-alive until close", 200, 2, "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\nab"),
                last("1.0 with a length", 200, 2, "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nab"),
                kept(
                        "1.0 keep-alive",
                        200,
                        2,
                        "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nab"),
                last(
                        "1.0 keep-alive and close",
                        200,
                        0,
                        "HTTP/1.0 200 OK\r\nConnection: close, keep-alive\r\nContent-Length: 0\r\n\r\n"),
                last("close", 200, 1, OK + "Connection: close\r\nContent-Length: 1\r\n\r\na"),
                last("CLOSE after others", 200, 1, OK + "connection: x ,\tCLOSE \r\nContent-Length: 1\r\n\r\na"),
                last("close, folded", 200, 1, OK + "Connection: x,\r\n close\r\nContent-Length: 1\r\n\r\na"),
                last(
                        "close in a second header",
                        200,
                        1,
                        OK + "Connection: x\r\nConnection: close\r\nContent-Length: 1\r\n\r\na"),
                kept(
                        "words like close",
                        200,
                        1,
                        OK + "Connection: closed, xclose, clos\r\nX-Connection: close\r\nContent-Length: 1\r\n\r\na"),
                kept("a long line", 200, 1, OK + "A: " + "b".repeat(16_000) + "\r\nContent-Length: 1\r\n\r\na"),
                kept("200 headers", 200, 0, OK + "A: b\r\n".repeat(199) + "Content-Length: 0\r\n\r\n"),
                kept(
                        "a head of 64 KB",
                        200,
                        1,
                        OK + ("A: " + "b".repeat(1_000) + "\r\n").repeat(64) + "Content-Length: 1\r\n\r\na"),
                kept(
                        "a chunk size with 40 zeros",
                        200,
                        1,
                        OK + "Transfer-Encoding: chunked\r\n\r\n" + "0".repeat(40) + "1\r\na\r\n0\r\n\r\n"));
    }

    /** What is not an answer; each one is broken before its end. */
    public static List<String> bad() {
        return List.of(
                "\r\n" + OK + "Content-Length: 0\r\n\r\n",
                "garbage\r\n\r\n",
                "HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.x 200 OK\r\n\r\n",
                "HTTP/1.1  200 OK\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "HTTP/1.1 099 OK\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/1.1 200\tOK\r\n\r\n",
                "HTTP/1.1\r\n\r\n",
                " HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 " + "2".repeat(17_000),
                OK + "nonsense\r\n\r\n",
                OK + " x\r\nContent-Length: 1\r\n\r\na",
                OK + ": b\r\n\r\n",
                OK + "A b: c\r\n\r\n",
                OK + "Content-Length : 3\r\n\r\nabc",
                OK + "A\0: c\r\n\r\n",
                OK + "A: " + "b".repeat(17_000) + "\r\n\r\n",
                OK + "A: b\r\n".repeat(201) + "\r\n",
                OK + "Content-Length: -1\r\n\r\n",
                OK + "Content-Length: +1\r\n\r\na",
                OK + "Content-Length: 1,1\r\n\r\na",
                OK + "Content-Length: 1 1\r\n\r\na",
                OK + "Content-Length: 0x1\r\n\r\na",
                OK + "Content-Length:\r\n\r\n",
                OK + "Content-Length: 1\r\n 0\r\n\r\n",
                OK + "Content-Length: 9223372036854775808\r\n\r\n",
                OK + "Content-Length: 1073741825\r\n\r\n",
                OK + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na",
                OK + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n1\r\na\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: gzip, chunked\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
                OK + "Transfer-Encoding:\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n x\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n-1\r\na\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n1x\r\na\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\na\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n40000001\r\na\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n2\r\nabXX\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + "A: b\r\n".repeat(201) + "\r\n",
                OK + "Content-Length: +31\r\n\r\n" + "x".repeat(31),
                OK + "Content-Length: -0\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n+1f\r\n" + "x".repeat(31) + "\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n-0\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n-1f\r\n" + "x".repeat(31) + "\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n 1\r\na\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n0\r\ngarbage\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n0\r\n: b\r\n\r\n",
                "HTTP/1.10 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/01.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1\t200 OK\r\nContent-Length: 0\r\n\r\n",
                "http/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "\n\n" + OK + "Content-Length: 0\r\n\r\n",
                "HTTP/1.1 100 \r\n\r\ngarbage\r\n",
                "HTTP/1.1 100 \r\n\r\n\r\n");
    }

    /**
     * Feeds bytes to a parser as a loop does: piece after piece into one buffer, an answer behind the other.
     *
     * @param toHead for each answer that is expected, whether it answers a HEAD request
     * @param cuts positions between pieces, in ascending order
     * @param end whether the connection ends behind the bytes
     * @return what was read, up to the first that is broken; an answer that is not complete is left out
     */
    public static List<Read> read(ResponseHeadCache memo, List<Boolean> toHead, byte[] bytes, int[] cuts, boolean end) {
        ResponseParser parser = new ResponseParser(memo);
        List<Read> reads = new ArrayList<>();
        byte[] buffer = new byte[bytes.length];
        parser.expect(toHead.get(0));
        int from = 0;
        for (int piece = 0; piece <= cuts.length; piece++) {
            int to = piece < cuts.length ? cuts[piece] : bytes.length;
            System.arraycopy(bytes, from, buffer, 0, to - from);
            int at = 0;
            while (at < to - from) {
                int next = parser.feed(buffer, at, to - from);
                if (next <= at || next > to - from) {
                    throw new AssertionError("From " + at + " to " + next + " of " + (to - from));
                }
                at = next;
                if (parser.problem() != null) {
                    reads.add(Read.BROKEN);
                    return reads;
                }
                if (parser.complete()) {
                    reads.add(new Read(parser.status(), parser.bodyBytes(), parser.keepAlive(), false));
                    if (reads.size() == toHead.size()) {
                        return reads;
                    }
                    parser.expect(toHead.get(reads.size()));
                }
            }
            // Whatever the parser wants to know later it has to have copied.
            Arrays.fill(buffer, 0, to - from, (byte) '#');
            from = to;
        }
        if (end && parser.endOfStream()) {
            reads.add(new Read(parser.status(), parser.bodyBytes(), parser.keepAlive(), false));
        }
        return reads;
    }

    /** Cuts behind every byte. */
    public static int[] everywhere(byte[] bytes) {
        return IntStream.range(1, bytes.length).toArray();
    }
}
