package io.github.swipestorm.launch;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ties a server to the process that started it. The parent holds the other end of the server's standard input; however
 * the parent ends, even by kill -9, the operating system closes that pipe and the server sees the end of its input.
 */
public final class ParentLifeline {

    private ParentLifeline() {}

    /**
     * Ends this JVM in an orderly way when standard input ends, and ignores interrupts from the keyboard: Ctrl-C
     * reaches every process of the terminal, but the parent still needs the server while it finishes its run.
     */
    public static void attach() {
        ProcessSignal.INT.handle(() -> {});
        ProcessSignal.HUP.handle(() -> {});
        Thread watcher = new Thread(() -> exitAtEndOf(System.in), "parent-lifeline");
        watcher.setDaemon(true);
        watcher.start();
    }

    private static void exitAtEndOf(InputStream input) {
        try {
            while (input.read() >= 0) {
                // The parent's output has no meaning; only its end has.
            }
        } catch (IOException e) {
            // A broken pipe is an end as well.
        }
        System.exit(0);
    }
}
