package io.github.swipestorm.client.transport.http2;

import io.github.swipestorm.client.transport.http1.LineReader;
import io.github.swipestorm.client.transport.http1.ResponseCapture;
import io.github.swipestorm.client.transport.http1.ResponseHead;
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
 * byte is not decoded again: a server's heads change once a second, in their date. Where it adds to the dynamic table, as
 * nginx does with every response, the additions are made up for before the next block that differs. Not thread-safe.
 */
final class ResponseHeads {

    /** The most bytes of a decoded head, with 32 for each field: RFC 9113, section 6.5.2. */
    static final int LONGEST = 256 * 1024;

    private static final int TABLE_BYTES = 4_096;
    private static final int STATIC_ENTRIES = 61;
    /** RFC 7541, section 4.1: what an entry takes of the table besides its name and value. */
    private static final int ENTRY_OVERHEAD = 32;

    private static final int LONGEST_REPEATED = 2 * 1024;
    private static final int MOST_LENGTH_DIGITS = 18;
    /** RFC 9113, section 8.2.2. */
    private static final Set<String> OF_CONNECTION =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private final HPackDecoder codec = new HPackDecoder(TABLE_BYTES, StandardCharsets.US_ASCII);
    private byte[] last = new byte[128];
    private int lastLength;
    /** How many fields the last block adds to the dynamic table. */
    private int additions;
    /** How often the last block came without being decoded, if it adds to the table. */
    private long owed;

    private int status;
    private long length;
    private String malformed;
    /** Of a redirect; null without one. */
    private String location;

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
            owed += additions;
            return;
        }
        makeUp();
        int adds = additions(bytes, from, count);
        read(decode(bytes, from, count), into);
        if (adds >= 0 && count <= LONGEST_REPEATED && malformed == null) {
            if (last.length < count) {
                last = new byte[2 * count];
            }
            System.arraycopy(bytes, from, last, 0, count);
            lastLength = count;
            additions = adds;
        }
    }

    /** Adds to the table what blocks that were not decoded add, as far as it would still be there. */
    private void makeUp() throws HPackException {
        long most = (TABLE_BYTES + ENTRY_OVERHEAD - 1) / ENTRY_OVERHEAD;
        for (long added = Math.min(owed, most); added > 0; added -= additions) {
            decode(last, 0, lastLength);
        }
        owed = 0;
        lastLength = 0;
    }

    /** Decodes a block for the sake of the dynamic table; returns what is wrong with it as trailers, or null. */
    String decodeTrailers(byte[] bytes, int from, int count) throws HPackException {
        makeUp();
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
        location = null;
        // The status is no header.
        malformed = fields.size() > ResponseParser.MOST_HEADERS + 1 ? "more than 200 header lines" : null;
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
            if (location == null && field.getName().equals("location") && ResponseHead.isRedirect(status)) {
                location = field.getValue();
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
        String value = field.getValue();
        boolean number = value.length() == 3 && value.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!number || value.charAt(0) == '0' || value.equals("101")) {
            return "the status '" + value + "'";
        }
        status = Integer.parseInt(value);
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
        if (name.length() + value.length() > LineReader.LONGEST) {
            return "a header of more than 16 KiB";
        }
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

    /**
     * How many fields a block adds to the dynamic table; negative when it would mean something else the next time, because it
     * also refers to the table, or changes its size, or is not valid.
     */
    private static int additions(byte[] bytes, int from, int count) {
        int added = 0;
        boolean refers = false;
        int at = from;
        int to = from + count;
        while (at < to) {
            int first = bytes[at] & 0xFF;
            if (first >= 0x80) {
                refers |= (first & 0x7F) > STATIC_ENTRIES;
                at = behindInteger(bytes, at, to, 0x7F);
            } else if (first >= 0x40) {
                added++;
                refers |= (first & 0x3F) > STATIC_ENTRIES;
                at = behindField(bytes, at, to, 0x3F);
            } else if (first >= 0x20) {
                return -1;
            } else {
                refers |= (first & 0x0F) == 0x0F && isDynamic(bytes, at, to);
                at = behindField(bytes, at, to, 0x0F);
            }
            if (at < 0) {
                return -1;
            }
        }
        return added > 0 && refers ? -1 : added;
    }

    /** Whether an index in the low four bits and the next byte is one of the dynamic table. */
    private static boolean isDynamic(byte[] bytes, int at, int to) {
        return at + 1 < to && (bytes[at + 1] < 0 || 0x0F + bytes[at + 1] > STATIC_ENTRIES);
    }

    /** The position behind a literal, whose name is an index or a string. */
    private static int behindField(byte[] bytes, int from, int to, int bits) {
        int at = behindInteger(bytes, from, to, bits);
        if ((bytes[from] & bits) == 0) {
            at = behindString(bytes, at, to);
        }
        return behindString(bytes, at, to);
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

    /** Where it redirects to; null when it is no redirect. */
    String location() {
        return location;
    }

    /** What is wrong with it; null when nothing is. */
    String malformed() {
        return malformed;
    }
}
