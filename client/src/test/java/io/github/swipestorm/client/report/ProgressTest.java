package io.github.swipestorm.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.record.Counts;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.Workers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {

    private static final LoadPlan BY_NUMBER =
            Plans.plan(Plans.NOWHERE).requests(1_000).build();
    private static final LoadPlan BY_TIME =
            Plans.plan(Plans.NOWHERE).duration(Duration.ofMinutes(10)).build();

    @Test
    void a_line_says_how_far_the_run_is_how_fast_and_how_long_it_will_take() {
        String line = ProgressLine.of(BY_NUMBER, counts(240, 10, 300), Duration.ofSeconds(10), 1_234.5, false);

        assertThat(line).contains(" 25 %", "250 requests", "1,23", "30 s left", "50 retries", "10 failed");
    }

    @Test
    void a_run_by_time_shows_how_much_of_its_time_is_over() {
        String line = ProgressLine.of(BY_TIME, counts(5_000, 0, 5_000), Duration.ofMinutes(6), 10, false);

        assertThat(line).contains(" 60 %", "4:00 min left");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "500, 12", "1000, 24", "1001, 24"})
    void the_bar_is_as_long_as_the_run_has_come(long ended, int length) {
        String line = ProgressLine.of(BY_NUMBER, counts(ended, 0, ended), Duration.ofSeconds(1), 0, true);

        assertThat(line).startsWith("[" + "=".repeat(length) + " ".repeat(24 - length) + "]");
    }

    @Property(tries = 300)
    void no_numbers_make_a_line_absurd(
            @ForAll @IntRange(max = 2_000) int ok,
            @ForAll @IntRange(max = 2_000) int failed,
            @ForAll @LongRange(min = 0, max = 1L << 60) long elapsed,
            @ForAll boolean byTime,
            @ForAll boolean bar) {
        String line = ProgressLine.of(
                byTime ? BY_TIME : BY_NUMBER,
                counts(ok, failed, ok + 6L * failed),
                Duration.ofNanos(elapsed),
                ok * 1e9 / Math.max(1, elapsed),
                bar);

        assertThat(line).doesNotContain("NaN", "Infinity", "-", "\n");
    }

    @Test
    void where_nobody_looks_progress_is_plain_lines() {
        String text = shown(false);

        assertThat(text).doesNotContain("\r\u001b", "[");
        assertThat(text.lines()).hasSizeGreaterThanOrEqualTo(2).allMatch(line -> line.contains("requests"));
        assertThat(text).endsWith(System.lineSeparator());
    }

    @Test
    void on_a_terminal_one_line_is_drawn_over_again_and_cleared_in_the_end() {
        String text = shown(true);

        assertThat(text).doesNotContain("\n").startsWith("\r\u001b[K[").endsWith("\r\u001b[K");
    }

    @Test
    void a_run_that_never_starts_shows_nothing() {
        StringWriter text = new StringWriter();
        new ProgressReporter(new PrintWriter(text), false, 1).close();

        assertThat(text.toString()).isEmpty();
        Workers.awaitNone();
    }

    private static String shown(boolean terminal) {
        StringWriter text = new StringWriter();
        try (ProgressReporter reporter = new ProgressReporter(new PrintWriter(text), terminal, 5)) {
            reporter.started(BY_NUMBER, () -> counts(100, 0, 100));
            await().atMost(Duration.ofSeconds(20)).until(() -> text.toString().split("requests", -1).length > 3);
        }
        Workers.awaitNone();
        return text.toString();
    }

    private static Counts counts(long ok, long failed, long attempts) {
        return new Counts(ok, 0, failed, attempts, 0, Map.of(201, ok), Map.of(), 0);
    }
}
