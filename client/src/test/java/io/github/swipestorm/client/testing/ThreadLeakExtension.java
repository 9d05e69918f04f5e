package io.github.swipestorm.client.testing;

import static java.util.stream.Collectors.toUnmodifiableSet;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that leaves a thread of Swipestorm behind, and a class that leaves one of its {@code @BeforeAll} behind.
 * It applies to every test of {@code client} and {@code cli}, because JUnit detects it. A thread that was alive before
 * the test is not counted, so each leak fails one test only. Tests must not run in parallel in one JVM.
 */
public final class ThreadLeakExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

    static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(ThreadLeakExtension.class);

    private static final String PREFIX = "swipestorm";
    private static final ThreadGroup ALL = root();

    /** A leak that failed a test does not fail its class as well. */
    private static final Set<Thread> REPORTED = ConcurrentHashMap.newKeySet();
    /** A thread that ends needs no longer than this, on a busy machine, too. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    public void beforeAll(ExtensionContext context) {
        remember(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        remember(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        check(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        check(context);
    }

    private static void remember(ExtensionContext context) {
        context.getStore(NAMESPACE).put(context.getUniqueId(), alive());
    }

    private static void check(ExtensionContext context) {
        Set<?> before = context.getStore(NAMESPACE).get(context.getUniqueId(), Set.class);
        awaitNoneBut(before, PATIENCE);
    }

    /** Asks the thread groups, since {@link Thread#getAllStackTraces} stops every thread, before and after each test. */
    static Set<Thread> alive() {
        Thread[] all = new Thread[ALL.activeCount() + 16];
        int count = ALL.enumerate(all);
        while (count == all.length) {
            // Threads that no longer fit would have been left out.
            all = new Thread[2 * count];
            count = ALL.enumerate(all);
        }
        return Arrays.stream(all, 0, count)
                .filter(thread -> thread.getName().startsWith(PREFIX) && !REPORTED.contains(thread))
                .collect(toUnmodifiableSet());
    }

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    static void awaitNoneBut(Set<?> before, Duration patience) {
        if (before.containsAll(alive())) {
            return;
        }
        try {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(patience)
                    .until(() -> before.containsAll(alive()));
        } catch (ConditionTimeoutException e) {
            Set<Thread> left =
                    alive().stream().filter(Predicate.not(before::contains)).collect(toUnmodifiableSet());
            if (!left.isEmpty()) {
                REPORTED.addAll(left);
                throw new AssertionError("Threads are left: " + left, e);
            }
        }
    }
}
