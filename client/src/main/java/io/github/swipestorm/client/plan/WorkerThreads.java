package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ThreadFactory;

/** The kind of threads that workers run on. */
public enum WorkerThreads {
    /** One operating system thread each. */
    PLATFORM,
    /** Virtual threads, which Java has since 21. */
    VIRTUAL;

    /** The first version of Java that has virtual threads. */
    static final int VIRTUAL_SINCE = 21;

    /** The label that options and files use. */
    @Override
    public String toString() {
        return EnumLabels.of(this);
    }

    /** Whether this JVM supports them. */
    public boolean available() {
        return this == PLATFORM || Runtime.version().feature() >= VIRTUAL_SINCE;
    }

    /**
     * Creates such daemon threads.
     *
     * @throws IllegalStateException when this JVM does not support them
     */
    public ThreadFactory factory() {
        String name = "swipestorm-worker";
        if (this == PLATFORM) {
            return DaemonThreads.factory(name);
        }
        try {
            // By reflection, because the class files target Java 17.
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
