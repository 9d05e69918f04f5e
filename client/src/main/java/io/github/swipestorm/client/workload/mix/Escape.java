package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.function.IntPredicate;

/**
 * How a text is escaped for a place in a request, so that it is nothing but a value there. Texts are bytes in UTF-8. A
 * text that needs no escaping is copied.
 */
enum Escape {
    /** A segment of a path, or a value in a query: everything but RFC 3986's unreserved characters is percent-encoded. */
    URL(c -> isLetterOrDigit(c) || "-._~".indexOf(c) >= 0),
    /** A field of a form, {@code application/x-www-form-urlencoded}. */
    FORM(c -> isLetterOrDigit(c) || "*-._".indexOf(c) >= 0),
    /** A part of a URL that may contain the characters which structure it; only what a request line cannot have is encoded. */
    URL_PART(c -> c > ' ' && c < 0x7F && "\"<>\\^`{|}#".indexOf(c) < 0),
    /** The value of a header, which has no escapes of its own: what it cannot contain is percent-encoded. */
    HEADER(c -> c >= ' ' && c < 0x7F),
    /** The inside of a JSON string. */
    JSON(c -> c >= ' ' && c != '"' && c != '\\'),
    /** Nothing is escaped. */
    NONE(c -> true);

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(US_ASCII);

    private final boolean[] plain = new boolean[256];

    Escape(IntPredicate plain) {
        for (int c = 0; c < 256; c++) {
            this.plain[c] = plain.test(c);
        }
    }

    private static boolean isLetterOrDigit(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    /** Appends a text. */
    void put(byte[] text, int begin, int end, Bytes out) {
        int copied = begin;
        for (int i = begin; i < end; i++) {
            int c = text[i] & 0xFF;
            if (!plain[c]) {
                out.put(text, copied, i);
                copied = i + 1;
                putEscaped(c, out);
            }
        }
        out.put(text, copied, end);
    }

    private void putEscaped(int c, Bytes out) {
        if (this == FORM && c == ' ') {
            out.put('+');
        } else if (this != JSON) {
            out.put('%');
            out.put(HEX[c >> 4]);
            out.put(HEX[c & 15]);
        } else if (c >= ' ') {
            out.put('\\');
            out.put(c);
        } else {
            out.put('\\');
            out.put('u');
            out.putDigits(0, 2);
            out.put(HEX[c >> 4]);
            out.put(HEX[c & 15]);
        }
    }

    byte[] of(byte[] text) {
        Bytes out = new Bytes();
        put(text, 0, text.length, out);
        return out.copy();
    }
}
