package io.github.swipestorm.client.record.csv;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.record.AttemptRecorder;
import io.github.swipestorm.client.record.Collector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalLogTest {

    @TempDir
    private Path directory;

    @Test
    void the_librarys_own_reader_adds_the_intervals_up_to_the_whole() throws Exception {
        RunClock clock = new RunClock(NanoClock.SYSTEM);
        long start = System.nanoTime();
        clock.start(start, 1_700_000_000_000_000L);
        Path service = directory.resolve("service.hlog");
        Path response = directory.resolve("response.hlog");
        IntervalLog log = new IntervalLog(service, response, clock);
        Collector collector = new Collector(1, 1, log);
        for (int i = 1; i <= 1_000; i++) {
            long sent = start + i;
            collector
                    .recorder(0)
                    .record(
                            i,
                            0,
                            1,
                            true,
                            sent - 500_000,
                            sent,
                            sent,
                            sent + i * 1_000L,
                            AttemptRecorder.NO_INSTANT,
                            100,
                            new Response(201, 0));
        }
        Awaitility.await()
                .atMost(MAX_WAIT)
                .until(() -> Files.readAllLines(service).stream()
                                .filter(line -> !line.startsWith("#"))
                                .count()
                        > 2);
        collector.close();
        assertThat(log.finish()).isEmpty();

        Histogram all = LatencyHistogram.newHistogram();
        double end = 0;
        try (HistogramLogReader reader = new HistogramLogReader(service.toFile())) {
            for (EncodableHistogram interval = reader.nextIntervalHistogram();
                    interval != null;
                    interval = reader.nextIntervalHistogram()) {
                all.add((Histogram) interval);
                // Intervals follow each other without a gap.
                assertThat(interval.getStartTimeStamp() / 1e3 - 1_700_000_000).isCloseTo(end, within(0.002));
                end = interval.getEndTimeStamp() / 1e3 - 1_700_000_000;
            }
        }
        assertThat(all.getTotalCount()).isEqualTo(1_000);
        assertThat(all.getMaxValue()).isEqualTo(1_000);
        assertThat(all.getMinNonZeroValue()).isEqualTo(1);
        List<String> responseLines = Files.readAllLines(response);
        assertThat(responseLines).anyMatch(line -> line.contains("Interval_Max"));
    }
}
