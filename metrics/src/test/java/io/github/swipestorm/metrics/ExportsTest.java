package io.github.swipestorm.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunStage;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.internal.ManualClock;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.report.run.MadeUpResult;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.telemetry.TelemetrySample;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a scrape over a socket reads, and what a push over a socket delivers. */
class ExportsTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final RunMetrics metrics = new RunMetrics(new ManualClock(), "1.2.3");
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void a_scrape_reads_the_metrics_in_the_format_that_it_asks_for() throws Exception {
        try (PrometheusEndpoint endpoint = new PrometheusEndpoint(loopback(), metrics)) {
            end();
            String text = get(endpoint.address(), "text/plain").body();

            assertThat(text)
                    .contains("# TYPE swipestorm_requests_total counter")
                    .containsPattern("swipestorm_requests_total\\{.*outcome=\"ok\".*} 7\\.0")
                    // Of 1000, 1300 ... 2800 us, which are seven.
                    .containsPattern("swipestorm_service_time_seconds_bucket\\{.*le=\"0.001\"} 1")
                    .containsPattern("swipestorm_service_time_seconds_bucket\\{.*le=\"0.0025\"} 6")
                    .containsPattern("swipestorm_service_time_seconds_count\\{.*} 7")
                    .containsPattern("swipestorm_service_time_seconds_sum\\{.*} 0.0133")
                    .contains("swipestorm_build_info{version=\"1.2.3\"} 1");
            String binary = get(
                            endpoint.address(),
                            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited")
                    .body();
            assertThat(binary).contains("swipestorm_service_time_seconds").doesNotContain("# TYPE");
            assertThat(get(endpoint.address().resolve("/elsewhere"), "text/plain")
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void without_the_library_of_protobuf_a_reader_that_prefers_it_gets_text() throws Exception {
        try (PrometheusEndpoint endpoint = new PrometheusEndpoint(loopback(), metrics, false)) {
            end();

            var response = get(endpoint.address(), "application/vnd.google.protobuf,text/plain;q=0.5");

            assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/plain");
            assertThat(response.body()).containsPattern("swipestorm_service_time_seconds_count\\{.*} 7");
            assertThat(endpoint.endSeen()).isTrue();
        }
    }

    @Test
    void the_end_waits_for_the_scrape_that_reads_it() throws Exception {
        try (PrometheusEndpoint endpoint = new PrometheusEndpoint(loopback(), metrics)) {
            assertThat(endpoint.endSeen()).isTrue();
            end();
            assertThat(endpoint.endSeen()).isFalse();
            assertThat(endpoint.awaitLastScrape(Duration.ofMillis(1), new StopSignal()))
                    .isFalse();
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return endpoint.awaitLastScrape(LONG, new StopSignal());
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            get(endpoint.address(), "text/plain");

            assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_push_delivers_the_final_figures_to_a_collector() throws Exception {
        List<byte[]> received = new CopyOnWriteArrayList<>();
        List<String> tokens = new CopyOnWriteArrayList<>();
        List<String> warnings = new CopyOnWriteArrayList<>();
        HttpServer collector = HttpServer.create(loopback(), 0);
        collector.createContext("/v1/metrics", exchange -> {
            tokens.add(exchange.getRequestHeaders().getFirst("Authorization"));
            received.add(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        try {
            OtlpExport export =
                    export("http://127.0.0.1:" + collector.getAddress().getPort(), warnings);
            end();
            export.close();
        } finally {
            collector.stop(0);
        }

        assertThat(warnings).isEmpty();
        assertThat(tokens).containsOnly("Bearer t");
        ExportMetricsServiceRequest last = ExportMetricsServiceRequest.parseFrom(received.get(received.size() - 1));
        Map<String, io.opentelemetry.proto.metrics.v1.Metric> byName =
                last.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
                        .collect(Collectors.toMap(io.opentelemetry.proto.metrics.v1.Metric::getName, each -> each));
        assertThat(byName.get("swipestorm.requests").getSum().getIsMonotonic()).isTrue();
        assertThat(byName.get("swipestorm.requests").getSum().getDataPointsList().stream()
                        .mapToDouble(point -> point.getAsDouble())
                        .sum())
                .isEqualTo(8);
        ExponentialHistogramDataPoint service =
                byName.get("swipestorm.service_time").getExponentialHistogram().getDataPoints(0);
        assertThat(byName.get("swipestorm.service_time").getUnit()).isEqualTo("s");
        assertThat(service.getCount()).isEqualTo(7);
        assertThat(service.getMin()).isEqualTo(0.001);
        assertThat(service.getMax()).isEqualTo(0.0028);
        // The first bucket holds 1 ms: its ends are powers of the base.
        double base = Math.pow(2, Math.pow(2, -service.getScale()));
        int first = service.getPositive().getOffset();
        assertThat(service.getPositive().getBucketCounts(0)).isEqualTo(1);
        assertThat(0.001).isBetween(Math.pow(base, first), Math.pow(base, first + 1));
    }

    @Test
    void a_collector_that_does_not_answer_costs_one_warning() {
        List<String> warnings = new CopyOnWriteArrayList<>();
        // Nobody listens on the port of a discarded socket.
        OtlpExport export = export("http://127.0.0.1:1/v1/metrics", warnings);
        try (export) {
            await().atMost(LONG).until(() -> !warnings.isEmpty());
            end();
        }

        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).startsWith("The metrics cannot be pushed to http://127.0.0.1:1/v1/metrics: ");
    }

    @Test
    void the_dashboard_and_the_page_name_metrics_that_a_scrape_has() throws Exception {
        Set<String> scraped = new TreeSet<>();
        try (PrometheusEndpoint endpoint = new PrometheusEndpoint(loopback(), metrics)) {
            end();
            Pattern.compile("(?m)^(swipestorm_\\w+?)(?:_bucket|_sum|_count)?\\{")
                    .matcher(get(endpoint.address(), "text/plain").body())
                    .results()
                    .forEach(found -> scraped.add(found.group(1)));
        }
        String dashboard = Files.readString(Path.of("..", "examples", "grafana", "swipestorm.json"));
        String page = Files.readString(Path.of("..", "docs", "metrics.md"));

        assertThat(names(dashboard)).hasSizeGreaterThan(8).isSubsetOf(scraped);
        assertThat(names(page)).containsExactlyElementsOf(scraped);
    }

    private static Set<String> names(String text) {
        return Pattern.compile("\\b(swipestorm_\\w+?)(?:_bucket|_sum|_count)?\\b")
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private OtlpExport export(String url, List<String> warnings) {
        return new OtlpExport(
                metrics,
                "1.2.3",
                URI.create(url),
                Map.of("Authorization", "Bearer t"),
                Duration.ofMillis(20),
                Duration.ofSeconds(10),
                InstantSource.system(),
                warnings::add);
    }

    /** A run with everything that can be measured. */
    private void end() {
        Map<Metric, Double> readings = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            readings.put(metric, 1.0);
        }
        LatencyHistogram durations = new LatencyHistogram();
        durations.record(5_000);
        RunResult result = MadeUpResult.of(
                1,
                new Telemetry(List.of(new TelemetrySample(1_000_000, 1_000_000, readings, List.of())), List.of()),
                List.of(new IterationMeasurements("browse", 1, 0, 0, 0, 0, 0, 0, durations, durations)));
        RunObserver run = metrics.run("x", "y", 1);
        run.stage(RunStage.CONNECTING);
        run.started(result.plan(), () -> Counts.NONE);
        run.ended(result);
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private HttpResponse<String> get(URI url, String accept) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(url)
                        .header("Accept", accept)
                        .timeout(LONG)
                        .build(),
                BodyHandlers.ofString(UTF_8));
    }
}
