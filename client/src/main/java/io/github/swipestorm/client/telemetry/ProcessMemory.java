package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Resident memory of processes: {@code VmRSS} of {@code /proc/PID/status}, in KiB (proc_pid_status(5)). Shared pages
 * count for each process. A process that ends is omitted from then on.
 */
final class ProcessMemory implements MetricSource {

    private final List<SystemFile> statuses = new ArrayList<>();
    private final Metric reading;

    /** The memory of the processes whose directories these are. */
    ProcessMemory(List<Path> processes, Metric reading) {
        processes.forEach(process -> statuses.add(new SystemFile(process.resolve("status"))));
        this.reading = reading;
    }

    @Override
    public void read(SampleBuilder interval) throws IOException {
        double kibibytes = 0;
        for (SystemFile status : List.copyOf(statuses)) {
            try {
                kibibytes += SystemFile.numberAfter(status.read(), "VmRSS:")
                        .orElseThrow(() -> new IOException("no VmRSS: the process has ended"));
            } catch (IOException e) {
                status.close();
                statuses.remove(status);
                if (statuses.isEmpty()) {
                    throw e;
                }
            }
        }
        interval.put(reading, kibibytes * 1_024.0);
    }

    @Override
    public void close() {
        statuses.forEach(SystemFile::close);
    }
}
