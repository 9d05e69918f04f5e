package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The most CPU time that a process may take: the CPUs it may run on ({@code Cpus_allowed_list}, proc_pid_status(5)), or the
 * quota of its control group if that is less. Read once: limits hardly ever change while a run goes on.
 */
final class CpuLimit implements Source {

    private final OptionalDouble cores;
    private final Reading reading;

    /**
     * The limit of a process.
     *
     * @param root the file system's; tests have one of their own
     * @param process its directory's name in {@code /proc}
     */
    CpuLimit(Path root, String process, Reading reading) {
        this.reading = reading;
        this.cores = limit(root, root.resolve("proc").resolve(process));
    }

    private static OptionalDouble limit(Path root, Path process) {
        OptionalInt allowed;
        try {
            allowed = allowed(SystemFile.once(process.resolve("status")));
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
        OptionalDouble quota = ControlGroup.quota(root, process);
        return allowed.isPresent()
                ? OptionalDouble.of(Math.min(allowed.getAsInt(), quota.orElse(Double.MAX_VALUE)))
                : OptionalDouble.empty();
    }

    private static OptionalInt allowed(String status) {
        return SystemFile.lineAfter(status, "Cpus_allowed_list:").stream()
                .filter(list -> list.matches("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*"))
                .mapToInt(CpuLimit::count)
                .findFirst();
    }

    /** How many there are in a list like {@code 0-3,8,10-11}. */
    private static int count(String list) {
        int count = 0;
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
        }
        return count;
    }

    @Override
    public void read(Interval interval) throws IOException {
        interval.put(reading, cores.orElseThrow(() -> new IOException("no list of CPUs")));
    }
}
