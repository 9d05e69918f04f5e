package io.github.swipestorm.client.record.csv;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.concurrent.CountDownLatch;

/** A disk that takes the header and then nothing until it is released. */
final class StuckDisk extends WrappedDisk {

    private final CountDownLatch released = new CountDownLatch(1);

    StuckDisk(SeekableByteChannel file) {
        super(file);
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
}
