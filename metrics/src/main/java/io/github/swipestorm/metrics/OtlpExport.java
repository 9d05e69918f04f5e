package io.github.swipestorm.metrics;

import io.github.swipestorm.client.thread.DaemonThreads;
import io.github.swipestorm.metrics.MetricFamily.Series;
import io.github.swipestorm.metrics.MetricFamily.Type;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Pushes the metrics of runs to an OpenTelemetry collector, by OTLP over HTTP, cumulative and with exponential histograms. What a push
 * missed is in the next one: nothing is retried.
 */
public final class OtlpExport implements AutoCloseable {

    /** The path of metrics below a collector's address. */
    public static final String PATH = "/v1/metrics";

    /** The library logs failures; its users get one line. The reference keeps the setting. */
    private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("io.github.swipestorm");

    private final RunMetrics metrics;
    private final URI endpoint;
    private final Consumer<String> warn;
    private final InstantSource timeOfDay;
    private final Resource resource;
    private final OtlpHttpMetricExporter exporter;
    private final ScheduledExecutorService thread;
    private final Duration patience;
    private final long startNanos;
    private boolean warned;

    /**
     * Begins to push.
     *
     * @param endpoint of the collector; {@link #PATH} is added where it is missing
     * @param headers of each push, such as a token
     * @param every how much later than a push the next one begins
     * @param patience for the answer to a push
     * @param warn receives one line at the first failure
     */
    public OtlpExport(
            RunMetrics metrics,
            String version,
            URI endpoint,
            Map<String, String> headers,
            Duration every,
            Duration patience,
            InstantSource timeOfDay,
            Consumer<String> warn) {
        LIBRARY.setLevel(Level.OFF);
        this.metrics = metrics;
        String base = endpoint.toString().replaceAll("/+$", "");
        this.endpoint = URI.create(base.endsWith(PATH) ? base : base + PATH);
        this.warn = warn;
        this.timeOfDay = timeOfDay;
        this.patience = patience;
        resource = Resource.create(Attributes.of(
                AttributeKey.stringKey("service.name"),
                "swipestorm",
                AttributeKey.stringKey("service.version"),
                version));
        OtlpHttpMetricExporterBuilder builder = OtlpHttpMetricExporter.builder()
                .setEndpoint(this.endpoint.toString())
                .setTimeout(patience)
                .setConnectTimeout(patience)
                .setRetryPolicy(null);
        headers.forEach(builder::addHeader);
        exporter = builder.build();
        startNanos = now();
        thread = Executors.newSingleThreadScheduledExecutor(DaemonThreads.factory("swipestorm-otlp"));
        thread.scheduleWithFixedDelay(this::push, every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
    }

    private long now() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, timeOfDay.instant());
    }

    private void push() {
        try {
            long at = now();
            CompletableResultCode sent = exporter.export(metrics.read().stream()
                    .filter(family -> !family.series().isEmpty())
                    .map(family -> data(family, at))
                    .toList());
            sent.join(patience.toMillis() + 100, TimeUnit.MILLISECONDS);
            if (!sent.isSuccess()) {
                warn(sent.getFailureThrowable() == null ? "no answer in time" : reason(sent.getFailureThrowable()));
            }
        } catch (RuntimeException e) {
            // A failed push must not end the pushes, let alone the run.
            warn(e.toString());
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            if (cause instanceof ConnectException) {
                return "nobody answers there";
            }
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private void warn(String why) {
        if (!warned) {
            warned = true;
            warn.accept("The metrics cannot be pushed to " + endpoint + ": " + why
                    + "; the run goes on, and so do the attempts to push");
        }
    }

    /** Pushes the final figures, and ends. */
    @Override
    public void close() {
        thread.execute(this::push);
        thread.shutdown();
        try {
            if (!thread.awaitTermination(3 * patience.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
        exporter.shutdown().join(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private MetricData data(MetricFamily family, long at) {
        return switch (family.type()) {
            case COUNTER ->
                metric(
                        family,
                        MetricDataType.DOUBLE_SUM,
                        SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, points(family, at)));
            case GAUGE, INFO ->
                metric(family, MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(points(family, at)));
            case HISTOGRAM ->
                metric(
                        family,
                        MetricDataType.EXPONENTIAL_HISTOGRAM,
                        ExponentialHistogramData.create(
                                AggregationTemporality.CUMULATIVE,
                                family.series().stream()
                                        .map(series -> histogram(series, at))
                                        .toList()));
        };
    }

    private Metric metric(MetricFamily family, MetricDataType type, Data<?> data) {
        String name = family.openTelemetryName() + (family.type() == Type.INFO ? "_info" : "");
        return new Metric(resource, name, family.help(), family.unit().ucum(), type, data);
    }

    private List<DoublePointData> points(MetricFamily family, long at) {
        return family.series().stream()
                .map(series -> DoublePointData.create(startNanos, at, attributes(series), series.value(), List.of()))
                .toList();
    }

    private ExponentialHistogramPointData histogram(Series series, long at) {
        ExponentialBuckets buckets = ExponentialBuckets.of(series.histogram());
        boolean empty = series.histogram().count() == 0;
        return ExponentialHistogramPointData.create(
                ExponentialBuckets.SCALE,
                series.histogram().sumUs() / 1e6,
                buckets.zeros(),
                !empty,
                series.histogram().percentileUs(0) / 1e6,
                !empty,
                series.histogram().percentileUs(100) / 1e6,
                buckets(buckets.counts()),
                ExponentialHistogramBuckets.create(ExponentialBuckets.SCALE, 0, List.of()),
                startNanos,
                at,
                attributes(series),
                List.of());
    }

    /** OpenTelemetry numbers a bucket by its lower end, and has no gaps. */
    private static ExponentialHistogramBuckets buckets(SortedMap<Integer, Long> counts) {
        if (counts.isEmpty()) {
            return ExponentialHistogramBuckets.create(ExponentialBuckets.SCALE, 0, List.of());
        }
        List<Long> dense = new ArrayList<>();
        for (int i = counts.firstKey(); i <= counts.lastKey(); i++) {
            dense.add(counts.getOrDefault(i, 0L));
        }
        return ExponentialHistogramBuckets.create(ExponentialBuckets.SCALE, counts.firstKey() - 1, dense);
    }

    private static Attributes attributes(Series series) {
        AttributesBuilder attributes = Attributes.builder();
        series.labels().forEach(attributes::put);
        return attributes.build();
    }

    /** A metric for the exporter. */
    private record Metric(
            Resource getResource,
            String getName,
            String getDescription,
            String getUnit,
            MetricDataType getType,
            Data<?> getData)
            implements MetricData {

        @Override
        public InstrumentationScopeInfo getInstrumentationScopeInfo() {
            return SCOPE;
        }
    }
}
