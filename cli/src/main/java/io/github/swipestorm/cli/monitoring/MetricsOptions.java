package io.github.swipestorm.cli.monitoring;

import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Redaction;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * Options that give the metrics of runs to monitoring systems. The library for that is on the class path only of commands that use it:
 * no field and no method here may have a type of it, since reading the options looks at all of them.
 */
public final class MetricsOptions {

    @Option(
            names = "--prometheus",
            paramLabel = "[HOST:]PORT",
            converter = ListenConverter.class,
            description =
                    "Serve the metrics of the run to Prometheus while it is running, at http://HOST:PORT/metrics; without HOST to"
                            + " this machine only; with port 0 on any that is free. After the end until they were fetched, at most"
                            + " 15 s.")
    private InetSocketAddress prometheus;

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            converter = CollectorConverter.class,
            description =
                    "Push the metrics of the run every 5 s, and at its end, to an OpenTelemetry collector, such as"
                            + " http://localhost:4318. $OTEL_EXPORTER_OTLP_HEADERS may hold headers.")
    private URI otlp;

    /** Gives the metrics of one run after the other to monitoring systems. */
    public interface Export extends AutoCloseable {

        /** Does nothing. */
        Export NONE = new Export() {
            @Override
            public RunObserver run(Path directory, String variant, int round) {
                return RunObserver.NONE;
            }

            @Override
            public void close() {}
        };

        /**
         * Observes the next run.
         *
         * @param directory of the run or the experiment, whose name is a label
         * @param variant what the experiment varies
         * @param round of the experiment, from 1
         */
        RunObserver run(Path directory, String variant, int round);

        /** Waits until the final figures were fetched, within limits, and ends. */
        @Override
        void close();
    }

    /**
     * Begins to export, if that was asked for.
     *
     * @param interrupted makes a signal that ends waiting for the last scrape
     * @param says receives lines for the user
     * @throws IllegalArgumentException with a user-facing message when that is impossible
     */
    public Export open(Supplier<StopSignal> interrupted, Consumer<String> says) {
        return prometheus == null && otlp == null
                ? Export.NONE
                : MetricsExport.open(Optional.ofNullable(prometheus), Optional.ofNullable(otlp), interrupted, says);
    }

    /** Parses the URL of a collector. */
    static final class CollectorConverter implements ITypeConverter<URI> {

        @Override
        public URI convert(String value) {
            URI url;
            try {
                url = URI.create(value);
            } catch (IllegalArgumentException e) {
                throw refused(value);
            }
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (!http || url.getHost() == null || url.getQuery() != null || url.getFragment() != null) {
                throw refused(value);
            }
            if (url.getUserInfo() != null) {
                throw new TypeConversionException("'" + Redaction.of(value)
                        + "' holds credentials: put them into $OTEL_EXPORTER_OTLP_HEADERS, such as"
                        + " 'authorization=Basic ...'");
            }
            return url;
        }

        private static TypeConversionException refused(String value) {
            return new TypeConversionException(
                    "'" + Redaction.of(value) + "' is not the URL of a collector; write it like http://localhost:4318");
        }
    }
}
