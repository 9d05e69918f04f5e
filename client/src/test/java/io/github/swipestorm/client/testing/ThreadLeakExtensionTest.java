package io.github.swipestorm.client.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

class ThreadLeakExtensionTest {

    private ExtensionContext context;

    @RegisterExtension
    private final BeforeEachCallback test = context -> this.context = context;

    @Test
    void it_watches_each_test_without_being_named() {
        assertThat(context.getStore(ThreadLeakExtension.NAMESPACE).get(context.getUniqueId()))
                .isNotNull();
    }

    @Test
    void only_a_thread_of_this_test_is_a_leak() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "swipestorm-leak");
        Set<Thread> before = ThreadLeakExtension.alive();
        thread.start();
        try {
            assertThatThrownBy(() -> ThreadLeakExtension.awaitNoneBut(before, Duration.ofMillis(50)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("swipestorm-leak");
            assertThatCode(() -> ThreadLeakExtension.awaitNoneBut(ThreadLeakExtension.alive(), Duration.ofMillis(50)))
                    .doesNotThrowAnyException();
        } finally {
            end.countDown();
            thread.join();
        }
        assertThatCode(() -> ThreadLeakExtension.awaitNoneBut(before, Duration.ofSeconds(10)))
                .doesNotThrowAnyException();
    }
}
