package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Context switches of all threads of this process, from {@code /proc/self/task/TID/status} (proc_pid_status(5)); the
 * system provides no sum. To bound the cost, 64 evenly spread threads represent all when there are more, and the list
 * of threads is refreshed only every 10 s. An interval in which one of them ended has no reading.
 */
final class ContextSwitches implements MetricSource {

    /** Each costs some 10 us and a file descriptor. */
    private static final int MOST_THREADS = 64;

    private static final int SAMPLES_OF_A_LIST = 10;

    private final Path tasks;
    private List<Task> watched = new ArrayList<>();
    private double threadsForEach = 1;
    private int samples;

    ContextSwitches(Path proc) {
        tasks = proc.resolve("self/task");
    }

    @Override
    public void read(SampleBuilder interval) throws IOException {
        if (samples++ % SAMPLES_OF_A_LIST == 0) {
            list();
        }
        double voluntary = 0;
        double involuntary = 0;
        boolean known = false;
        List<Task> ended = new ArrayList<>();
        for (Task task : watched) {
            if (!task.read()) {
                ended.add(task);
            } else if (task.grown()) {
                known = true;
                voluntary += task.voluntaryGrowth;
                involuntary += task.involuntaryGrowth;
            }
        }
        ended.forEach(Task::close);
        watched.removeAll(ended);
        // A thread's count disappears when it ends, and the sum would drop: especially when the workers end.
        if (known && ended.isEmpty()) {
            interval.putRate(Metric.VOLUNTARY_SWITCHES, voluntary * threadsForEach);
            interval.putRate(Metric.INVOLUNTARY_SWITCHES, involuntary * threadsForEach);
        }
    }

    /** Keeps the threads that are already sampled, so that their counters continue. */
    private void list() throws IOException {
        String[] names = tasks.toFile().list();
        if (names == null) {
            throw new IOException("no list of threads");
        }
        Arrays.sort(names);
        int count = Math.min(MOST_THREADS, names.length);
        List<Task> next = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = names[(int) ((long) i * names.length / count)];
            next.add(watched.stream()
                    .filter(task -> task.name.equals(name))
                    .findFirst()
                    .orElseGet(() -> new Task(name, tasks.resolve(name).resolve("status"))));
        }
        watched.stream().filter(task -> !next.contains(task)).forEach(Task::close);
        watched = next;
        threadsForEach = count == 0 ? 1 : (double) names.length / count;
    }

    @Override
    public void close() {
        watched.forEach(Task::close);
    }

    private static final class Task {

        private final String name;
        private final SystemFile status;
        private final Counter voluntary = new Counter();
        private final Counter involuntary = new Counter();
        private double voluntaryGrowth;
        private double involuntaryGrowth;

        private Task(String name, Path file) {
            this.name = name;
            this.status = new SystemFile(file);
        }

        /** False when it has ended. */
        private boolean read() {
            try {
                String text = status.read();
                OptionalLong waits = SystemFile.numberAfter(text, "voluntary_ctxt_switches:");
                OptionalLong yields = SystemFile.numberAfter(text, "nonvoluntary_ctxt_switches:");
                if (waits.isEmpty() || yields.isEmpty()) {
                    return false;
                }
                voluntaryGrowth = voluntary.growth(waits.getAsLong());
                involuntaryGrowth = involuntary.growth(yields.getAsLong());
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        private boolean grown() {
            return voluntaryGrowth >= 0 && involuntaryGrowth >= 0;
        }

        private void close() {
            status.close();
        }
    }
}
