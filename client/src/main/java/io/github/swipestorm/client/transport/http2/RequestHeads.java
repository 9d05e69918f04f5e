package io.github.swipestorm.client.transport.http2;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The heads of requests in HPACK (RFC 7541), encoded once for all connections. A field that all requests of an operation
 * share enters a connection's dynamic table with its first request; later requests name its index. A field that varies
 * is a literal that does not enter the table. HttpCore's encoder makes the same bytes with an object for each field of
 * each request. Immutable.
 */
public final class RequestHeads {

    /** The most bytes of an integer or the length of a string. */
    private static final int LONGEST_INTEGER = 6;

    private static final int AUTHORITY = 1;
    private static final int METHOD = 2;
    private static final int PATH = 4;
    private static final int SCHEME = 6;
    private static final int CONTENT_LENGTH = 28;
    private static final int MOST_LENGTH_DIGITS = 10;
    /** RFC 7541, section 4.1: what an entry takes of the table besides its name and value. */
    private static final int ENTRY_OVERHEAD = 32;
    /** The fields of the static table of RFC 7541, appendix A, that requests have. */
    private static final Map<FieldLine, Integer> STATIC = Map.of(
            new FieldLine(":method", "GET"), 2,
            new FieldLine(":method", "POST"), 3,
            new FieldLine(":path", "/"), 4,
            new FieldLine(":path", "/index.html"), 5,
            new FieldLine(":scheme", "http"), 6,
            new FieldLine(":scheme", "https"), 7,
            new FieldLine("accept-encoding", "gzip, deflate"), 16);
    /**
     * Names of the static table that requests have. Tomcat refuses a pseudo-header field whose name does not come from the
     * table.
     */
    private static final Map<String, Integer> STATIC_NAMES = Map.of(
            ":authority", AUTHORITY,
            ":method", METHOD,
            ":path", PATH,
            ":scheme", SCHEME,
            "accept", 19,
            "authorization", 23,
            "content-type", 31,
            "cookie", 32,
            "user-agent", 58);
    /** RFC 9113, section 8.2.2: they are about an HTTP/1.1 connection. */
    private static final Set<String> OF_CONNECTION = Set.of("connection", "keep-alive", "proxy-connection", "host");

    private static final String[] OF_CONNECTION_NAMES = OF_CONNECTION.toArray(String[]::new);

    private record FieldLine(String name, String value) {}

    /**
     * A field that does not vary.
     *
     * @param index in the static table; 0 when it is not there
     * @param nameIndex of its name in the static table; 0 when it is not there
     * @param literal its name, unless that has an index, and its value
     * @param size what it takes of the dynamic table
     */
    record Field(int index, int nameIndex, byte[] literal, int size) {}

    /**
     * An operation's head.
     *
     * @param fields numbers of the fields that do not vary
     * @param path the number of the field with the operation's path, for requests that have none of their own
     */
    private record Head(int[] fields, int path, boolean sendsBody) {}

    private final byte[] basePath;
    private final Field[] fields;
    private final Head[] heads;
    private final int longest;

    /** The heads of the operations of these settings. */
    public RequestHeads(TransportSettings settings) {
        basePath = settings.target().basePath().getBytes(ISO_8859_1);
        Map<FieldLine, Integer> numbers = new LinkedHashMap<>();
        heads = settings.operations().stream()
                .map(operation -> head(operation, settings, numbers))
                .toArray(Head[]::new);
        fields = numbers.keySet().stream().map(RequestHeads::field).toArray(Field[]::new);
        int all = 0;
        for (Field field : fields) {
            all += 2 + field.literal.length;
        }
        longest = all;
    }

