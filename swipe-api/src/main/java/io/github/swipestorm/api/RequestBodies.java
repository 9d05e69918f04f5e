package io.github.swipestorm.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Takes a request's body in, bounded, before any parser sees it. */
public final class RequestBodies {

    /** The longest body that is accepted, in bytes. */
    public static final int MOST_BYTES = 8 * 1024;

    private RequestBodies() {}

    /**
     * Reads a whole body.
     *
     * @param declaredBytes its announced length, or -1 when it is chunked
     * @return the bytes: not empty, at most {@link #MOST_BYTES}, valid UTF-8, fit for a JSON parser
     * @throws ApiException with status 413 when the body is too long, 400 when it is empty, broken off or not UTF-8
     */
    public static byte[] read(InputStream body, long declaredBytes) {
        requireFits(declaredBytes);
        byte[] bytes;
        try {
            bytes = body.readNBytes(MOST_BYTES + 1);
        } catch (IOException e) {
            throw ApiException.unreadableBody();
        }
        if (bytes.length > MOST_BYTES) {
            throw ApiException.bodyTooLarge();
        }
        if (bytes.length == 0) {
            throw ApiException.emptyBody();
        }
        requireUtf8(bytes);
        return bytes;
    }

    /**
     * Judges a body by what its sender announces.
     *
     * @throws ApiException with status 413 when that is longer than {@link #MOST_BYTES}
     */
    public static void requireFits(long declaredBytes) {
        if (declaredBytes > MOST_BYTES) {
            throw ApiException.bodyTooLarge();
        }
    }

    private static void requireUtf8(byte[] bytes) {
        // JSON parsers guess UTF-16 and UTF-32 from zero bytes and byte order marks; JSON text in UTF-8 holds neither.
        boolean byteOrderMark = bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB;
        if (byteOrderMark || contains(bytes, (byte) 0)) {
            throw ApiException.notJson();
        }
        try {
            // The decoder also refuses overlong forms and encoded surrogates, which JSON parsers let pass.
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw ApiException.notJson();
        }
    }

    private static boolean contains(byte[] bytes, byte sought) {
        for (byte b : bytes) {
            if (b == sought) {
                return true;
            }
        }
        return false;
    }
}
