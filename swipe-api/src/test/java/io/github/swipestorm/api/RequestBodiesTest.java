package io.github.swipestorm.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
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
}
