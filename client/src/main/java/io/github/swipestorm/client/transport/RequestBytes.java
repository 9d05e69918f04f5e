package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import io.github.swipestorm.client.transport.wire.BytesEncoder;
import io.github.swipestorm.client.transport.wire.WireEncoder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Requests as they travel over HTTP/1.1 on a persistent connection, for those who want to see them. */
public final class RequestBytes {

    private final WireEncoder encoder;

    /**
     * @param target where the requests would go
     * @param operations of the requests; an operation's id is its index in this list
     */
    public RequestBytes(Target target, List<Operation> operations) {
        Duration unused = Duration.ofSeconds(1);
        encoder = operations.get(0).overTcp()
                ? new BytesEncoder()
                : new RequestEncoder(new TransportSettings(
                        target,
                        operations,
                        1,
                        new Timeouts(unused, unused, unused),
                        TransportChoice.of(new Nio()),
                        nanos -> {},
                        NanoClock.SYSTEM));
    }

    /** The bytes of a request: its head and its body. */
    public byte[] of(Request request) {
        ByteBuffer bytes = ByteBuffer.allocate(encoder.longest(request));
        encoder.encode(request, bytes);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
