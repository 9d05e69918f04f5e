package io.github.swipestorm.client.engine;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** The JVM's compiler, which works beside the program and, where CPUs are few, gets the less time the more threads run. */
final class JitCompiler {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** So many looks in a row without any compiling mean that there is nothing left to compile. */
    private static final int QUIET_LOOKS = 2;

    private static final int MOST_LOOKS = 30;

    private JitCompiler() {}

    /** Leaves the compiler alone until it has nothing to do, at most 1.5 s; ends early when the run is to end. */
    static void letFinish(StopSignal stop) throws InterruptedException {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        if (compiler == null || !compiler.isCompilationTimeMonitoringSupported()) {
            return;
        }
        int quiet = 0;
        long before = compiler.getTotalCompilationTime();
        for (int looks = 0; looks < MOST_LOOKS && quiet < QUIET_LOOKS && !stop.await(LOOK_NANOS); looks++) {
            long now = compiler.getTotalCompilationTime();
            quiet = now == before ? quiet + 1 : 0;
            before = now;
        }
    }
}
