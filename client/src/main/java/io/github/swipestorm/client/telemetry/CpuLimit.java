package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The most CPU time that processes may use together: the CPUs that any of them may run on ({@code Cpus_allowed_list},
 * proc_pid_status(5)), or the largest quota of their control groups if that is less. Read once: limits hardly ever
 * change during a run.
 */
final class CpuLimit implements MetricSource {

    private final OptionalDouble cores;
    private final Metric reading;

    /**
     * The limit of some processes.
     *
     * @param root the file system's root; tests use their own
     * @param processes their directories' names in {@code /proc}
     */
    CpuLimit(Path root, List<String> processes, Metric reading) {
        this.reading = reading;
        this.cores = limit(root, processes);
    }

    private static OptionalDouble limit(Path root, List<String> processes) {
        BitSet allowed = new BitSet();
        double quota = 0;
        for (String name : processes) {
            Path process = root.resolve("proc").resolve(name);
            try {
                allowed(SystemFile.once(process.resolve("status"))).ifPresent(allowed::or);
                quota = Math.max(quota, ControlGroup.quota(root, process).orElse(Double.MAX_VALUE));
            } catch (IOException e) {
                // The process has ended: the others' limits remain.
                continue;
            }
        }
        return allowed.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Math.min(allowed.cardinality(), quota));
    }

    private static Optional<BitSet> allowed(String status) {
        return SystemFile.lineAfter(status, "Cpus_allowed_list:")
                .filter(list -> list.matches("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*"))
                .map(CpuLimit::cpus);
    }

    /** Those of a list like {@code 0-3,8,10-11}. */
    private static BitSet cpus(String list) {
        BitSet cpus = new BitSet();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            cpus.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return cpus;
    }

    @Override
    public void read(SampleBuilder interval) throws IOException {
        interval.put(reading, cores.orElseThrow(() -> new IOException("no list of CPUs")));
    }
}
