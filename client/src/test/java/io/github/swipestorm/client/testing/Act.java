package io.github.swipestorm.client.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/** One thing that a {@link FaultServer} does on a connection. */
@FunctionalInterface
public interface Act {

    /** Does it. */
    void on(Peer client) throws IOException;

    /** Reads one whole request. */
    Act READ = Peer::readRequest;
    /** Reads the head of a request, and leaves its body. */
    Act READ_HEAD = Peer::readHead;
    /** Reads the bytes that have arrived, one at least. */
    Act READ_SOME = Peer::readSome;
    /** Waits until the client has closed the connection, or the server is closed. */
    Act SILENCE = Peer::readToTheEnd;
    /** Sends FIN and continues reading. */
    Act HALF_CLOSE = Peer::halfClose;
    /** Closes. */
    Act CLOSE = Peer::close;
    /** Closes with RST. */
    Act RESET = Peer::reset;
    /** Closes with FIN, also below TLS, which would say goodbye first. */
    Act CUT = Peer::cut;

    /** Opens the tunnel that CONNECT asks for, to this server whatever it asks for. */
    static Act tunnelTo(Target server) {
        return client -> client.tunnel(server);
    }

    /** Over TLS, updates the keys (1.3) or begins a renegotiation (1.2). */
    Act HANDSHAKE_AGAIN = Peer::handshakeAgain;

    /** Writes a text, each byte by itself; over TLS each is a record. */
    static Act writeSingly(String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        return client -> {
            for (byte one : bytes) {
                client.write(new byte[] {one});
            }
        };
    }

    /** Writes a text. */
    static Act write(String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        return client -> client.write(bytes);
    }

    /** Writes the bytes of a text for ever, one after the other, with pauses between them. */
    static Act drip(String text, Duration pause) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        return client -> {
            for (int i = 0; !client.serverClosed(); i++) {
                client.write(Arrays.copyOfRange(bytes, i % bytes.length, i % bytes.length + 1));
                client.pause(pause);
            }
        };
    }

    /** Writes a text again and again, until the client has had enough. */
    static Act endless(String text) {
        byte[] many = text.repeat(64 * 1024 / text.length() + 1).getBytes(ISO_8859_1);
        return client -> {
            while (!client.serverClosed()) {
                client.write(many);
                // Some 600 MB a second: a fault of 300 ms must not reach the most that any body may have.
                client.pause(Duration.ofNanos(100_000));
            }
        };
    }

    /** Does nothing for a while. */
    static Act late(Duration by) {
        return client -> client.pause(by);
    }

    /**
     * An answer with a length, in the version of HTTP that the client speaks.
     *
     * @param headers names and values in turn
     */
    static Act answer(int status, String body, String... headers) {
        return client -> client.answer(status, body, headers);
    }

    /** An answer that is the last one on its connection, and says so: {@code Connection: close}, or GOAWAY. */
    static Act lastAnswer(int status) {
        return client -> client.answerLast(status);
    }

    /** What is sent to a client that speaks HTTP/2. */
    interface Frames {

        /** @param stream of the request that was read last */
        void on(Http2Frames out, int stream);
    }

    /** Sends frames. */
    static Act frames(Frames what) {
        return client -> client.frames(what);
    }

    /** Sends frames until the client resets the stream, with pauses between them. */
    static Act frames(Duration pause, Frames what) {
        return client -> {
            while (!client.serverClosed() && !client.isReset()) {
                client.frames(what);
                client.pause(pause);
            }
        };
    }
}
