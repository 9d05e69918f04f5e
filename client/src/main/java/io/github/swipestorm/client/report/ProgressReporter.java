package io.github.swipestorm.client.report;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.record.Counts;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Shows a run's progress: one line that is drawn over again on a terminal, now and then a new line elsewhere. */
public final class ProgressReporter implements RunObserver, AutoCloseable {

    private static final long TERMINAL_PERIOD_MILLIS = 250;
    private static final long PLAIN_PERIOD_MILLIS = 5_000;
    /** Over the whole line: back to its beginning, and erase (ECMA-48). */
    private static final String START_OF_LINE = "\r\u001b[K";

    private final PrintWriter out;
    private final boolean terminal;
    private final long periodMillis;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "swipestorm-progress");
        thread.setDaemon(true);
        return thread;
    });
    private long lastEnded;
    private long lastNanos;

    /**
     * A reporter for one run.
     *
     * @param terminal whether a person looks at the output as it is written
     */
    public ProgressReporter(PrintWriter out, boolean terminal) {
        this(out, terminal, terminal ? TERMINAL_PERIOD_MILLIS : PLAIN_PERIOD_MILLIS);
    }

    ProgressReporter(PrintWriter out, boolean terminal, long periodMillis) {
        this.out = out;
        this.terminal = terminal;
        this.periodMillis = periodMillis;
    }

    @Override
    public void started(LoadPlan plan, Supplier<Counts> counts) {
        long start = System.nanoTime();
        lastNanos = start;
        timer.scheduleAtFixedRate(
                () -> show(plan, counts.get(), start), periodMillis, periodMillis, TimeUnit.MILLISECONDS);
    }

    private void show(LoadPlan plan, Counts counts, long start) {
        long now = System.nanoTime();
        double rate = (counts.ended() - lastEnded) * 1e9 / Math.max(1, now - lastNanos);
        lastEnded = counts.ended();
        lastNanos = now;
        String line = ProgressLine.of(plan, counts, Duration.ofNanos(now - start), rate, terminal);
        out.print(terminal ? START_OF_LINE + line : line + System.lineSeparator());
        out.flush();
    }

    /** Ends the display and clears the line. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            timer.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (terminal) {
            out.print(START_OF_LINE);
            out.flush();
        }
    }
}
