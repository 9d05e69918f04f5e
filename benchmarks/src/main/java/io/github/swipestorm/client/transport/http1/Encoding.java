package io.github.swipestorm.client.transport.http1;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.workload.RequestGenerator;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.nio.ByteBuffer;
import java.time.Duration;
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
 * Writing one request as the bytes that go over a connection, into the direct buffer that a loop has.
 *
 * <pre>{@code scripts/benchmark Encoding -prof gc}</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class Encoding {

    private final Requests swipes = new RandomSwipes().requests(1);
    private final RequestEncoder encoder = new RequestEncoder(new TransportSettings(
            Target.parse("http://localhost:8080/app"),
            new RandomSwipes().operations(),
            1,
            new Timeouts(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1)),
            TransportChoice.of(new Nio()),
            nanos -> {},
            NanoClock.SYSTEM));
    private final Request swipe = swipes.request(0);
    private final RequestGenerator generator = swipes.generator();
    private final ByteBuffer out = ByteBuffer.allocateDirect(64 * 1024);
    private long index;

    /** A request that already exists. */
    @Benchmark
    public ByteBuffer swipe() {
        out.clear();
        encoder.encode(swipe, out);
        return out;
    }

    /** Generating and encoding a request. */
    @Benchmark
    public ByteBuffer composedSwipe() {
        out.clear();
        generator.compose(index++, 0);
        encoder.encode(generator, out);
        return out;
    }
}
