package io.github.swipestorm.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestBodiesTest {

    private static void requireStatus(int status, InputStream body, long declaredBytes) {
        assertThatThrownBy(() -> RequestBodies.read(body, declaredBytes))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(status));
    }

    private static InputStream bytes(int length) {
        return new ByteArrayInputStream("x".repeat(length).getBytes());
    }

    @Test
    void takesInUpTo8192Bytes() {
        assertThat(RequestBodies.read(bytes(8_192), 8_192)).hasSize(8_192);
        assertThat(RequestBodies.read(bytes(1), -1)).containsExactly('x');
    }

    @Test
    void refusesMoreWhetherDeclaredOrNot() {
        requireStatus(413, bytes(8_193), 8_193);
        requireStatus(413, bytes(8_193), -1);
    }

    @Test
    void doesNotWaitForABodyThatIsDeclaredTooLong() {
        InputStream untouchable = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("was read");
            }
        };
        requireStatus(413, untouchable, 8_193);
    }

    @Test
    void readsNoMoreThanItMust() throws IOException {
        InputStream endless = bytes(100_000);
        requireStatus(413, endless, -1);
        assertThat(endless.available()).isEqualTo(100_000 - 8_193);
    }

    @Test
    void refusesNothingAndWhatBreaksOff() {
        requireStatus(400, bytes(0), -1);
        requireStatus(
                400,
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("gone");
                    }
                },
                5);
    }

    /** A body of one byte a second. */
    private static final class Drops extends InputStream {

        private long seconds;

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            seconds++;
            into[offset] = 'x';
            return 1;
        }

        long nanoTime() {
            return seconds * 1_000_000_000;
        }
    }

    @Test
    void givesUpABodyThatComesInDropsAfterTenSecondsAndNotBefore() {
        for (long declaredBytes : new long[] {12, -1}) {
            Drops drops = new Drops();
            assertThatThrownBy(() -> RequestBodies.read(drops, declaredBytes, drops::nanoTime))
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            refusal -> assertThat(refusal.status()).isEqualTo(408))
                    .hasMessage("Request body took longer than 10 s to arrive");
            assertThat(drops.seconds).isEqualTo(11);
        }
    }

    @Test
    void callsATimeOutOfTheContainerTooSlowToo() {
        for (IOException timeout : List.of(
                new SocketTimeoutException(), new IOException(new SocketTimeoutException("wrapped by a container")))) {
            requireStatus(408, new FailingStream(timeout), -1);
        }
        requireStatus(400, new FailingStream(new IOException("reset")), -1);
    }

    private static final class FailingStream extends InputStream {

        private final IOException failure;

        FailingStream(IOException failure) {
            this.failure = failure;
        }

        @Override
        public int read() throws IOException {
            throw failure;
        }
    }

    @Test
    void discardsALittleTooMuchButNoFlood() throws IOException {
        InputStream little = bytes(20_000);
        RequestBodies.discardRest(little, 20_000);
        assertThat(little.available()).isZero();
        InputStream flood = bytes(200_000);
        RequestBodies.discardRest(flood, -1);
        assertThat(flood.available()).isEqualTo(200_000 - 64 * 1024);
        InputStream announced = bytes(10);
        RequestBodies.discardRest(announced, 64 * 1024 + 1);
        assertThat(announced.available()).isEqualTo(10);
        RequestBodies.discardRest(new FailingStream(new IOException("reset")), -1);
    }
}
