package io.github.swipestorm.client.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Duration;

/** One thing that a {@link FaultServer} does on a connection. */
public sealed interface Act {

    /** Reads one whole request. */
    record ReadRequest() implements Act {}

    /** Writes these bytes. */
    record Write(byte[] bytes) implements Act {}

    /** Writes these bytes for ever, one after the other, with pauses between them. */
    record Drip(byte[] bytes, Duration pause) implements Act {}

    /** Waits until the client has closed the connection, or the server is closed. */
    record Silence() implements Act {}

    /** Does nothing for a while. */
    record Late(Duration by) implements Act {}

    /** Sends FIN and goes on reading. */
    record HalfClose() implements Act {}

    /** Closes. */
    record Close() implements Act {}

    /** Closes with RST. */
    record Reset() implements Act {}

    Act READ = new ReadRequest();
    Act SILENCE = new Silence();
    Act HALF_CLOSE = new HalfClose();
    Act CLOSE = new Close();
    Act RESET = new Reset();

    static Act write(String text) {
        return new Write(text.getBytes(ISO_8859_1));
    }

    static Act drip(String text, Duration pause) {
        return new Drip(text.getBytes(ISO_8859_1), pause);
    }

    static Act late(Duration by) {
        return new Late(by);
    }

    /** An answer with a length. */
    static Act answer(int status, String body) {
        return write("HTTP/1.1 " + status + " \r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }
}
