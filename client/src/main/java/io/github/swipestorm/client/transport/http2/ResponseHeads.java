package io.github.swipestorm.client.transport.http2;

import io.github.swipestorm.client.transport.http1.ResponseCapture;
import io.github.swipestorm.client.transport.http1.ResponseParser;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.apache.hc.core5.http2.hpack.HPackException;
import org.apache.hc.core5.http2.hpack.HeaderListConstraintException;

/**
 * The heads and trailers of a connection's responses. HttpCore decodes them. A block that repeats the last one byte for
 * byte, and did not change the dynamic table, is not decoded again: a server's heads change once a second, in their date.
 * Not thread-safe.
 */
final class ResponseHeads {

    /** The most bytes of a decoded head, with 32 for each field: RFC 9113, section 6.5.2. */
    static final int LONGEST = 256 * 1024;

    private static final int TABLE_BYTES = 4_096;
    private static final int LONGEST_REPEATED = 2 * 1024;
    private static final int MOST_LENGTH_DIGITS = 18;
    /** RFC 9113, section 8.2.2. */
    private static final Set<String> OF_CONNECTION =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private final HPackDecoder codec = new HPackDecoder(TABLE_BYTES, StandardCharsets.US_ASCII);
    private byte[] last = new byte[128];
    private int lastLength;
    private int status;
    private long length;
    private String malformed;

    ResponseHeads() {
        codec.setMaxListSize(LONGEST);
    }

    /**
     * Decodes the block of a response's head.
     *
     * @param into receives its fields; null when they are not needed
     * @throws HPackException when the block is not valid, after which no other can be decoded
     */
    void decode(byte[] bytes, int from, int count, ResponseCapture into) throws HPackException {
        if (into == null && count == lastLength && Arrays.equals(last, 0, count, bytes, from, from + count)) {
            return;
        }
        lastLength = 0;
        boolean repeatable = count <= LONGEST_REPEATED && !changesTable(bytes, from, count);
        read(decode(bytes, from, count), into);
        if (repeatable && malformed == null) {
            if (last.length < count) {
                last = new byte[2 * count];
            }
            System.arraycopy(bytes, from, last, 0, count);
            lastLength = count;
        }
    }

    /** Decodes a block for the sake of the dynamic table; returns what is wrong with it as trailers, or null. */
    String decodeTrailers(byte[] bytes, int from, int count) throws HPackException {
        lastLength = 0;
        for (Header field : decode(bytes, from, count)) {
            if (field.getName().startsWith(":")) {
                return "a pseudo-header in its trailers";
            }
            String wrong = wrong(field);
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    private List<Header> decode(byte[] bytes, int from, int count) throws HPackException {
        try {
            return codec.decodeHeaders(ByteBuffer.wrap(bytes, from, count));
        } catch (HeaderListConstraintException e) {
            throw new HPackException("a head of more than 256 KiB", e);
        } catch (RuntimeException e) {
            // An index or a length that does not exist.
            throw new HPackException("an index or a length that is not valid", e);
        }
    }

    private void read(List<Header> fields, ResponseCapture into) {
        status = 0;
        length = -1;
        malformed = fields.size() > ResponseParser.MOST_HEADERS ? "more than 200 header lines" : null;
        boolean regular = false;
        if (into != null) {
            into.statusLine();
        }
        for (Header field : fields) {
            if (malformed != null) {
                return;
            }
            if (field.getName().startsWith(":")) {
                malformed = regular ? "a pseudo-header after a header" : pseudo(field);
                continue;
            }
            regular = true;
            malformed = wrong(field);
            if (field.getName().equals("content-length") && malformed == null) {
                malformed = contentLength(field.getValue());
            }
            if (into != null) {
                into.header(field.getName(), field.getValue());
            }
        }
        if (malformed == null && status == 0) {
            malformed = "a head without a status";
        }
    }

    private String pseudo(Header field) {
        if (!field.getName().equals(":status")) {
            return "the pseudo-header '" + field.getName() + "' in a response";
        }
        if (status != 0) {
            return "more than one status";
        }
        if (!field.getValue().matches("[1-9][0-9]{2}") || field.getValue().equals("101")) {
            return "the status '" + field.getValue() + "'";
        }
        status = Integer.parseInt(field.getValue());
        return null;
    }

    /** RFC 9113, section 8.2.1 and 8.2.2. */
    private static String wrong(Header field) {
        String name = field.getName();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c <= ' ' || c >= 0x7F || (c >= 'A' && c <= 'Z') || c == ':') {
                return "a header name that HTTP/2 does not permit: '" + name + "'";
            }
        }
        if (name.isEmpty()) {
            return "a header without a name";
        }
        if (OF_CONNECTION.contains(name)) {
            return "the header '" + name + "', which HTTP/2 does not permit";
        }
        String value = field.getValue();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == 0 || c == '\r' || c == '\n') {
                return "a line break or null character in the header '" + name + "'";
            }
        }
        return null;
    }

    private String contentLength(String value) {
        if (length >= 0) {
            return "more than one content-length";
        }
        if (value.isEmpty()
                || value.length() > MOST_LENGTH_DIGITS
                || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return "a content-length that is not a number: '" + value + "'";
        }
        length = Long.parseLong(value);
        return null;
    }

    /** Whether a block adds to the dynamic table or changes its size; also when it is not valid. */
    private static boolean changesTable(byte[] bytes, int from, int count) {
        int at = from;
        int to = from + count;
        while (at < to) {
            int first = bytes[at] & 0xFF;
            if (first >= 0x80) {
                at = behindInteger(bytes, at, to, 0x7F);
            } else if (first >= 0x20) {
                return true;
            } else {
                boolean named = (first & 0x0F) != 0;
                at = behindInteger(bytes, at, to, 0x0F);
                at = named ? at : behindString(bytes, at, to);
                at = behindString(bytes, at, to);
            }
            if (at < 0) {
                return true;
            }
        }
        return false;
    }

    /** The position behind an integer whose first byte has some of its bits; negative when it does not end here. */
    private static int behindInteger(byte[] bytes, int from, int to, int bits) {
        if (from < 0 || from >= to) {
            return -1;
        }
        int at = from + 1;
        if ((bytes[from] & bits) == bits) {
            while (at < to && bytes[at] < 0) {
                at++;
            }
            at++;
        }
        return at <= to ? at : -1;
    }

    private static int behindString(byte[] bytes, int from, int to) {
        int at = behindInteger(bytes, from, to, 0x7F);
        if (at < 0) {
            return -1;
        }
        long length = bytes[from] & 0x7F;
        int shift = 0;
        for (int i = from + 1; i < at && shift < 32; i++) {
            length += (long) (bytes[i] & 0x7F) << shift;
            shift += 7;
        }
        return length <= to - at ? at + (int) length : -1;
    }

    /** The status of the last head; defined when nothing is wrong with it. */
    int status() {
        return status;
    }

    /** Its announced length; negative when it announced none. */
    long length() {
        return length;
    }

    /** What is wrong with it; null when nothing is. */
    String malformed() {
        return malformed;
    }
}
