package io.github.swipestorm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.report.run.MadeUpResult;
import io.github.swipestorm.client.report.run.RunReport;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.github.swipestorm.client.testing.AnsweringServer;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTestTest {

    private static LoadTest to(AnsweringServer server) {
        return Swipestorm.load(server.target().toString())
                .workers(2)
                .requests(100)
                .plan(plan -> plan.selfWarmUp(SelfWarmUp.NONE));
    }

    @Test
    void figures_of_a_run_in_which_every_fourth_request_fails() throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> number % 4 == 0 ? 500 : 200)) {
            LoadResult result = to(server).get("/albums").run();

            assertThat(server.requests()).isEqualTo(100);
            assertThat(result.counts().ok()).isEqualTo(75);
            assertThat(result.errorShare()).isEqualTo(0.25);
            assertThat(result.throughput()).isPositive();
            assertThat(result.responseTime(50)).isPositive().isLessThanOrEqualTo(result.responseTime(99));
            assertThat(result.problems()).isEmpty();
            assertThat(result.toString()).contains("75 ok, 25 failed");
            assertThat(result.met("errors<=25%")).isTrue();
            assertThat(result.check("errors<10%").status()).isEqualTo(Objectives.Status.MISSED);
            assertThatThrownBy(() -> result.require("errors<10%"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("missed: errors<10% by 15.000 %");
        }
    }

    @Test
    void a_client_that_was_starved_meets_no_objective() {
        long hour = Duration.ofHours(1).toNanos() / 1_000;
        Telemetry paused = new Telemetry(
                List.of(new TelemetrySample(hour, hour, Map.of(Metric.GC_PAUSE, 900.0), List.of())), List.of());
        LoadResult result =
                new LoadResult(new RunReport(MadeUpResult.of(1_024, paused), Optional.empty(), Objectives.NONE));

        assertThat(result.check("p99<1s").status()).isEqualTo(Objectives.Status.INCONCLUSIVE);
        assertThat(result.met("p99<1s")).isFalse();
        assertThatThrownBy(() -> result.require("p99<1s"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("paused by its garbage collector");
    }

    @Test
    void latencies_are_absent_when_no_request_was_ok() throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> 503)) {
            LoadResult result = to(server).post("/albums", "text/plain", "x").run();

            assertThat(result.errorShare()).isEqualTo(1);
            assertThat(result.met("p99<1s")).isFalse();
            assertThatThrownBy(() -> result.responseTime(99)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void a_plan_that_was_written_and_read_is_run_and_its_files_are_kept(@TempDir Path directory)
            throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(number -> 200)) {
            LoadPlan[] written = new LoadPlan[1];
            to(server).get("/albums").plan(plan -> written[0] = plan.build());
            Path output = directory.resolve("run");

            LoadResult result = Swipestorm.load(LoadPlan.fromJson(written[0].toJson()))
                    .output(output)
                    .objectives("errors<1%")
                    .run();

            assertThat(result.details().plan()).isEqualTo(written[0]);
            assertThat(output.resolve("summary.json")).content().contains("errors<1%");
            assertThat(result.files()).contains(output.resolve("report.html")).allMatch(Files::exists);
            assertThatThrownBy(() -> Swipestorm.load(written[0]).output(output).run())
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(output.toString());
        }
    }

    @Test
    void a_test_without_anything_to_send_or_without_an_end_is_refused() {
        assertThatThrownBy(
                        () -> Swipestorm.load("http://localhost:1").requests(1).run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("workload");
        assertThatThrownBy(() -> Swipestorm.load("http://localhost:1").get("/").run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("duration");
        assertThatThrownBy(() -> Swipestorm.load("localhost")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Swipestorm.load("http://localhost:1")
                        .get("/")
                        .duration(Duration.ZERO)
                        .run())
                .isInstanceOf(IllegalArgumentException.class);
    }
}
