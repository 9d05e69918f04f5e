package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.record.csv.AttemptRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A per-request CSV for tests; times are given in microseconds since the start of the run. */
final class RecordsFile {
    static final long START = 1_763_700_000_000_000L;
    static final String HEADER =
            "start_us,method,latency_us,status,due_us,worker,request,attempt,failure,bytes,target\n";

    private final StringBuilder text = new StringBuilder(HEADER);
    private final List<AttemptRow> rows = new ArrayList<>();

    RecordsFile attempt(long startUs, long latencyUs, int status, int worker, long request, int attempt) {
        return attempt(startUs, latencyUs, status, worker, request, attempt, "", startUs);
    }

    RecordsFile failure(long startUs, long latencyUs, String failure, int worker, long request, int attempt) {
        return attempt(startUs, latencyUs, AttemptRow.NO_STATUS, worker, request, attempt, failure, startUs);
    }

    RecordsFile attempt(
            long startUs,
            long latencyUs,
            int status,
            int worker,
            long request,
            int attempt,
            String failure,
            long dueUs) {
        text.append(START + startUs)
                .append(",POST,")
                .append(latencyUs)
                .append(',')
                .append(status == AttemptRow.NO_STATUS ? "" : status)
                .append(',')
                .append(START + dueUs)
                .append(',')
                .append(worker)
                .append(',')
                .append(request)
                .append(',')
                .append(attempt)
                .append(',')
                .append(failure)
                .append(",17,/swipe/left/\n");
        rows.add(new AttemptRow(
                START + startUs,
                "POST",
                latencyUs,
                status,
                START + dueUs,
                worker,
                request,
                attempt,
                failure,
                17,
                "/swipe/left/"));
        return this;
    }

    /** 40 workers for some seconds, every 50th attempt refused and tried again; the same at every call. */
    static RecordsFile ofARun(int seconds) {
        RecordsFile file = new RecordsFile();
        SplittableRandom random = new SplittableRandom(7);
        long request = 0;
        for (int worker = 0; worker < 40; worker++) {
            int attempt = 1;
            for (long now = worker * 1_000; now < seconds * 1_000_000L; ) {
                long latency = 20_000 + random.nextLong(30_000) * (random.nextInt(200) == 0 ? 20 : 1);
                boolean ok = random.nextInt(50) != 0;
                if (ok || attempt % 2 != 0) {
                    file.attempt(now, latency, ok ? 201 : 503, worker, request, attempt);
                } else {
                    file.failure(now, latency, "timeout", worker, request, attempt);
                }
                now += latency + 100;
                request += ok ? 1 : 0;
                attempt = ok ? 1 : attempt + 1;
            }
            request++;
        }
        return file;
    }

    String text() {
        return text.toString();
    }

    List<AttemptRow> rows() {
        return rows;
    }

    Path writeTo(Path directory) throws IOException {
        return Files.writeString(directory.resolve("records.csv"), text);
    }
}
