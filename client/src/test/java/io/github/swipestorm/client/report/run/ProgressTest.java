package io.github.swipestorm.client.report.run;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.engine.RunStage;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.report.live.ProgressLine;
import io.github.swipestorm.client.report.live.ProgressReporter;
import io.github.swipestorm.client.report.live.Screen;
import io.github.swipestorm.client.testing.Plans;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
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
        String line = ProgressLine.of(BY_NUMBER, counts(240, 10, 300), Duration.ofSeconds(10), 1_234.5);

        assertThat(line).contains(" 25 %", "250 requests", "1,23", "30 s left", "50 retries", "10 failed");
    }

    @Test
    void a_run_by_time_shows_how_much_of_its_time_is_over() {
        String line = ProgressLine.of(BY_TIME, counts(5_000, 0, 5_000), Duration.ofMinutes(6), 10);

        assertThat(line).contains(" 60 %", "4:00 min left");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "500, 12", "1000, 24", "1001, 24"})
    void the_bar_is_as_long_as_the_run_has_come(long ended, int length) {
        String line = fitting(ended, 0, 200, false);

        assertThat(line).startsWith("[" + "=".repeat(length) + " ".repeat(24 - length) + "]");
    }

    @Test
    void a_terminal_of_eighty_columns_shows_everything_and_narrower_ones_what_matters_most() {
        assertThat(fitting(500, 20, 80, false))
                .isEqualTo("[======      ]  52 %  520 requests  1,000 req/s  9 s left  0 retries  20 failed");
        assertThat(fitting(500, 20, 40, false)).isEqualTo(" 52 %  1,000 req/s  9 s left  20 failed");
        assertThat(fitting(500, 20, 20, false)).isEqualTo(" 52 %  1,000 req/s");
        assertThat(fitting(500, 20, 4, false)).isEqualTo(" 52");
        assertThat(fitting(500, 20, 1, false)).isEmpty();
    }

    @Test
    void colours_take_no_columns_and_failures_are_red() {
        String line = fitting(500, 20, 80, true);

        assertThat(line).contains("\u001b[31m20 failed\u001b[39m").startsWith("[\u001b[36m");
        assertThat(line.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(fitting(500, 20, 80, false));
        assertThat(fitting(500, 0, 80, true)).doesNotContain("\u001b[31m");
    }

    private static String fitting(long ok, long failed, int columns, boolean colour) {
        return ProgressLine.fitting(
                BY_NUMBER, counts(ok, failed, ok + failed), Duration.ofSeconds(10), 1_000, columns, colour);
    }

    @Property(tries = 300)
    void no_numbers_make_a_line_absurd(
            @ForAll @IntRange(max = 2_000) int ok,
            @ForAll @IntRange(max = 2_000) int failed,
            @ForAll @LongRange(min = 0, max = 1L << 60) long elapsed,
            @ForAll boolean byTime,
            @ForAll @IntRange(max = 300) int columns) {
        String line = ProgressLine.fitting(
                byTime ? BY_TIME : BY_NUMBER,
                counts(ok, failed, ok + 6L * failed),
                Duration.ofNanos(elapsed),
                ok * 1e9 / Math.max(1, elapsed),
                columns,
                false);

        assertThat(line)
                .doesNotContain("NaN", "Infinity", "-", "\n")
                .hasSizeLessThanOrEqualTo(Math.max(0, columns - 1));
    }

    @Test
    void without_a_terminal_progress_is_plain_lines() {
        StringWriter text = new StringWriter();
        try (ProgressReporter reporter = new ProgressReporter(new PrintWriter(text), Optional.empty(), 5)) {
            reporter.working("warming up");
            reporter.started(BY_NUMBER, () -> counts(100, 0, 100));
            await().atMost(MAX_WAIT).until(() -> text.toString().split("requests", -1).length > 3);
        }

        assertThat(text.toString())
                .doesNotContain("\r", "\u001b", "[", "warming")
                .endsWith(System.lineSeparator());
        assertThat(text.toString().lines()).allMatch(line -> line.contains("requests"));
    }

    @Test
    void slow_connecting_is_reported_also_without_a_terminal() {
        StringWriter text = new StringWriter();
        try (ProgressReporter reporter = new ProgressReporter(new PrintWriter(text), Optional.empty(), 5)) {
            reporter.connecting(() -> 2_345, 100_000);
            await().atMost(MAX_WAIT).until(() -> text.toString().contains("\n"));
        }

        assertThat(text.toString()).matches("(?s)connecting, 2,345 of 100,000 \\.\\.\\. \\d+ s\\R.*");
    }

    @Test
    void a_terminal_shows_what_is_being_done_and_then_the_run_and_is_clean_in_the_end() {
        StringWriter lines = new StringWriter();
        List<String> shown = new CopyOnWriteArrayList<>();
        try (ProgressReporter reporter = new ProgressReporter(new PrintWriter(lines), Optional.of(screen(shown)), 5)) {
            reporter.stage(RunStage.CLIENT_WARM_UP);
            await().atMost(MAX_WAIT)
                    .until(() -> shown.stream().anyMatch(line -> line.matches("warming up client \\.\\.\\. \\d+ s")));
            reporter.started(BY_NUMBER, () -> counts(100, 0, 100));
            await().atMost(MAX_WAIT).until(() -> shown.stream().anyMatch(line -> line.contains("100 requests")));
        }

        assertThat(shown).endsWith("").allMatch(line -> line.length() < 80);
        assertThat(lines.toString()).isEmpty();
    }

    @Test
    void a_run_that_never_starts_shows_nothing() {
        StringWriter text = new StringWriter();
        new ProgressReporter(new PrintWriter(text), Optional.empty(), 1).close();

        assertThat(text.toString()).isEmpty();
    }

    private static Screen screen(List<String> shown) {
        return new Screen() {
            @Override
            public int columns() {
                return 80;
            }

            @Override
            public boolean colour() {
                return false;
            }

            @Override
            public void show(String line) {
                shown.add(line);
            }

            @Override
            public void clear() {
                shown.add("");
            }
        };
    }

    private static Counts counts(long ok, long failed, long attempts) {
        return new Counts(ok, 0, failed, attempts, 0, 0, Map.of(201, ok), Map.of());
    }
}
