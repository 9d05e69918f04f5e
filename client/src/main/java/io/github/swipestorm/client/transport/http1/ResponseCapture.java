package io.github.swipestorm.client.transport.http1;

import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Response;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/**
 * Keeps the headers and, where a check reads it, the body of one response after the other. Only operations with checks
 * need one. Not thread-safe.
 */
public final class ResponseCapture {

    private static final byte[] NOTHING = {};
    private static final String TOO_LONG = "the body is longer than " + (ReceivedResponse.LONGEST_BODY >> 20)
            + " MiB, which is the most that checks read";

    private final List<Header> headers = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private boolean readsBody;
    private boolean tooLong;

    /** Whether responses of an operation have to be captured. */
    public static boolean isNeeded(Operation operation) {
        return operation.readsHeaders() || operation.readsBody();
    }

    /** Discards the previous response. */
    public void expect(Operation operation) {
        headers.clear();
        body.reset();
        readsBody = operation.readsBody();
        tooLong = false;
    }

    /** A final response begins: discards the headers of an informational one. */
    public void statusLine() {
        headers.clear();
    }

    /** Adds a header; one that {@link Header} does not accept is passed over, because no check can ask for it. */
    public void header(String name, String value) {
        try {
            headers.add(new Header(name, value));
        } catch (IllegalArgumentException e) {
            // A name or value that is no token or has control characters.
        }
    }

    /** Adds bytes of the body, without the framing of chunks. */
    public void body(byte[] bytes, int from, int count) {
        if (!readsBody) {
            return;
        }
        if (body.size() + count > ReceivedResponse.LONGEST_BODY) {
            tooLong = true;
        } else {
            body.write(bytes, from, count);
        }
    }

    /** Judges the complete response. */
    public Response judge(Operation operation, int status, long bytes) {
        if (!readsBody) {
            return operation.judge(new ReceivedResponse(status, bytes, headers, NOTHING));
        }
        boolean expected = operation.expected().contains(status);
        String problem = TOO_LONG;
        if (!tooLong) {
            try {
                return operation.judge(new ReceivedResponse(status, bytes, headers, decoded()));
            } catch (IOException e) {
                problem = e.getMessage();
            }
        }
        return new Response(status, bytes, expected, expected ? problem : null);
    }

    private byte[] decoded() throws IOException {
        String encoding = new ReceivedResponse(0, 0, headers, NOTHING)
                .header("Content-Encoding")
                .orElse("identity")
                .toLowerCase(Locale.ROOT);
        InputStream raw = new ByteArrayInputStream(body.toByteArray());
        if (encoding.equals("identity") || body.size() == 0) {
            return body.toByteArray();
        }
        if (!List.of("gzip", "x-gzip", "deflate").contains(encoding)) {
            throw new IOException("the body is compressed with '" + encoding + "', which checks cannot decode");
        }
        byte[] decoded;
        try (InputStream in = encoding.equals("deflate") ? new InflaterInputStream(raw) : new GZIPInputStream(raw)) {
            decoded = in.readNBytes(ReceivedResponse.LONGEST_BODY + 1);
        } catch (IOException e) {
            throw new IOException("the body is not valid " + encoding, e);
        }
        if (decoded.length > ReceivedResponse.LONGEST_BODY) {
            throw new IOException(TOO_LONG);
        }
        return decoded;
    }
}
