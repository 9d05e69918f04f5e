package io.github.swipestorm.client.transport.nio;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import io.github.swipestorm.client.transport.http1.ResponseHeadCache;
import io.github.swipestorm.client.transport.http1.ResponseParser;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A tunnel through a proxy that is being opened: RFC 9110, section 9.3.6. */
final class NioTunnel {

    private final ByteBuffer unsent;
    private final ResponseParser parser = new ResponseParser(new ResponseHeadCache());
    private final ByteBuffer in = ByteBuffer.allocate(1024);

    NioTunnel(Target target) {
        String authority = target.authority();
        unsent = ByteBuffer.wrap(("CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\nUser-Agent: "
                        + RequestEncoder.USER_AGENT + "\r\n\r\n")
                .getBytes(ISO_8859_1));
        // A successful answer has no body; of any other only the status matters.
        parser.expect(true);
    }

    /**
     * Opens it over a socket that blocks, to a server that does not speak first.
     *
     * @throws IOException when there will be no tunnel
     */
    void open(Socket socket) throws IOException {
        ReadableByteChannel from = Channels.newChannel(socket.getInputStream());
        WritableByteChannel to = Channels.newChannel(socket.getOutputStream());
        while (proceed(from, to) == null) {
            // The answer comes in pieces.
        }
    }

    /** Whether the request for the tunnel waits until the socket accepts it. */
    boolean hasUnsent() {
        return unsent.hasRemaining();
    }

    /**
     * Continues as far as the bytes that have arrived allow.
     *
     * @return bytes that came through the tunnel behind the proxy's answer, ready to be read; null while the tunnel is
     *     not open
     * @throws IOException when there will be no tunnel
     */
    ByteBuffer proceed(ReadableByteChannel from, WritableByteChannel to) throws IOException {
        to.write(unsent);
        if (hasUnsent()) {
            return null;
        }
        int count = from.read(in.clear());
        if (count < 0) {
            throw new EOFException("the proxy closed the connection before it answered CONNECT");
        }
        int end = parser.feed(in.array(), 0, count);
        if (parser.problem() != null) {
            throw new IOException("the proxy answered CONNECT with " + parser.problem());
        }
        if (!parser.complete()) {
            return null;
        }
        if (parser.status() / 100 != 2) {
            throw new IOException("the proxy refused the tunnel: CONNECT was answered with " + parser.status());
        }
        return in.flip().position(end);
    }
}
