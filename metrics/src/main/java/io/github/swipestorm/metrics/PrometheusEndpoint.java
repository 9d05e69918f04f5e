package io.github.swipestorm.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.thread.DaemonThreads;
import io.github.swipestorm.metrics.MetricFamily.Series;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Serves the metrics of runs to Prometheus, on {@code /metrics}, in every format that its client library writes. */
public final class PrometheusEndpoint implements AutoCloseable {

    /** The path of a scrape. */
    public static final String PATH = "/metrics";

    /** Upper ends of the classic buckets, in seconds. */
    private static final double[] BOUNDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60
    };

    /** The library logs a reader that goes away, with a stack trace. The reference keeps the setting. */
    private static final Logger LIBRARY = Logger.getLogger("io.prometheus");

    private final RunMetrics metrics;
    private final HttpServer server;
    private final ExecutorService threads;
    private final Object scraped = new Object();
    /** How many ended runs the last complete scrape had seen the end of; guarded by {@link #scraped}. */
    private int endsSeen;

    /**
     * Opens the port.
     *
     * @param address port 0 for any that is free
     * @throws IOException when it cannot be opened
     */
    public PrometheusEndpoint(InetSocketAddress address, RunMetrics metrics) throws IOException {
        this(address, metrics, new PrometheusProtobufWriter().isAvailable());
    }

    /** @param protobuf whether the library's jar for it is there, without which there are no native histograms */
    PrometheusEndpoint(InetSocketAddress address, RunMetrics metrics, boolean protobuf) throws IOException {
        LIBRARY.setLevel(Level.OFF);
        this.metrics = metrics;
        PrometheusRegistry registry = new PrometheusRegistry();
        registry.register((MultiCollector) this::snapshots);
        HttpHandler handler = protobuf ? new MetricsHandler(registry) : this::answerWithText;
        server = HttpServer.create(address, 0);
        threads = Executors.newSingleThreadExecutor(DaemonThreads.factory("swipestorm-prometheus"));
        server.setExecutor(threads);
        server.createContext(PATH, exchange -> scrape(handler, exchange));
        server.createContext("/", PrometheusEndpoint::refuse);
        server.start();
    }

    /** What Prometheus scrapes. */
    public URI address() {
        InetSocketAddress bound = server.getAddress();
        return URI.create(new Target("http", bound.getAddress().getHostAddress(), bound.getPort(), PATH).toString());
    }

    private void scrape(HttpHandler handler, HttpExchange exchange) throws IOException {
        if (!exchange.getRequestURI().getPath().equals(PATH)) {
            refuse(exchange);
            return;
        }
        int ends = metrics.runsEnded();
        boolean get = exchange.getRequestMethod().equals("GET");
        WatchedStream body = new WatchedStream(exchange.getResponseBody());
        exchange.setStreams(null, body);
        handler.handle(exchange);
        if (get && exchange.getResponseCode() == 200 && !body.failed) {
            synchronized (scraped) {
                endsSeen = ends;
                scraped.notifyAll();
            }
        }
    }

    /** Remembers whether the reader went away: the handler keeps that to itself. */
    private static final class WatchedStream extends FilterOutputStream {

        private boolean failed;

        private WatchedStream(OutputStream body) {
            super(body);
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            watched(() -> out.write(bytes, offset, length));
        }

        @Override
        public void flush() throws IOException {
            watched(out::flush);
        }

        @Override
        public void close() throws IOException {
            watched(out::close);
        }

        private void watched(Writing writing) throws IOException {
            try {
                writing.write();
            } catch (IOException e) {
                failed = true;
                throw e;
            }
        }

        private interface Writing {
            void write() throws IOException;
        }
    }

    /** The library's handler chooses Protobuf for a reader that prefers it, even if its jar is not there. */
    private void answerWithText(HttpExchange exchange) throws IOException {
        PrometheusTextFormatWriter text = PrometheusTextFormatWriter.create();
        exchange.getResponseHeaders().set("Content-Type", text.getContentType());
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(200, head ? -1 : 0);
        try (OutputStream out = exchange.getResponseBody()) {
            if (!head) {
                text.write(out, snapshots());
            }
        }
    }

    private static void refuse(HttpExchange exchange) throws IOException {
        byte[] body = ("The metrics are at " + PATH + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(404, exchange.getRequestMethod().equals("HEAD") ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            if (!exchange.getRequestMethod().equals("HEAD")) {
                out.write(body);
            }
        }
    }

    /** Whether a scrape has read the final figures of the last run; true without any run. */
    public boolean endSeen() {
        synchronized (scraped) {
            return endsSeen == metrics.runsEnded();
        }
    }

    /**
     * Waits until a scrape has read the final figures of the last run.
     *
     * @param longest how long at most
     * @param stop ends the wait early
     * @return whether that was the case
     */
    public boolean awaitLastScrape(Duration longest, StopSignal stop) throws InterruptedException {
        stop.onStop(reason -> {
            synchronized (scraped) {
                scraped.notifyAll();
            }
        });
        long left = longest.toMillis();
        synchronized (scraped) {
            while (!endSeen() && !stop.isStopped() && left > 0) {
                long step = Math.min(left, 100);
                TimeUnit.MILLISECONDS.timedWait(scraped, step);
                left -= step;
            }
            return endSeen();
        }
    }

    /** Closes the port. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private MetricSnapshots snapshots() {
        return new MetricSnapshots(metrics.read().stream()
                .filter(family -> !family.series().isEmpty())
                .map(PrometheusEndpoint::snapshot)
                .toList());
    }

    private static MetricSnapshot snapshot(MetricFamily family) {
        MetricMetadata named = new MetricMetadata(family.prometheusName(), family.help());
        List<Series> series = family.series();
        return switch (family.type()) {
            case COUNTER ->
                new CounterSnapshot(
                        named,
                        series.stream()
                                .map(one -> new CounterDataPointSnapshot(one.value(), labels(one), null, 0))
                                .toList());
            case GAUGE ->
                new GaugeSnapshot(
                        named,
                        series.stream()
                                .map(one -> new GaugeDataPointSnapshot(one.value(), labels(one), null))
                                .toList());
            case INFO ->
                new InfoSnapshot(
                        named,
                        series.stream()
                                .map(one -> new InfoDataPointSnapshot(labels(one)))
                                .toList());
            case HISTOGRAM ->
                new HistogramSnapshot(
                        named, series.stream().map(PrometheusEndpoint::point).toList());
        };
    }

    private static Labels labels(Series series) {
        return Labels.of(
                List.copyOf(series.labels().keySet()),
                List.copyOf(series.labels().values()));
    }

    private static HistogramDataPointSnapshot point(Series series) {
        LatencyHistogram histogram = series.histogram();
        ExponentialBuckets buckets = ExponentialBuckets.of(histogram);
        return new HistogramDataPointSnapshot(
                classic(histogram),
                ExponentialBuckets.SCALE,
                buckets.zeros(),
                0,
                NativeHistogramBuckets.of(
                        List.copyOf(buckets.counts().keySet()),
                        List.copyOf(buckets.counts().values())),
                NativeHistogramBuckets.EMPTY,
                histogram.sumUs() / 1e6,
                labels(series),
                null,
                0);
    }

    /** The number of values in each bucket, which Prometheus' library adds up. */
    private static ClassicHistogramBuckets classic(LatencyHistogram histogram) {
        double[] bounds = Arrays.copyOf(BOUNDS, BOUNDS.length + 1);
        bounds[BOUNDS.length] = Double.POSITIVE_INFINITY;
        long[] counts = new long[bounds.length];
        long below = 0;
        for (int i = 0; i < bounds.length; i++) {
            long atMost = i == BOUNDS.length ? histogram.count() : histogram.countAtMost(Math.round(BOUNDS[i] * 1e6));
            counts[i] = atMost - below;
            below = atMost;
        }
        return ClassicHistogramBuckets.of(bounds, counts);
    }
}
