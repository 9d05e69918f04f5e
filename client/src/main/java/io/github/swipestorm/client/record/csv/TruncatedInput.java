package io.github.swipestorm.client.record.csv;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * The bytes of a file, decompressed if they are gzip. Where compressed data stop in the middle, as after a kill or a
 * full disk, the bytes before are still delivered; the end then comes early and {@link #cutOff()} returns true.
 */
final class TruncatedInput extends FilterInputStream {
    private static final int BUFFER = 1 << 16;

    private boolean cutOff;

    private TruncatedInput(InputStream in) {
        super(in);
    }

    /** Decides by the first two bytes, regardless of the name. Closes {@code file} when it fails. */
    static TruncatedInput of(InputStream file) throws IOException {
        try {
            BufferedInputStream buffered = new BufferedInputStream(file, BUFFER);
            buffered.mark(2);
            boolean packed = buffered.read() == (GZIPInputStream.GZIP_MAGIC & 0xFF)
                    && buffered.read() == GZIPInputStream.GZIP_MAGIC >> 8;
            buffered.reset();
            return new TruncatedInput(packed ? unpack(buffered) : buffered);
        } catch (IOException | RuntimeException failed) {
            file.close();
            throw failed;
        }
    }

    private static InputStream unpack(InputStream packed) throws IOException {
        try {
            return new GZIPInputStream(packed, BUFFER);
        } catch (EOFException nothingButABrokenHeader) {
            return InputStream.nullInputStream();
        }
    }

    boolean cutOff() {
        return cutOff;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (cutOff) {
            return -1;
        }
        try {
            return super.read(target, offset, length);
        } catch (EOFException early) {
            cutOff = true;
            return -1;
        }
    }
}
