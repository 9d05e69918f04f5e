package io.github.swipestorm.client.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

/** Looks for threads that a run or a transport left behind. */
public final class Workers {

    private Workers() {}

    /** Waits, not for ever, until no thread of the client is alive. */
    public static void awaitNone() {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(Workers::alive, List::isEmpty);
    }

    private static List<String> alive() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("swipestorm"))
                .toList();
    }
}
