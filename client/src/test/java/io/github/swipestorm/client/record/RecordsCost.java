package io.github.swipestorm.client.record;

import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Measures what recording an attempt costs: the worker, which writes it into its ring while the collector empties it, and
 * the collector, which turns it into a row. Not a test; after {@code mvn test-compile}, in the project's root:
 *
 * <pre>{@code java -cp "client/target/test-classes:client/target/classes:$(cat client/target/runtime.classpath)" \
 *     io.github.swipestorm.client.record.RecordsCost}</pre>
 */
final class RecordsCost {

    private static final int ATTEMPTS = 5_000_000;
    private static final int ROUNDS = 5;

    private RecordsCost() {}

    /** Prints nanoseconds an attempt, round by round; the last round is the warm one. */
    public static void main(String[] args) throws IOException {
        for (int round = 1; round <= ROUNDS; round++) {
            System.out.printf(
                    Locale.ROOT,
                    "round %d: worker %.1f ns, row %.1f ns%n",
                    round,
                    nanosOfRecording() / ATTEMPTS,
                    nanosOfFormatting() / ATTEMPTS);
        }
    }

    private static double nanosOfRecording() {
        Response response = new Response(201, 31);
        try (Collector collector = new Collector(1, 1, new Tally())) {
            AttemptRecorder recorder = collector.recorder(0);
            long begun = System.nanoTime();
            for (long i = 0; i < ATTEMPTS; i++) {
                recorder.record(i, 0, 1, true, begun, begun, begun + i, begun + i + 1_000_000, response);
            }
            return System.nanoTime() - begun;
        }
    }

    private static double nanosOfFormatting() throws IOException {
        RunClock clock = new RunClock();
        clock.start(0, 1_700_000_000_000_000L);
        Path directory = Files.createTempDirectory("records-cost");
        Path file = directory.resolve("records.csv");
        List<Template> templates = List.of(new Template(0, "POST", "/swipe/left/", "application/json"));
        RecordsWriter writer = new RecordsWriter(file, RecordsPolicy.BLOCK, clock, "", templates);
        Attempt attempt = new Attempt();
        long[] record = new long[Attempt.LONGS];
        long begun = System.nanoTime();
        for (long i = 0; i < ATTEMPTS; i++) {
            record[0] = i;
            record[3] = i * 1_000;
            record[4] = i * 1_000 + 5_000_000;
            record[5] = 31;
            record[6] = Attempt.pack(1, 0, true, 201, Attempt.NO_FAILURE);
            attempt.wrap(record, 0);
            writer.accept(attempt);
        }
        double nanos = System.nanoTime() - begun;
        writer.finish();
        Files.delete(file);
        Files.delete(directory);
        return nanos;
    }
}
