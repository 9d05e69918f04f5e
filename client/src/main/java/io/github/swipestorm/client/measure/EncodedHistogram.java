package io.github.swipestorm.client.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;

/** HdrHistogram's own encodings of a histogram: bytes for memory, and compressed bytes as base64 for files. */
final class EncodedHistogram {

    private EncodedHistogram() {}

    /**
     * The histogram in a few bytes for each value that differs from the others.
     *
     * @param scratch of at least {@link AbstractHistogram#getNeededByteBufferCapacity} bytes
     */
    static byte[] bytes(AbstractHistogram histogram, ByteBuffer scratch) {
        scratch.clear();
        int length = histogram.encodeIntoByteBuffer(scratch);
        return Arrays.copyOf(scratch.array(), length);
    }

    static IntCountsHistogram ofBytes(byte[] bytes) {
        return IntCountsHistogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0);
    }

    /** In the form that any program with HdrHistogram can read. */
    static String base64(AbstractHistogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.DEFAULT_COMPRESSION);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** @throws IllegalArgumentException when the text is not a histogram */
    static Histogram ofBase64(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not a compressed HdrHistogram in base64: " + e.getMessage(), e);
        }
    }
}
