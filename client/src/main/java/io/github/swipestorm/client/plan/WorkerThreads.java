package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.registry.Words;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ThreadFactory;

/** What workers run on. */
public enum WorkerThreads {
    /** One thread of the operating system each. */
    PLATFORM,
    /** Virtual threads, which Java has since 21. */
    VIRTUAL;

    /** The first version of Java that has virtual threads. */
    static final int VIRTUAL_SINCE = 21;

    private final String word = Words.of(this);

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }

    /** Whether this JVM has them. */
    public boolean available() {
        return this == PLATFORM || Runtime.version().feature() >= VIRTUAL_SINCE;
    }

    /**
     * Makes such threads; none of them keeps the JVM alive.
     *
     * @throws IllegalStateException when this JVM does not have them
     */
    public ThreadFactory factory() {
        String name = "swipestorm-worker";
        if (this == PLATFORM) {
            return task -> {
                Thread thread = new Thread(task, name);
                thread.setDaemon(true);
                return thread;
            };
        }
        try {
            // By reflection, because the class files are made for Java 17.
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            builder = type.getMethod("name", String.class).invoke(builder, name);
            return (ThreadFactory) type.getMethod("factory").invoke(builder);
        } catch (NoSuchMethodException
                | ClassNotFoundException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException("Virtual threads need Java 21 or newer", e);
        }
    }
}
