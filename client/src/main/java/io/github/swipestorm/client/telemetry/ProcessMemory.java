package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;

/** What a process has in RAM: {@code VmRSS} of {@code /proc/PID/status}, in KiB (proc_pid_status(5)). */
final class ProcessMemory implements Source {

    private final SystemFile status;
    private final Reading reading;

    /** The memory of the process whose directory this is. */
    ProcessMemory(Path process, Reading reading) {
        this.status = new SystemFile(process.resolve("status"));
        this.reading = reading;
    }

    @Override
    public void read(Interval interval) throws IOException {
        long kibibytes = SystemFile.numberAfter(status.read(), "VmRSS:")
                .orElseThrow(() -> new IOException("no VmRSS: the process has ended"));
        interval.put(reading, kibibytes * 1_024.0);
    }

    @Override
    public void close() {
        status.close();
    }
}
