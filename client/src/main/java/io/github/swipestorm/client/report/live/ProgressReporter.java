package io.github.swipestorm.client.report.live;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunStage;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Shows the current activity, and the progress of consecutive runs: on a terminal as one status line, elsewhere as an
 * occasional line of progress. Not thread-safe.
 */
public final class ProgressReporter implements RunObserver, AutoCloseable {

    private static final long SCREEN_PERIOD_MILLIS = 250;
    private static final long PLAIN_PERIOD_MILLIS = 5_000;

    private final NanoClock clock = NanoClock.SYSTEM;
    private final PrintWriter out;
    private final Optional<Screen> screen;
    private final long periodMillis;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.factory("swipestorm-progress"));
    private Optional<Future<?>> shown = Optional.empty();
    private long lastEnded;
    private long lastNanos;

    /**
     * Shows progress.
     *
     * @param out for lines
     * @param screen the terminal, if there is one
     */
    public ProgressReporter(PrintWriter out, Optional<Screen> screen) {
        this(out, screen, screen.isPresent() ? SCREEN_PERIOD_MILLIS : PLAIN_PERIOD_MILLIS);
    }

    public ProgressReporter(PrintWriter out, Optional<Screen> screen, long periodMillis) {
        this.out = out;
        this.screen = screen;
        this.periodMillis = periodMillis;
    }

    /** From now on shows the current activity and its duration; only on a terminal. */
    public void working(String what) {
        stop();
        if (screen.isPresent()) {
            repeat(() -> what, 0);
        }
    }

    /** Shows what is being done, and for how long. */
    private void repeat(Supplier<String> what, long delayMillis) {
        long start = clock.nanoTime();
        repeat(
                () -> {
                    Duration elapsed = Duration.ofNanos(clock.nanoTime() - start);
                    if (screen.isPresent()) {
                        Screen to = screen.get();
                        to.show(ProgressLine.working(what.get(), elapsed, to.columns()));
                    } else {
                        out.println(ProgressLine.working(what.get(), elapsed));
                        out.flush();
                    }
                },
                delayMillis);
    }

    /** Many threads take a minute to start, which is reported elsewhere than on a terminal as well. */
    @Override
    public void connecting(LongSupplier established, int workers) {
        stop();
        repeat(
                () -> RunStage.CONNECTING + ", " + NumberFormat.count(established.getAsLong()) + " of "
                        + NumberFormat.count(workers),
                screen.isPresent() ? 0 : periodMillis);
    }

    @Override
    public void stage(RunStage stage) {
        working(stage.toString());
    }

    @Override
    public void started(LoadPlan plan, Supplier<Counts> counts) {
        stop();
        long start = clock.nanoTime();
        lastNanos = start;
        lastEnded = 0;
        repeat(() -> show(plan, counts.get(), start), periodMillis);
    }

    private void repeat(Runnable show, long delayMillis) {
        shown = Optional.of(timer.scheduleAtFixedRate(show, delayMillis, periodMillis, TimeUnit.MILLISECONDS));
    }

    private void stop() {
        shown.ifPresent(task -> task.cancel(false));
    }

    @Override
    public void probing(int threads) {
        String what = "probing with " + NumberFormat.counted(threads, "worker", "workers") + ", not counted; "
                + Setting.NO_PROBE + " leaves it out";
        working(what);
        if (screen.isEmpty()) {
            out.println(what);
            out.flush();
        }
    }

    private void show(LoadPlan plan, Counts counts, long start) {
        long now = clock.nanoTime();
        double rate = (counts.ended() - lastEnded) * 1e9 / Math.max(1, now - lastNanos);
        lastEnded = counts.ended();
        lastNanos = now;
        Duration elapsed = Duration.ofNanos(now - start);
        if (screen.isPresent()) {
            Screen to = screen.get();
            to.show(ProgressLine.fitting(plan, counts, elapsed, rate, to.columns(), to.colour()));
        } else {
            out.println(ProgressLine.of(plan, counts, elapsed, rate));
            out.flush();
        }
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
        screen.ifPresent(Screen::clear);
    }
}
