package io.github.swipestorm.api.contract;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A second opinion on bodies of swipes: it says which status the API owes, from the text of RFC 8259 (JSON), RFC 3629
 * (UTF-8) and the API's description alone. It shares no code with the servers, and is slow and plain on purpose.
 */
final class ReferenceValidator {

    private static final int MOST_BYTES = 8_192;
    private static final int MOST_DEPTH = 500;
    private static final int MOST_DIGITS = 1_000;

    /** A JSON value of which only the kind matters. */
    private enum Other {
        NULL,
        BOOLEAN,
        FRACTION,
        OBJECT,
        ARRAY
    }

    /** A JSON integer, as it was written. */
    private record Whole(String text) {}

    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private final String text;
    private int at;

    private ReferenceValidator(String text) {
        this.text = text;
    }

    /** 201, 400, 404 or 413. */
    static int statusOf(byte[] body) {
        if (body.length > MOST_BYTES) {
            return 413;
        }
        try {
            ReferenceValidator validator = new ReferenceValidator(decode(body));
            return validator.judge(validator.document());
        } catch (Refused e) {
            return 400;
        }
    }

    private int judge(Map<String, Object> swipe) throws Refused {
        String swiper = id(swipe.get("swiper"));
        String swipee = id(swipe.get("swipee"));
        if (!(swipe.get("comment") instanceof String comment)
                || comment.codePointCount(0, comment.length()) > 256
                || comment.codePoints().anyMatch(c -> c >= 0xd800 && c <= 0xdfff)) {
            throw new Refused();
        }
        return exists(swiper, 5_000) && exists(swipee, 1_000_000) ? 201 : 404;
    }

    private static String id(Object value) throws Refused {
        String id = value instanceof Whole whole ? whole.text() : value instanceof String string ? string : "";
        if (!id.matches("0|-?[1-9][0-9]*")) {
            throw new Refused();
        }
        return id;
    }

    private static boolean exists(String id, int highest) {
        return id.matches("[1-9][0-9]{0,6}") && Integer.parseInt(id) <= highest;
    }

    /** RFC 3629 section 4, byte for byte; and no NUL and no byte order mark, neither of which is JSON in UTF-8. */
    private static String decode(byte[] body) throws Refused {
        StringBuilder decoded = new StringBuilder();
        int i = 0;
        while (i < body.length) {
            int first = body[i++] & 0xff;
            int more =
                    first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
            if (more < 0 || i + more > body.length || first == 0) {
                throw new Refused();
            }
            int codePoint = more == 0 ? first : first & (0x3f >> more);
            for (int k = 0; k < more; k++) {
                int next = body[i++] & 0xff;
                if (next >> 6 != 2) {
                    throw new Refused();
                }
                codePoint = codePoint << 6 | next & 0x3f;
            }
            boolean surrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
            boolean overlong = more == 2 && codePoint < 0x800 || more == 3 && codePoint < 0x10000;
            if (surrogate || overlong || codePoint > 0x10ffff) {
                throw new Refused();
            }
            decoded.appendCodePoint(codePoint);
        }
        return decoded.toString();
    }

    private Map<String, Object> document() throws Refused {
        skipSpace();
        if (peek() != '{') {
            throw new Refused();
        }
        Map<String, Object> fields = object(1);
        skipSpace();
        if (at < text.length()) {
            throw new Refused();
        }
        return fields;
    }

    private int peek() {
        return at < text.length() ? text.charAt(at) : -1;
    }

    private void expect(int c) throws Refused {
        if (peek() != c) {
            throw new Refused();
        }
        at++;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private Object value(int depth) throws Refused {
        skipSpace();
        Object value = switch (peek()) {
            case '"' -> string();
            case '{' -> {
                object(depth + 1);
                yield Other.OBJECT;
            }
            case '[' -> {
                array(depth + 1);
                yield Other.ARRAY;
            }
            case 't' -> word("true", Other.BOOLEAN);
            case 'f' -> word("false", Other.BOOLEAN);
            case 'n' -> word("null", Other.NULL);
            default -> number();
        };
        skipSpace();
        return value;
    }

    private Other word(String word, Other value) throws Refused {
        for (char c : word.toCharArray()) {
            expect(c);
        }
        return value;
    }

    private Map<String, Object> object(int depth) throws Refused {
        requireDepth(depth);
        expect('{');
        Map<String, Object> fields = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        skipSpace();
        if (peek() == '}') {
            at++;
            return fields;
        }
        while (true) {
            skipSpace();
            String name = string();
            // The API refuses what stands twice, and a name that no text in UTF-8 could hold.
            if (!names.add(name) || name.codePoints().anyMatch(c -> c >= 0xd800 && c <= 0xdfff)) {
                throw new Refused();
            }
            skipSpace();
            expect(':');
            fields.put(name, value(depth));
            if (peek() == '}') {
                at++;
                return fields;
            }
            expect(',');
        }
    }

    private void array(int depth) throws Refused {
        requireDepth(depth);
        expect('[');
        skipSpace();
        if (peek() == ']') {
            at++;
            return;
        }
        value(depth);
        while (peek() != ']') {
            expect(',');
            value(depth);
        }
        at++;
    }

    private static void requireDepth(int depth) throws Refused {
        if (depth > MOST_DEPTH) {
            throw new Refused();
        }
    }

    private Object number() throws Refused {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        int digits = peek() == '0' ? zero() : digits();
        boolean whole = true;
        if (peek() == '.') {
            at++;
            digits += digits();
            whole = false;
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits += digits();
            whole = false;
        }
        if (digits > MOST_DIGITS) {
            throw new Refused();
        }
        return whole ? new Whole(text.substring(start, at)) : Other.FRACTION;
    }

    private int zero() {
        at++;
        return 1;
    }

    private int digits() throws Refused {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start) {
            throw new Refused();
        }
        return at - start;
    }

    private String string() throws Refused {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (peek() != '"') {
            int c = peek();
            if (c < ' ') {
                throw new Refused();
            }
            at++;
            string.append(c == '\\' ? escaped() : (char) c);
        }
        at++;
        return string.toString();
    }

    private char escaped() throws Refused {
        int c = peek();
        at++;
        int simple = "\"\\/bfnrt".indexOf(c);
        if (simple >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(simple);
        }
        if (c != 'u' || at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
            throw new Refused();
        }
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }
}
