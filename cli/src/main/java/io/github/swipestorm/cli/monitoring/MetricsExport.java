package io.github.swipestorm.cli.monitoring;

import io.github.swipestorm.cli.monitoring.MetricsOptions.Export;
import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.report.store.Environment;
import io.github.swipestorm.metrics.OtlpExport;
import io.github.swipestorm.metrics.PrometheusEndpoint;
import io.github.swipestorm.metrics.RunMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Uses the module {@code metrics}, which only commands that ask for it have on their class path. */
final class MetricsExport implements Export {

    private static final Duration LAST_SCRAPE = Duration.ofSeconds(15);
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

    private final Supplier<StopSignal> interrupted;
    private final Consumer<String> says;
    private final List<RunMetrics> readers = new ArrayList<>();
    private Optional<PrometheusEndpoint> endpoint = Optional.empty();
    private Optional<OtlpExport> pushes = Optional.empty();

    private MetricsExport(Supplier<StopSignal> interrupted, Consumer<String> says) {
        this.interrupted = interrupted;
        this.says = says;
    }

    static Export open(
            Optional<InetSocketAddress> listen,
            Optional<URI> collector,
            Supplier<StopSignal> interrupted,
            Consumer<String> says) {
        MetricsExport export = new MetricsExport(interrupted, says);
        Map<String, String> headers = collector.isEmpty() ? Map.of() : headers(System.getenv(HEADERS));
        listen.ifPresent(export::serve);
        collector.ifPresent(url -> export.push(url, headers));
        return export;
    }

    private RunMetrics reader() {
        RunMetrics reader =
                new RunMetrics(NanoClock.SYSTEM, Environment.current().swipestorm());
        readers.add(reader);
        return reader;
    }

    private void serve(InetSocketAddress address) {
        try {
            endpoint = Optional.of(new PrometheusEndpoint(address, reader()));
        } catch (IOException e) {
            throw new IllegalArgumentException("--prometheus cannot listen on "
                    + address.getHostString() + ":" + address.getPort() + ": " + e.getMessage()
                    + "; name another port, or 0 for any that is free");
        }
        says.accept("Metrics: " + endpoint.get().address());
    }

    private void push(URI url, Map<String, String> headers) {
        pushes = Optional.of(new OtlpExport(
                reader(),
                Environment.current().swipestorm(),
                url,
                headers,
                EVERY,
                PATIENCE,
                InstantSource.system(),
                warning -> says.accept("WARNING: " + warning)));
    }

    /** As OpenTelemetry writes them: {@code name=value,name=value}, percent-encoded. */
    static Map<String, String> headers(String text) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String pair : text == null || text.isBlank() ? new String[0] : text.split(",")) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "$" + HEADERS + " is not a list like name=value,name=value; correct it, or unset it");
            }
            String value = pair.substring(equals + 1).strip().replace("+", "%2B");
            headers.put(pair.substring(0, equals).strip(), URLDecoder.decode(value, StandardCharsets.UTF_8));
        }
        return headers;
    }

    @Override
    public RunObserver run(Path directory, String variant, int round) {
        String run = String.valueOf(directory.toAbsolutePath().normalize().getFileName());
        return readers.stream()
                .map(reader -> reader.run(run, variant, round))
                .reduce(RunObserver::and)
                .orElse(RunObserver.NONE);
    }

    @Override
    public void close() {
        pushes.ifPresent(OtlpExport::close);
        endpoint.ifPresent(this::close);
    }

    private void close(PrometheusEndpoint open) {
        try (open) {
            StopSignal stop = interrupted.get();
            if (!open.endSeen() && !stop.isStopped()) {
                says.accept("Waiting for the last scrape of " + open.address() + ", at most " + LAST_SCRAPE.toSeconds()
                        + " s; Ctrl-C ends this");
                open.awaitLastScrape(LAST_SCRAPE, stop);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
