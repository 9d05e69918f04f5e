package io.github.swipestorm.client.transport.http1;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** The fields of a response head that a load generator needs. */
public final class ResponseHead {

    private static final int SWITCHING_PROTOCOLS = 101;
    private static final long NO_LENGTH = -1;
    private static final int MOST_LENGTH_DIGITS = 18;

    /** RFC 9112, section 2.3: in capitals. */
    private static final byte[] HTTP = "HTTP/1.".getBytes(US_ASCII);

    private static final byte[] CONTENT_LENGTH = "content-length".getBytes(US_ASCII);
    private static final byte[] TRANSFER_ENCODING = "transfer-encoding".getBytes(US_ASCII);
    private static final byte[] CONNECTION = "connection".getBytes(US_ASCII);
    private static final byte[] LOCATION = "location".getBytes(US_ASCII);
    private static final byte[] CHUNKED = "chunked".getBytes(US_ASCII);
    private static final byte[] CLOSE = "close".getBytes(US_ASCII);
    private static final byte[] KEEP_ALIVE = "keep-alive".getBytes(US_ASCII);

    private int status;
    private long length;
    private boolean chunked;
    private boolean keepAlive;
    private boolean close;
    private boolean afterFraming;
    private boolean afterConnection;
    private boolean first;
    private String location;

    /** Whether the part of a line read so far may still become a status line. */
    static boolean mayBecomeStatusLine(LineReader line) {
        for (int i = 0; i < Math.min(line.length(), HTTP.length); i++) {
            if (line.at(i) != HTTP[i]) {
                return false;
            }
        }
        return true;
    }

    /** Parses {@code HTTP/1.x NNN reason}; returns whether the line is a status line. */
    boolean statusLine(LineReader line) {
        length = NO_LENGTH;
        chunked = false;
        close = false;
        afterFraming = false;
        afterConnection = false;
        first = true;
        location = null;
        status = 0;
        if (line.length() < 12 || !mayBecomeStatusLine(line) || !isDigit(line.at(7)) || line.at(8) != ' ') {
            return false;
        }
        if (line.length() > 12 && line.at(12) != ' ') {
            return false;
        }
        for (int i = 9; i < 12; i++) {
            if (!isDigit(line.at(i))) {
                return false;
            }
            status = status * 10 + line.at(i) - '0';
        }
        // RFC 9112, section 9.3: versions after HTTP/1.0 keep connections open unless a header says otherwise.
        keepAlive = line.at(7) != '0';
        return status >= 100 && status != SWITCHING_PROTOCOLS;
    }

    /** Parses a header line; returns what is wrong with it, or null. */
    String header(LineReader line) {
        if (isFold(line)) {
            if (first) {
                // RFC 9112, section 2.2: it belongs to nothing.
                return "a header line without a name: '" + line.text(60) + "'";
            }
            if (afterConnection) {
                connection(line, 0, line.length());
            }
            return afterFraming ? "a header that says where the answer ends is folded" : null;
        }
        first = false;
        String wrong = malformed(line);
        if (wrong != null) {
            return wrong;
        }
        int colon = 0;
        while (line.at(colon) != ':') {
            colon++;
        }
        boolean isLength = colon == CONTENT_LENGTH.length && line.hasAt(0, CONTENT_LENGTH);
        boolean isEncoding = colon == TRANSFER_ENCODING.length && line.hasAt(0, TRANSFER_ENCODING);
        afterFraming = isLength || isEncoding;
        afterConnection = colon == CONNECTION.length && line.hasAt(0, CONNECTION);
        int from = skipBlanks(line, colon + 1);
        int to = line.length();
        while (to > from && isBlank(line.at(to - 1))) {
            to--;
        }
        if (isLength) {
            return contentLength(line, from, to);
        }
        if (colon == LOCATION.length && location == null && isRedirect(status) && line.hasAt(0, LOCATION)) {
            location = line.text(from, to);
        }
        if (isEncoding) {
            boolean known = !chunked && to - from == CHUNKED.length && line.hasAt(from, CHUNKED);
            chunked = true;
            return known ? null : "a Transfer-Encoding other than chunked";
        }
        if (afterConnection) {
            connection(line, from, to);
        }
        return null;
    }

    /** Whether a line continues the one before it. */
    static boolean isFold(LineReader line) {
        return line.length() > 0 && isBlank(line.at(0));
    }

    /** Why a line is neither a header nor the continuation of one; null when it is. */
    static String malformed(LineReader line) {
        if (isFold(line)) {
            return null;
        }
        int colon = 0;
        while (colon < line.length() && line.at(colon) != ':') {
            if (line.at(colon) <= ' ') {
                return "a header line without a name: '" + line.text(60) + "'";
            }
            colon++;
        }
        return colon == 0 || colon == line.length()
                ? "a header line without a name or a colon: '" + line.text(60) + "'"
                : null;
    }

    private String contentLength(LineReader line, int from, int to) {
        if (length != NO_LENGTH) {
            return "more than one Content-Length";
        }
        if (from == to || to - from > MOST_LENGTH_DIGITS) {
            return "a Content-Length that is not a number: '" + line.text(60) + "'";
        }
        length = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(line.at(i))) {
                return "a Content-Length that is not a number: '" + line.text(60) + "'";
            }
            length = length * 10 + line.at(i) - '0';
        }
        return null;
    }

    /** A list of tokens; only two of them matter. */
    private void connection(LineReader line, int from, int to) {
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && line.at(end) != ',' && !isBlank(line.at(end))) {
                end++;
            }
            if (end - at == CLOSE.length && line.hasAt(at, CLOSE)) {
                close = true;
            } else if (end - at == KEEP_ALIVE.length && line.hasAt(at, KEEP_ALIVE)) {
                keepAlive = true;
            }
            at = end + 1;
        }
    }

    /**
     * The contradiction between two headers, or null: RFC 9112, section 6.3, treats both together as a possible attack.
     */
    String contradiction() {
        return chunked && length != NO_LENGTH ? "both Content-Length and Transfer-Encoding" : null;
    }

    /** Copies the fields of another head. */
    void become(ResponseHead other) {
        status = other.status;
        length = other.length;
        chunked = other.chunked;
        keepAlive = other.keepAlive;
        close = other.close;
        location = other.location;
    }

    public int status() {
        return status;
    }

    /** The announced length of the body; negative when none was announced. */
    public long length() {
        return length;
    }

    /** Where a redirect leads; null when the response is none. */
    public String location() {
        return location;
    }

    /** Whether a response with this status and a location is a redirect that can be followed (RFC 9110, section 15.4). */
    public static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    boolean chunked() {
        return chunked;
    }

    /** Whether a response with this status has a body, unless it is to HEAD. */
    boolean hasBody() {
        return status != 204 && status != 304;
    }

    /** Whether the connection can be reused for another exchange. */
    public boolean keepAlive() {
        return keepAlive && !close;
    }

    private static int skipBlanks(LineReader line, int from) {
        int at = from;
        while (at < line.length() && isBlank(line.at(at))) {
            at++;
        }
        return at;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
