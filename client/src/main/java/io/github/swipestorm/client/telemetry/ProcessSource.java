package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjDoubleConsumer;
import java.util.function.Supplier;

/** Adds up a figure that each of several processes has in a file of its own. A process that ends is omitted from then on. */
final class ProcessSource implements MetricSource {

    private static final double TICKS_PER_SECOND = 100;
    /** Positions after the name in parentheses, which may contain anything, including blanks and parentheses. */
    private static final int UTIME = 11;

    private static final int STIME = 12;

    private final Map<SystemFile, Figure> watched = new LinkedHashMap<>();
    private final ObjDoubleConsumer<SampleBuilder> sum;

    /** The figure in the text of one process's file. */
    private interface Figure {

        double in(String text) throws IOException;
    }

    private ProcessSource(
            List<Path> processes, String file, Supplier<Figure> figure, ObjDoubleConsumer<SampleBuilder> sum) {
        processes.forEach(process -> watched.put(new SystemFile(process.resolve(file)), figure.get()));
        this.sum = sum;
    }

    /**
     * Resident memory: {@code VmRSS} of {@code /proc/PID/status}, in KiB (proc_pid_status(5)). Shared pages count for each
     * process.
     *
     * @param processes their directories
     */
    static ProcessSource memory(List<Path> processes, Metric reading) {
        return new ProcessSource(
                processes,
                "status",
                () -> ProcessSource::kibibytes,
                (interval, kibibytes) -> interval.put(reading, kibibytes * 1_024));
    }

    /**
     * CPU time of all their threads: {@code utime} and {@code stime} of {@code /proc/PID/stat}, in ticks of 10 ms, which Linux
     * uses on every processor that it runs servers on (proc_pid_stat(5)).
     *
     * @param processes their directories
     */
    static ProcessSource cpuTime(List<Path> processes, Metric reading) {
        return new ProcessSource(
                processes,
                "stat",
                () -> {
                    Counter counter = new Counter();
                    return text -> counter.growth(ticks(text));
                },
                (interval, ticks) -> interval.putRate(reading, ticks / TICKS_PER_SECOND));
    }

    private static double kibibytes(String status) throws IOException {
        return SystemFile.numberAfter(status, "VmRSS:")
                .orElseThrow(() -> new IOException("no VmRSS: the process has ended"));
    }

    private static long ticks(String stat) throws IOException {
        String[] words = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        try {
            return Long.parseLong(words[UTIME]) + Long.parseLong(words[STIME]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("not the state of a process: " + stat, e);
        }
    }

    @Override
    public void read(SampleBuilder interval) throws IOException {
        double total = 0;
        for (SystemFile file : List.copyOf(watched.keySet())) {
            try {
                total += watched.get(file).in(file.read());
            } catch (IOException e) {
                file.close();
                watched.remove(file);
                if (watched.isEmpty()) {
                    throw e;
                }
            }
        }
        sum.accept(interval, total);
    }

    @Override
    public void close() {
        watched.keySet().forEach(SystemFile::close);
    }
}
