package io.github.swipestorm.client.engine.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.engine.StopSignal;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The JVM's compiler, which runs beside the program and, with few CPUs, gets less time the more threads run. */
public final class JitCompiler {

    private static final Path THREADS = Path.of("/proc/self/task");
    /** "C1 CompilerThread0", cut off by Linux. */
    private static final String THREAD_NAME = "C[12] CompilerThre.*\\R?";

    private static final int UTIME = 11;
    private static final int STIME = 12;
    /** Of the times in {@code /proc}, see proc_pid_stat(5). */
    private static final long MILLIS_PER_TICK = 10;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** After this many readings in a row of an idle compiler nothing is left to compile. */
    private static final int QUIET_LOOKS = 4;

    private static final int MOST_LOOKS = 40;

    private static final JitCompiler OF_THIS_JVM = new JitCompiler(THREADS);

    private final Path tasks;

    /** By thread, also of those that have ended: the JVM stops compiler threads that have nothing to do. */
    private final Map<Path, Long> ticks = new ConcurrentHashMap<>();

    /** @param tasks a directory like {@code /proc/self/task} */
    JitCompiler(Path tasks) {
        this.tasks = tasks;
    }

    /** How long it has worked so far, in milliseconds; never decreases; always 0 in a JVM that does not report it. */
    public static long workedMillis() {
        return OF_THIS_JVM.millis();
    }

    long millis() {
        return millis(threads());
    }

    /** Waits until the compiler is idle, at most 2 s; returns early when the run is to end. */
    public static void letFinish(StopSignal stop) throws InterruptedException {
        List<Path> threads = OF_THIS_JVM.threads();
        int quiet = 0;
        long before = OF_THIS_JVM.millis(threads);
        for (int looks = 0; looks < MOST_LOOKS && quiet < QUIET_LOOKS && !stop.await(LOOK_NANOS); looks++) {
            long now = OF_THIS_JVM.millis(threads);
            quiet = now == before ? quiet + 1 : 0;
            before = now;
        }
    }

    /**
     * CPU time of the compiler's threads. The JVM itself counts a method when it has been compiled, and one method of the
     * JVM's cryptography takes seconds.
     */
    private long millis(List<Path> threads) {
        for (Path thread : threads) {
            try {
                String text = Files.readString(thread.resolve("stat"), ISO_8859_1);
                String[] words =
                        text.substring(text.lastIndexOf(')') + 1).strip().split(" ");
                ticks.merge(thread, Long.parseLong(words[UTIME]) + Long.parseLong(words[STIME]), Math::max);
            } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
                // It has ended; what it did before counts.
            }
        }
        return ticks.isEmpty()
                ? reportedMillis()
                : ticks.values().stream().mapToLong(Long::longValue).sum() * MILLIS_PER_TICK;
    }

    /** Empty where there is no {@code /proc}, or for another compiler than that of HotSpot. */
    private List<Path> threads() {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path thread : all) {
                if (compiles(thread)) {
                    found.add(thread);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // No /proc; or it ended while it was read, and the next reading has the rest.
        }
        return found;
    }

    private static boolean compiles(Path thread) {
        try {
            return Files.readString(thread.resolve("comm"), ISO_8859_1).matches(THREAD_NAME);
        } catch (IOException e) {
            // It has ended.
            return false;
        }
    }

    private static long reportedMillis() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        boolean tells = compiler != null && compiler.isCompilationTimeMonitoringSupported();
        return tells ? compiler.getTotalCompilationTime() : 0;
    }
}
