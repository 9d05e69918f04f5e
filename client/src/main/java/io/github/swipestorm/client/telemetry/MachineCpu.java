package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The machine's CPU time per core, from {@code /proc/stat}: lines
 * {@code cpuN user nice system idle iowait irq softirq steal} in hundredths of a second (proc_stat(5)). A core is busy
 * when it is neither idle nor waiting for a disk, and not stolen by the hypervisor: stolen time is a separate reading.
 */
final class MachineCpu implements MetricSource {

    private static final int IDLE = 3;
    private static final int IOWAIT = 4;
    private static final int STEAL = 7;

    private final SystemFile stat;
    private List<long[]> before = List.of();

    MachineCpu(Path proc) {
        stat = new SystemFile(proc.resolve("stat"));
    }

    @Override
    public void read(SampleBuilder interval) throws IOException {
        List<long[]> now = cores(stat.read());
        if (now.size() == before.size()) {
            List<Double> busy = new ArrayList<>();
            double steal = 0;
            for (int core = 0; core < now.size(); core++) {
                long[] growth = growth(before.get(core), now.get(core));
                long total = 0;
                for (long part : growth) {
                    total += part;
                }
                busy.add(
                        total == 0
                                ? 0
                                : Math.max(0, 1 - (double) (growth[IDLE] + growth[IOWAIT] + growth[STEAL]) / total));
                steal += total == 0 ? 0 : (double) growth[STEAL] / total;
            }
            interval.putCores(busy);
            interval.put(Metric.CPU_STEAL, steal);
        }
        before = now;
    }

    /** Numbers, especially idle times, may decrease slightly: that counts as no growth. */
    private static long[] growth(long[] from, long[] to) {
        long[] growth = new long[to.length];
        for (int i = 0; i < growth.length; i++) {
            growth[i] = Math.max(0, to[i] - from[i]);
        }
        return growth;
    }

    private static List<long[]> cores(String text) throws IOException {
        List<long[]> cores = new ArrayList<>();
        for (String line : text.split("\n")) {
            if (!line.startsWith("cpu")) {
                break;
            }
            if (!line.startsWith("cpu ")) {
                cores.add(numbers(line));
            }
        }
        if (cores.isEmpty()) {
            throw new IOException("no line for any core");
        }
        return cores;
    }

    private static long[] numbers(String line) throws IOException {
        String[] words = line.split(" +");
        long[] numbers = new long[STEAL + 1];
        try {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = Long.parseLong(words[i + 1]);
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("not the CPU time of a core: " + line, e);
        }
        return numbers;
    }

    @Override
    public void close() {
        stat.close();
    }
}
