package io.github.swipestorm.client.thread;

import java.util.concurrent.ThreadFactory;

/** Creates platform threads that do not keep the JVM from ending. Stateless. */
public final class DaemonThreads {

    private DaemonThreads() {}

    /** A thread that its owner starts. */
    public static Thread unstarted(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Starts a thread. */
    public static Thread start(String name, Runnable task) {
        Thread thread = unstarted(name, task);
        thread.start();
        return thread;
    }

    /** Creates threads that all have this name. */
    public static ThreadFactory factory(String name) {
        return task -> unstarted(name, task);
    }
}
