package io.github.swipestorm.client.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** A file on a disk that has room for so many bytes and no more. */
final class LimitedDisk implements SeekableByteChannel {

    private final SeekableByteChannel file;
    private final long room;

    LimitedDisk(SeekableByteChannel file, long room) {
        this.file = file;
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

    @Override
    public int read(ByteBuffer target) throws IOException {
        return file.read(target);
    }

    @Override
    public long position() throws IOException {
        return file.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
        file.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
        file.truncate(size);
        return this;
    }

    @Override
    public boolean isOpen() {
        return file.isOpen();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
