package io.github.swipestorm.client.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.core.ConditionTimeoutException;

/** Looks for threads that a run or a transport left behind. */
public final class Workers {

    /** Threads that a test was blamed for already: one leak is one failure, not one of every later test. */
    private static final Set<Thread> BLAMED = ConcurrentHashMap.newKeySet();

    private Workers() {}

    /** Waits, not for ever, until no thread of the client is alive. */
    public static void awaitNone() {
        try {
            await().atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(5))
                    .until(Workers::alive, List::isEmpty);
        } catch (ConditionTimeoutException e) {
            BLAMED.addAll(alive());
            throw new AssertionError("Threads are left: " + BLAMED, e);
        }
    }

    private static List<Thread> alive() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("swipestorm") && !BLAMED.contains(thread))
                .toList();
    }
}
