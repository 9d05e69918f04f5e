package io.github.swipestorm.api.contract;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection that sends what it is told, byte for byte, and believes nothing that HTTP does not allow: a response that
 * is framed wrongly is an AssertionError. Every wait ends after two minutes. Not thread-safe.
 */
final class RawConnection implements Closeable {

    private static final int PATIENCE_MILLIS = 120_000;
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.1 ([1-5][0-9]{2}) [ -~]*");
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([ -~]*)");

    private final Socket socket;
    private final InputStream in;

    RawConnection(URI server) throws IOException {
        socket = new Socket(server.getHost(), server.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends one byte for each character, which must be below 256. */
    void send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends more to a server that may already have answered and closed. */
    void sendOrNotice(String bytes) {
        try {
            send(bytes);
        } catch (IOException e) {
            // It has closed, and what it answered is still to be read.
        }
    }

    /** From now on closing is a reset: what was sent and not yet taken in is thrown away. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
    }

    /** Whether the server closes, or has closed, the connection instead of beginning an answer. */
    boolean endsHere() throws IOException {
        in.mark(1);
        try {
            if (in.read() < 0) {
                return true;
            }
            in.reset();
            return false;
        } catch (SocketException e) {
            return true;
        }
    }

    /** Everything until the server closes the connection, whatever it is. */
    String readToEnd() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    void sendNothingMore() throws IOException {
        try {
            socket.shutdownOutput();
        } catch (SocketException e) {
            // The server has already reset the connection.
        }
    }

    /** Reads the final response, after any "100 Continue". */
    RawResponse read(String requestMethod) throws IOException {
        RawResponse response = readOne(requestMethod);
        while (response.status() == 100) {
            response = readOne(requestMethod);
        }
        return response;
    }

    /** Reads the next response, which may be an interim one. */
    RawResponse readOne(String requestMethod) throws IOException {
        String statusLine = readLine();
        Matcher status = STATUS_LINE.matcher(statusLine);
        require(status.matches(), "not a status line: " + statusLine);
        int code = Integer.parseInt(status.group(1));
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            Matcher header = HEADER.matcher(line);
            require(header.matches(), "not a header: " + line);
            headers.computeIfAbsent(header.group(1).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(header.group(2));
        }
        RawResponse head = new RawResponse(code, headers, new byte[0]);
        boolean bodiless = code < 200 || requestMethod.equals("HEAD");
        return bodiless ? head : new RawResponse(code, headers, readBody(head));
    }

    private byte[] readBody(RawResponse head) throws IOException {
        String length = head.header("content-length");
        String coding = head.header("transfer-encoding");
        require((length == null) != (coding == null), "a body has one framing, not: " + head.headers());
        if (coding != null) {
            require(coding.equals("chunked"), "unknown transfer coding: " + coding);
            return readChunks();
        }
        require(length.matches("0|[1-9][0-9]{0,8}"), "wrong length: " + length);
        return readExactly(Integer.parseInt(length));
    }

    private byte[] readChunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String size = readLine();
            require(size.matches("[0-9a-fA-F]{1,7}"), "wrong chunk size: " + size);
            int bytes = Integer.parseInt(size, 16);
            body.write(readExactly(bytes));
            require(readLine().isEmpty(), "a chunk or the trailers do not end with an empty line");
            if (bytes == 0) {
                return body.toByteArray();
            }
        }
    }

    private byte[] readExactly(int bytes) throws IOException {
        byte[] read = in.readNBytes(bytes);
        require(read.length == bytes, "the body ended after " + read.length + " of " + bytes + " bytes");
        return read;
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            require(c >= 0, "the connection ended within a line: " + line);
            require(c != '\n', "a line ends without carriage return: " + line);
            line.append((char) c);
        }
        require(in.read() == '\n', "a carriage return stands alone after: " + line);
        return line.toString();
    }

    /** Waits for the server to close the connection; a byte instead of that is an error. */
    void requireClosed() throws IOException {
        try {
            int next = in.read();
            require(next < 0, "bytes are left over, the first is " + next);
        } catch (SocketException e) {
            // A reset also ends the connection: the server did not want the rest of the request.
        }
    }

    /** Whether no byte arrives in this time, and the connection stays open. */
    boolean isSilentFor(Duration time) throws IOException {
        socket.setSoTimeout((int) time.toMillis());
        in.mark(1);
        try {
            in.read();
            in.reset();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (SocketException e) {
            return false;
        } finally {
            socket.setSoTimeout(PATIENCE_MILLIS);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
