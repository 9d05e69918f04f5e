package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * CPU time of other processes and all their threads: {@code utime} and {@code stime} of {@code /proc/PID/stat}, in
 * ticks of 10 ms, which Linux uses on every processor that it runs servers on (proc_pid_stat(5)). A process that ends
 * is omitted from then on.
 */
final class ProcessTicks implements MetricSource {

    private static final double TICKS_PER_SECOND = 100;
    /** Positions after the name in parentheses, which may contain anything, including blanks and parentheses. */
    private static final int UTIME = 11;

    private static final int STIME = 12;

    private final List<Watched> watched = new ArrayList<>();
    private final Metric reading;

    private static final class Watched {

        private final SystemFile stat;
        private final Counter ticks = new Counter();

        private Watched(Path process) {
            this.stat = new SystemFile(process.resolve("stat"));
        }

        private double growth() throws IOException {
            String text = stat.read();
            String[] words = text.substring(text.lastIndexOf(')') + 1).strip().split(" ");
            try {
                return ticks.growth(Long.parseLong(words[UTIME]) + Long.parseLong(words[STIME]));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new IOException("not the state of a process: " + text, e);
            }
        }
    }

    /** The CPU time of the processes whose directories these are. */
    ProcessTicks(List<Path> processes, Metric reading) {
        processes.forEach(process -> watched.add(new Watched(process)));
        this.reading = reading;
    }

    @Override
    public void read(SampleBuilder interval) throws IOException {
        double ticks = 0;
        for (Watched process : List.copyOf(watched)) {
            try {
                ticks += process.growth();
            } catch (IOException e) {
                process.stat.close();
                watched.remove(process);
                if (watched.isEmpty()) {
                    throw e;
                }
            }
        }
        interval.putRate(reading, ticks / TICKS_PER_SECOND);
    }

    @Override
    public void close() {
        watched.forEach(process -> process.stat.close());
    }
}
