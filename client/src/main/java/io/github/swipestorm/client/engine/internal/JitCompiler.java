package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.engine.StopSignal;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** The JVM's compiler, which runs beside the program and, with few CPUs, gets less time the more threads run. */
public final class JitCompiler {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /**
     * This many checks in a row without compilation mean that there is nothing left to compile; one method can take
     * long.
     */
    private static final int QUIET_LOOKS = 4;

    private static final int MOST_LOOKS = 40;

    private JitCompiler() {}

    /** How long it has worked so far, in milliseconds; always 0 in a JVM that does not report it. */
    public static long workedMillis() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        boolean tells = compiler != null && compiler.isCompilationTimeMonitoringSupported();
        return tells ? compiler.getTotalCompilationTime() : 0;
    }

    /** Waits until the compiler is idle, at most 2 s; returns early when the run is to end. */
    public static void letFinish(StopSignal stop) throws InterruptedException {
        int quiet = 0;
        long before = workedMillis();
        for (int looks = 0; looks < MOST_LOOKS && quiet < QUIET_LOOKS && !stop.await(LOOK_NANOS); looks++) {
            long now = workedMillis();
            quiet = now == before ? quiet + 1 : 0;
            before = now;
        }
    }
}
