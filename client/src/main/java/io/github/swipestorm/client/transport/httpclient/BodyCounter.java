package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.transport.http1.ResponseParser;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.ProtocolException;

/**
 * Reads bodies to their end, so that the connection can be reused; counts the bytes and discards them. Not thread-safe.
 */
final class BodyCounter {

    private final byte[] sink = new byte[8 * 1024];
    private final Runnable cut;

    /** @param cut closes the connection immediately */
    BodyCounter(Runnable cut) {
        this.cut = cut;
    }

    /**
     * Reads a body.
     *
     * @param entity the body, or null when there is none
     * @return its length in bytes
     * @throws ProtocolException when it is longer than allowed, or announces that it is
     */
    long drain(HttpEntity entity) throws IOException, ProtocolException {
        if (entity == null) {
            return 0;
        }
        requireBounded(entity.getContentLength());
        long bytes = 0;
        try (InputStream body = entity.getContent()) {
            for (int read = body.read(sink); read >= 0; read = body.read(sink)) {
                bytes += read;
                requireBounded(bytes);
            }
        }
        return bytes;
    }

    private void requireBounded(long bytes) throws ProtocolException {
        if (bytes > ResponseParser.LONGEST_BODY) {
            // Otherwise closing the body would read it to its end.
            cut.run();
            throw new ProtocolException("a body longer than 1 GiB");
        }
    }
}
