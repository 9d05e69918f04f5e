package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.transport.http1.LineReader;
import io.github.swipestorm.client.transport.http1.ResponseHeadCache;
import io.github.swipestorm.client.transport.http1.ResponseParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * A connection whose responses {@link ResponseParser} judges, as it does on the event loops, so that all transports make the
 * same of the same bytes. HttpClient's own parsers skip lines until one looks like a status line, accept a head that is cut off, and
 * read {@code +1f} as a chunk's size. One request at a time.
 */
final class StrictConnection extends DefaultManagedHttpClientConnection {

    private static final Http1Config HTTP =
            Http1Config.custom().setMaxLineLength(LineReader.LONGEST).build();

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Judge judge;

    private StrictConnection(Judge judge) {
        super(
                "swipestorm-" + NUMBERS.incrementAndGet(),
                null,
                null,
                HTTP,
                response -> judge.bodyLength(),
                null,
                null,
                RequestHeadWriter::new,
                config -> judge);
        this.judge = judge;
    }

    /** Makes such connections. */
    static HttpConnectionFactory<ManagedHttpClientConnection> factory() {
        return StrictConnection::over;
    }

    private static ManagedHttpClientConnection over(Socket socket) throws IOException {
        StrictConnection connection = new StrictConnection(new Judge());
        if (socket != null) {
            connection.bind(socket);
        }
        return connection;
    }

    @Override
    protected void onRequestSubmitted(ClassicHttpRequest request) {
        super.onRequestSubmitted(request);
        judge.toHead = Method.HEAD.isSame(request.getMethod());
    }

    @Override
    protected InputStream createContentInputStream(long length, SessionInputBuffer buffer, InputStream input) {
        return length == ContentLengthStrategy.CHUNKED
                ? new Chunks(judge, buffer, input)
                : super.createContentInputStream(length, buffer, input);
    }

    /** Reads the head of one response after the other, and the framing of chunks. */
    private static final class Judge implements HttpMessageParser<ClassicHttpResponse> {

        private static final byte[] LINE_END = {'\r', '\n'};
        private static final int PLACE_OF_MINOR_VERSION = 7;

        private final ResponseParser parser = new ResponseParser(new ResponseHeadCache());
        private final CharArrayBuffer line = new CharArrayBuffer(128);
        private boolean toHead;
        private boolean afterResponse;
        private final Unended unended = new Unended();

        @Override
        public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream input)
                throws IOException, HttpException {
            // Nothing is read between two attempts: bytes in the buffer now arrived together with the previous
            // response.
            if (afterResponse && buffer.length() > 0) {
                throw new ProtocolException("the server sent bytes beyond the end of its previous answer");
            }
            parser.expect(toHead);
            ClassicHttpResponse response = head(buffer, input);
            while (!parser.headSeen()) {
                // It was an informational one.
                response = head(buffer, input);
            }
            afterResponse = true;
            return response;
        }

        private ClassicHttpResponse head(SessionInputBuffer buffer, InputStream input)
                throws IOException, HttpException {
            feed(buffer, input);
            boolean old = line.charAt(PLACE_OF_MINOR_VERSION) == '0';
            ClassicHttpResponse response = new BasicClassicHttpResponse(parser.status());
            response.setVersion(old ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1);
            BasicHeader last = null;
            for (feed(buffer, input); line.length() > 0; feed(buffer, input)) {
                int colon = line.indexOf(':');
                if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
                    // A folded line: RFC 9112, section 5.2.
                    response.removeHeader(last);
                    last = new BasicHeader(
                            last.getName(), last.getValue() + ' ' + line.substringTrimmed(0, line.length()));
                } else {
                    last = new BasicHeader(line.substring(0, colon), line.substringTrimmed(colon + 1, line.length()));
                }
                response.addHeader(last);
            }
            return response;
        }

        /** Reads one line, and has it judged. */
        private void feed(SessionInputBuffer buffer, InputStream input) throws IOException, HttpException {
            line.clear();
            unended.input = input;
            buffer.readLine(line, unended);
            byte[] bytes = line.toString().getBytes(StandardCharsets.ISO_8859_1);
            parser.feed(bytes, 0, bytes.length);
            if (parser.problem() == null) {
                parser.feed(LINE_END, 0, LINE_END.length);
            }
            if (parser.problem() != null) {
                throw new ProtocolException(parser.problem());
            }
        }

        /** What the head of the last response says: RFC 9112, section 6.3. */
        private long bodyLength() {
            if (parser.endsWithConnection()) {
                return ContentLengthStrategy.UNDEFINED;
            }
            return parser.complete() || parser.skippable() > 0 ? parser.skippable() : ContentLengthStrategy.CHUNKED;
        }
    }

    /** The content of chunks. */
    private static final class Chunks extends InputStream {

        private final Judge judge;
        private final SessionInputBuffer buffer;
        private final InputStream input;
        private boolean ended;

        private Chunks(Judge judge, SessionInputBuffer buffer, InputStream input) {
            this.judge = judge;
            this.buffer = buffer;
            this.input = input;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (ended || length == 0) {
                return ended ? -1 : 0;
            }
            // Stays so when reading fails: nothing can follow then.
            ended = true;
            try {
                while (judge.parser.skippable() == 0) {
                    judge.feed(buffer, input);
                    if (judge.parser.complete()) {
                        return -1;
                    }
                }
            } catch (HttpException e) {
                throw new MalformedChunkCodingException(e.getMessage());
            }
            int read = buffer.read(bytes, from, (int) Math.min(length, judge.parser.skippable()), input);
            judge.parser.skip(Unended.require(read));
            ended = false;
            return read;
        }

        /** Reads to the end, so that the connection can be reused. */
        @Override
        public void close() throws IOException {
            byte[] rest = new byte[2_048];
            while (!ended) {
                read(rest, 0, rest.length);
            }
        }
    }

    /** The connection's bytes while more of them must come: a line that is cut off is none. */
    private static final class Unended extends InputStream {

        private InputStream input;

        @Override
        public int read() throws IOException {
            return require(input.read());
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            return require(input.read(bytes, from, length));
        }

        private static int require(int read) throws ConnectionClosedException {
            if (read < 0) {
                throw new ConnectionClosedException("the server closed the connection before its answer was complete");
            }
            return read;
        }
    }
}
