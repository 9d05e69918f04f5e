package io.github.swipestorm.client.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.concurrent.CountDownLatch;

/** A disk that takes the header and then nothing until it is released. */
final class StuckDisk implements SeekableByteChannel {

    private final SeekableByteChannel file;
    private final CountDownLatch released = new CountDownLatch(1);

    StuckDisk(SeekableByteChannel file) {
        this.file = file;
    }

    void release() {
        released.countDown();
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        try {
            if (file.position() > 0) {
                released.await();
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return file.write(source);
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