    private static Head head(Operation operation, TransportSettings settings, Map<FieldLine, Integer> numbers) {
        List<FieldLine> own = new ArrayList<>();
        List<Header> headers = RequestEncoder.headers(operation, settings);
        String authority = headers.stream()
                .filter(header -> header.is("Host"))
                .map(Header::value)
                .findFirst()
                .orElseThrow();
        own.add(new FieldLine(":method", operation.method()));
        own.add(new FieldLine(":scheme", settings.target().secure() ? "https" : "http"));
        own.add(new FieldLine(":authority", authority));
        for (Header header : headers) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (!OF_CONNECTION.contains(name)) {
                own.add(new FieldLine(name, header.value()));
            }
        }
        FieldLine path = new FieldLine(":path", settings.target().basePath() + operation.path());
        return new Head(
                own.stream().mapToInt(field -> number(field, numbers)).toArray(),
                number(path, numbers),
                operation.sendsBody());
    }

    private static int number(FieldLine field, Map<FieldLine, Integer> numbers) {
        Integer number = numbers.putIfAbsent(field, numbers.size());
        return number == null ? numbers.size() - 1 : number;
    }

    private static Field field(FieldLine field) {
        byte[] name = field.name.getBytes(ISO_8859_1);
        byte[] value = field.value.getBytes(UTF_8);
        ByteBuffer literal = ByteBuffer.allocate(2 * LONGEST_INTEGER + name.length + value.length);
        int nameIndex = STATIC_NAMES.getOrDefault(field.name, 0);
        if (nameIndex == 0) {
            string(literal, name, 0, name.length);
        }
        string(literal, value, 0, value.length);
        var bytes = new ByteArrayOutputStream();
        bytes.write(literal.array(), 0, literal.position());
        return new Field(
                STATIC.getOrDefault(field, 0),
                nameIndex,
                bytes.toByteArray(),
                name.length + value.length + ENTRY_OVERHEAD);
    }

    /** How many fields there are that do not vary. */
    int fields() {
        return fields.length;
    }

    /** The most bytes that a request's head takes. */
    int longest(ComposedRequest request) {
        return longest
                + 3 * LONGEST_INTEGER
                + basePath.length
                + request.pathLength()
                // A line's colon and end take as much as a field's type and two lengths of less than 127.
                + 2 * request.headersLength()
                + 2
                + MOST_LENGTH_DIGITS;
    }

    /** Appends the head of a request to a buffer that has room for it. */
    void encode(ComposedRequest request, RequestTable table, ByteBuffer out) {
        Head head = heads[request.operation().id()];
        table.announce(out);
        for (int number : head.fields) {
            table.encode(number, fields[number], out);
            if (number == head.fields[0]) {
                path(request, head, table, out);
            }
        }
        if (request.headersLength() > 0) {
            varying(request.headers(), request.headersLength(), out);
        }
        if (head.sendsBody) {
            integer(out, 0, 4, CONTENT_LENGTH);
            number(out, request.bodyLength());
        }
    }

    /** The most bytes that the head of a request takes that was made for HTTP/1.1. */
    static int longest(byte[] http1) {
        // The shortest line, "a:" and its end, grows by one byte; lengths take more bytes only in longer ones.
        return 2 * http1.length + 4 * LONGEST_INTEGER;
    }

    /**
     * Appends the head of a request that was made for HTTP/1.1, without adding to the table.
     *
     * @param scheme of its URL
     * @param end where its head ends
     */
    static void encode(String scheme, byte[] http1, int end, RequestTable table, ByteBuffer out) {
        String[] lines = new String(http1, 0, end, ISO_8859_1).split("\r\n");
        String[] first = lines[0].split(" ");
        int firstLength = lines[0].length() + 2;
        table.announce(out);
        pseudo(METHOD, first[0], out);
        pseudo(SCHEME, scheme, out);
        for (String line : lines) {
            if (line.regionMatches(true, 0, "host:", 0, 5)) {
                pseudo(AUTHORITY, line.substring(5).strip(), out);
            }
        }
        pseudo(PATH, first[1], out);
        varying(Arrays.copyOfRange(http1, firstLength, end - 2), end - 2 - firstLength, out);
    }

    private static void pseudo(int name, String value, ByteBuffer out) {
        byte[] bytes = value.getBytes(ISO_8859_1);
        integer(out, 0, 4, name);
        string(out, bytes, 0, bytes.length);
    }

    private void path(ComposedRequest request, Head head, RequestTable table, ByteBuffer out) {
        if (request.pathLength() == 0) {
            table.encode(head.path, fields[head.path], out);
            return;
        }
        integer(out, 0, 4, PATH);
        integer(out, 0, 7, basePath.length + request.pathLength());
        out.put(basePath);
        out.put(request.path(), 0, request.pathLength());
    }

    /** Headers of this request only. */
    private static void varying(byte[] lines, int length, ByteBuffer out) {
        int at = 0;
        while (at < length) {
            int colon = at;
            while (lines[colon] != ':') {
                colon++;
            }
            int end = colon;
            while (lines[end] != '\r') {
                end++;
            }
            int from = colon + 1;
            while (from < end && (lines[from] == ' ' || lines[from] == '\t')) {
                from++;
            }
            int to = end;
            while (to > from && (lines[to - 1] == ' ' || lines[to - 1] == '\t')) {
                to--;
            }
            if (!isOfConnection(lines, at, colon - at)) {
                out.put((byte) 0);
                integer(out, 0, 7, colon - at);
                for (int i = at; i < colon; i++) {
                    out.put(lowerCase(lines[i]));
                }
                string(out, lines, from, to - from);
            }
            at = end + 2;
        }
    }

    /** Without an object: it is called for each request. */
    private static boolean isOfConnection(byte[] lines, int from, int length) {
        for (String name : OF_CONNECTION_NAMES) {
            int same = 0;
            while (same < length && name.length() == length && lowerCase(lines[from + same]) == name.charAt(same)) {
                same++;
            }
            if (same == name.length() && name.length() == length) {
                return true;
            }
        }
        return false;
    }

    private static byte lowerCase(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + 'a' - 'A') : b;
    }

    private static void string(ByteBuffer out, byte[] bytes, int from, int length) {
        integer(out, 0, 7, length);
        out.put(bytes, from, length);
    }

    /** A decimal number as a string. */
    private static void number(ByteBuffer out, int value) {
        int length = out.position();
        out.put((byte) 0);
        int divisor = 1;
        while (value / divisor >= 10) {
            divisor *= 10;
        }
        for (int rest = value; divisor > 0; divisor /= 10) {
            out.put((byte) ('0' + rest / divisor));
            rest %= divisor;
        }
        out.put(length, (byte) (out.position() - length - 1));
    }

    /** RFC 7541, section 5.1: an integer in the low bits of a byte, and more bytes if they do not suffice. */
    static void integer(ByteBuffer out, int high, int bits, int value) {
        int most = (1 << bits) - 1;
        if (value < most) {
            out.put((byte) (high | value));
            return;
        }
        out.put((byte) (high | most));
        int rest = value - most;
        while (rest >= 0x80) {
            out.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        out.put((byte) rest);
    }
}
