package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.transport.http1.ResponseCapture;
import io.github.swipestorm.client.transport.http1.ResponseParser;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.ProtocolException;

/**
 * Reads bodies to their end, so that the connection can be reused; counts the bytes, and keeps only what an operation's
 * checks read. Not thread-safe.
 */
final class BodyCounter {

    private final byte[] sink = new byte[8 * 1024];
    private final Runnable cut;

    /** @param cut closes the connection immediately */
    BodyCounter(Runnable cut) {
        this.cut = cut;
    }

    /**
     * Reads a response to its end.
     *
     * @throws ProtocolException when it is longer than allowed, or announces that it is
     */
    Response read(ClassicHttpResponse response, Operation operation) throws IOException, ProtocolException {
        if (!ResponseCapture.isNeeded(operation)) {
            return operation.judge(new ReceivedResponse(
                    response.getCode(), drain(response.getEntity(), null), List.of(), ComposedRequest.NOTHING));
        }
        ResponseCapture capture = new ResponseCapture();
        capture.expect(operation);
        for (Header header : response.getHeaders()) {
            capture.header(header.getName(), header.getValue() == null ? "" : header.getValue());
        }
        return capture.judge(operation, response.getCode(), drain(response.getEntity(), capture));
    }

    private long drain(HttpEntity entity, ResponseCapture capture) throws IOException, ProtocolException {
        if (entity == null) {
            return 0;
        }
        requireBounded(entity.getContentLength());
        long bytes = 0;
        try (InputStream body = entity.getContent()) {
            for (int read = body.read(sink); read >= 0; read = body.read(sink)) {
                bytes += read;
                if (capture != null) {
                    capture.body(sink, 0, read);
                }
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
