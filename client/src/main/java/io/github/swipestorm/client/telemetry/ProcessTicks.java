package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;

/**
 * CPU time of another process and all its threads: {@code utime} and {@code stime} of {@code /proc/PID/stat}, in ticks of
 * 10 ms, which Linux has on every processor that it runs servers on (proc_pid_stat(5)).
 */
final class ProcessTicks implements Source {

    private static final double TICKS_PER_SECOND = 100;
    /** Places behind the name in parentheses, which may hold anything, blanks and parentheses included. */
    private static final int UTIME = 11;

    private static final int STIME = 12;

    private final SystemFile stat;
    private final Reading reading;
    private final Counter ticks = new Counter();

    /** The CPU time of the process whose directory this is. */
    ProcessTicks(Path process, Reading reading) {
        this.stat = new SystemFile(process.resolve("stat"));
        this.reading = reading;
    }

    @Override
    public void read(Interval interval) throws IOException {
        String text = stat.read();
        String[] words = text.substring(text.lastIndexOf(')') + 1).strip().split(" ");
        try {
            long used = Long.parseLong(words[UTIME]) + Long.parseLong(words[STIME]);
            interval.putRate(reading, ticks.growth(used) / TICKS_PER_SECOND);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("not the state of a process: " + text, e);
        }
    }

    @Override
    public void close() {
        stat.close();
    }
}
