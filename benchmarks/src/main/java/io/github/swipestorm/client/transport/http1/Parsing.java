package io.github.swipestorm.client.transport.http1;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading one answer, such as the servers give to a swipe.
 *
 * <pre>{@code scripts/benchmark Parsing -prof gc}</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class Parsing {

    private static final String BODY = "{\"message\":\"swipe was written\"}";

    private final ResponseParser parser = new ResponseParser(new ResponseHeadCache());
    private final byte[] plain = answer("10:20:30", "Content-Length: " + BODY.length(), BODY);
    private final byte[] secondLater = answer("10:20:31", "Content-Length: " + BODY.length(), BODY);
    private final byte[] chunked = answer("10:20:30", "Transfer-Encoding: chunked", inOneChunk(BODY));
    private final byte[] chunkedLater = answer("10:20:31", "Transfer-Encoding: chunked", inOneChunk(BODY));
    private boolean odd;

    private static byte[] answer(String time, String framing, String body) {
        String head = "HTTP/1.1 201 \r\nContent-Type: application/json\r\n" + framing + "\r\nDate: Sat, 21 Nov 2026 "
                + time + " GMT\r\nKeep-Alive: timeout=60\r\nConnection: keep-alive\r\n\r\n";
        return (head + body).getBytes(US_ASCII);
    }

    private static String inOneChunk(String body) {
        return Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    }

    /** The head equals the previous one, byte for byte, as within one second. */
    @Benchmark
    public int sameHead() {
        return whole(plain);
    }

    /** No head equals the previous one. */
    @Benchmark
    public int changingHead() {
        odd = !odd;
        return whole(odd ? plain : secondLater);
    }

    /** The response arrives in two pieces, the first of which ends within a header line. */
    @Benchmark
    public int twoPieces() {
        parser.expect(false);
        int split = parser.feed(plain, 0, plain.length / 2);
        parser.feed(plain, split, plain.length);
        return status();
    }

    /** The body is one chunk; the head equals the previous one. */
    @Benchmark
    public int chunkedSameHead() {
        return whole(chunked);
    }

    /** The body is one chunk; no head equals the previous one. */
    @Benchmark
    public int chunkedChangingHead() {
        odd = !odd;
        return whole(odd ? chunked : chunkedLater);
    }

    private int whole(byte[] answer) {
        parser.expect(false);
        parser.feed(answer, 0, answer.length);
        return status();
    }

    private int status() {
        if (!parser.complete() || parser.bodyBytes() != BODY.length()) {
            throw new IllegalStateException("Not read to its end: " + parser.problem());
        }
        return parser.status();
    }
}
