package io.github.swipestorm.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.Objects;

/**
 * How the answer to a request over plain TCP ends. What frames an answer, a delimiter or a length, is no part of its body.
 * Immutable.
 */
public final class Framing {

    /** The longest delimiter, in bytes. */
    public static final int LONGEST_DELIMITER = 256;

    /** The longest body of an answer, in bytes: 1 GiB. */
    public static final long LONGEST_BODY = 1L << 30;

    /** The answer ends when the server closes the connection; each request has a new one. */
    public static final Framing UNTIL_CLOSE = new Framing(Kind.UNTIL_CLOSE, new byte[0], 0, false, false, 0);

    /** There is no answer: the request is ok when the socket has accepted its bytes. */
    public static final Framing NO_ANSWER = new Framing(Kind.NO_ANSWER, new byte[0], 0, false, false, 0);

    /** What ends an answer. */
    public enum Kind {
        /** Certain bytes. */
        DELIMITER,
        /** A number of bytes that its first bytes tell. */
        LENGTH_PREFIX,
        /** A number of bytes that is known beforehand. */
        SIZE,
        /** The end of the connection. */
        UNTIL_CLOSE,
        /** There is no answer. */
        NO_ANSWER
    }

    private final Kind kind;
    private final byte[] delimiter;
    private final int prefixBytes;
    private final boolean littleEndian;
    private final boolean includesPrefix;
    private final long size;

    private Framing(
            Kind kind, byte[] delimiter, int prefixBytes, boolean littleEndian, boolean includesPrefix, long size) {
        this.kind = kind;
        this.delimiter = delimiter;
        this.prefixBytes = prefixBytes;
        this.littleEndian = littleEndian;
        this.includesPrefix = includesPrefix;
        this.size = size;
    }

    /**
     * Answers end with these bytes, which do not occur within them.
     *
     * @throws IllegalArgumentException with a user-facing message when there are none or too many
     */
    public static Framing endsWith(byte[] delimiter) {
        if (delimiter.length < 1 || delimiter.length > LONGEST_DELIMITER) {
            throw new IllegalArgumentException("An answer ends with 1 to " + LONGEST_DELIMITER
                    + " bytes, such as \"\\n\", not " + delimiter.length);
        }
        return new Framing(Kind.DELIMITER, delimiter.clone(), 0, false, false, 0);
    }

    /**
     * Answers begin with the number of bytes that follow.
     *
     * @param bytes of that number: 1, 2, 4 or 8
     * @param littleEndian whether its lowest byte comes first
     * @param includesPrefix whether it counts its own bytes as well
     * @throws IllegalArgumentException with a user-facing message when the length of the prefix is none of these
     */
    public static Framing lengthPrefix(int bytes, boolean littleEndian, boolean includesPrefix) {
        if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) {
            throw new IllegalArgumentException("A length prefix has 1, 2, 4 or 8 bytes, not " + bytes);
        }
        return new Framing(Kind.LENGTH_PREFIX, new byte[0], bytes, littleEndian, includesPrefix, 0);
    }

    /**
     * All answers have this many bytes.
     *
     * @throws IllegalArgumentException with a user-facing message when no answer can
     */
    public static Framing size(long bytes) {
        if (bytes < 1 || bytes > LONGEST_BODY) {
            throw new IllegalArgumentException("An answer has 1 to " + LONGEST_BODY + " bytes, not " + bytes);
        }
        return new Framing(Kind.SIZE, new byte[0], 0, false, false, bytes);
    }

    /** The bytes of an answer with a body. */
    public byte[] frame(byte[] body) {
        byte[] all = Arrays.copyOf(body, body.length + delimiter.length);
        System.arraycopy(delimiter, 0, all, body.length, delimiter.length);
        return kind == Kind.LENGTH_PREFIX ? prefixed(body) : all;
    }

    private byte[] prefixed(byte[] body) {
        byte[] all = new byte[prefixBytes + body.length];
        putLength(all, body.length);
        System.arraycopy(body, 0, all, prefixBytes, body.length);
        return all;
    }

    /**
     * Writes the length prefix at the start of an array.
     *
     * @param length of what follows it
     * @throws IllegalArgumentException with a user-facing message when the prefix is too short for it
     */
    public void putLength(byte[] into, int length) {
        long value = includesPrefix ? (long) length + prefixBytes : length;
        if (prefixBytes < Integer.BYTES && value >>> 8 * prefixBytes != 0) {
            throw new IllegalArgumentException(
                    "A length prefix of " + (prefixBytes == 1 ? "1 byte" : prefixBytes + " bytes") + " cannot tell "
                            + value + ": use a longer one, or send less");
        }
        for (int i = 0; i < prefixBytes; i++) {
            into[littleEndian ? i : prefixBytes - 1 - i] = (byte) (value >>> 8 * i);
        }
    }

    /** What ends an answer. */
    public Kind kind() {
        return kind;
    }

    /** The bytes that end an answer, which must not be changed; none when something else does. */
    public byte[] delimiter() {
        return delimiter;
    }

    /** How many bytes the length has that an answer begins with; 0 when it begins with none. */
    public int prefixBytes() {
        return prefixBytes;
    }

    /** Whether the lowest byte of the length comes first. */
    public boolean littleEndian() {
        return littleEndian;
    }

    /** Whether the length counts its own bytes as well. */
    public boolean includesPrefix() {
        return includesPrefix;
    }

    /** How many bytes each answer has; 0 when that varies. */
    public long size() {
        return size;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Framing framing
                && framing.kind == kind
                && Arrays.equals(framing.delimiter, delimiter)
                && framing.prefixBytes == prefixBytes
                && framing.littleEndian == littleEndian
                && framing.includesPrefix == includesPrefix
                && framing.size == size;
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, Arrays.hashCode(delimiter), prefixBytes, littleEndian, includesPrefix, size);
    }

    /** For messages; a delimiter as ISO-8859-1. */
    @Override
    public String toString() {
        return switch (kind) {
            case DELIMITER -> "ends with '" + new String(delimiter, ISO_8859_1) + "'";
            case LENGTH_PREFIX -> "begins with its length in " + prefixBytes + " bytes";
            case SIZE -> "has " + size + " bytes";
            case UNTIL_CLOSE -> "ends with the connection";
            case NO_ANSWER -> "no answer";
        };
    }
}
