package io.github.swipestorm.client.record.csv;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** A file on a disk with this much space. */
final class LimitedDisk extends WrappedDisk {

    private final long room;

    LimitedDisk(SeekableByteChannel file, long room) {
        super(file);
        this.room = room;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        long left = room - file.position();
        if (left <= 0) {
            throw new IOException("No space left on device");
        }
        int limit = source.limit();
        source.limit((int) Math.min(limit, source.position() + left));
        int written = file.write(source);
        source.limit(limit);
        return written;
    }
}
