package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.transport.http1.ResponseParser;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * Parses the head of a response and rejects everything that is not one. HttpClient's own parser skips lines until one
 * looks like a status line, accepts a truncated head as complete, and takes bytes after one response for the next. One
 * instance per connection.
 */
final class StrictResponseParser extends DefaultHttpResponseParser {

    private static final int SWITCHING_PROTOCOLS = 101;

    private final Head head = new Head();
    private boolean afterFinalAnswer;
    private int informational;

    StrictResponseParser(Http1Config config) {
        super(config);
    }

    @Override
    public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream input) throws IOException, HttpException {
        // Nothing is read between two attempts: bytes in the buffer now arrived together with the previous response.
        if (afterFinalAnswer && buffer.length() > 0) {
            throw new ProtocolException("the server sent bytes beyond the end of its previous answer");
        }
        head.input = input;
        ClassicHttpResponse response = super.parse(buffer, head);
        if (response != null
                && response.containsHeader(HttpHeaders.TRANSFER_ENCODING)
                && response.containsHeader(HttpHeaders.CONTENT_LENGTH)) {
            throw new ProtocolException("both Content-Length and Transfer-Encoding");
        }
        afterFinalAnswer = response != null && response.getCode() >= 200;
        informational = afterFinalAnswer ? 0 : informational + 1;
        if (informational > ResponseParser.MOST_INFORMATIONAL) {
            throw new ProtocolException("more than 100 informational answers");
        }
        return response;
    }

    @Override
    protected ClassicHttpResponse createMessage(CharArrayBuffer statusLine) throws IOException, HttpException {
        ClassicHttpResponse response = super.createMessage(statusLine);
        int status = response.getCode();
        if (status < 100 || status > 999 || status == SWITCHING_PROTOCOLS) {
            throw new ProtocolException("the server answered with the status " + status);
        }
        return response;
    }

    /** The connection's bytes, which must contain a complete head. */
    private static final class Head extends InputStream {

        private InputStream input;

        @Override
        public int read() throws IOException {
            return requireNotEnded(input.read());
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            return requireNotEnded(input.read(bytes, from, length));
        }

        private static int requireNotEnded(int read) throws ConnectionClosedException {
            if (read < 0) {
                throw new ConnectionClosedException("the server closed the connection before its answer was complete");
            }
            return read;
        }
    }
}
