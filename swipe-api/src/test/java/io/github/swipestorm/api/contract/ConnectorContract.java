package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.api.tomcat.ConnectorSettings;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What the running connectors of both servers have in common, so that a comparison does not compare settings. */
public final class ConnectorContract {

    /** What the fault is, and what happens. */
    public static final String SILENCE = "A connection goes silent before or within a head, or between two requests"
            + " -> it is closed after 20 s, between requests after 60 s; no thread waits for it";

    private ConnectorContract() {}

    /** The settings with time-outs that a test can wait for. */
    public static ConnectorSettings impatient(ConnectorSettings settings) {
        return new ConnectorSettings(
                settings.threads(),
                settings.acceptCount(),
                settings.maxConnections(),
                Duration.ofMillis(300),
                Duration.ofMillis(400),
                settings.bodyTimeout(),
                settings.maxKeepAliveRequests(),
                settings.maxHeaderBytes(),
                settings.maxHeaders(),
                settings.maxTrailerBytes(),
                settings.maxSwallowBytes(),
                settings.maxStreams(),
                settings.gracePeriod());
    }

    /** The settings as Tomcat names them: a connector's properties, and its attributes in {@code server.xml}. */
    public static Map<String, Object> properties(ConnectorSettings settings) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("maxThreads", settings.threads());
        properties.put("acceptCount", settings.acceptCount());
        properties.put("maxConnections", settings.maxConnections());
        properties.put("connectionTimeout", settings.connectionTimeout().toMillis());
        properties.put("keepAliveTimeout", settings.keepAliveTimeout().toMillis());
        properties.put("maxKeepAliveRequests", settings.maxKeepAliveRequests());
        properties.put("disableUploadTimeout", false);
        properties.put("connectionUploadTimeout", settings.bodyTimeout().toMillis());
        properties.put("maxHttpRequestHeaderSize", settings.maxHeaderBytes());
        properties.put("maxHeaderCount", settings.maxHeaders());
        properties.put("maxTrailerSize", settings.maxTrailerBytes());
        properties.put("maxExtensionSize", settings.maxTrailerBytes());
        properties.put("maxSwallowSize", settings.maxSwallowBytes());
        return properties;
    }

    /** The line for the {@code server.xml} of a Tomcat that is to behave as the servers with their own connector. */
    static String serverXml(ConnectorSettings settings, int port) {
        return properties(settings).entrySet().stream()
                .map(property -> property.getKey() + "=\"" + property.getValue() + "\"")
                .collect(Collectors.joining(" ", "<Connector port=\"" + port + "\" ", "/>"));
    }

    /**
     * Holds a connector to the settings.
     *
     * @param property gives the text of a connector's property, as Tomcat names it
     */
    public static void hold(ConnectorSettings settings, UnaryOperator<String> property) {
        Map<String, Object> expected = properties(settings);
        expected.put("compression", "off");
        // No setting of ours, but a reason for a difference should a version of one of them change it.
        expected.put("minSpareThreads", 10);
        expected.put("maxHttpResponseHeaderSize", 8_192);
        expected.put("processorCache", 200);
        expected.put("tcpNoDelay", true);
        expected.put("bindOnInit", false);
        expected.put("continueResponseTiming", "immediately");
        Map<String, String> actual = new LinkedHashMap<>();
        expected.replaceAll((name, value) -> String.valueOf(value));
        expected.keySet().forEach(name -> actual.put(name, property.apply(name)));
        assertThat(actual).isEqualTo(expected);
    }

    /**
     * Sees that a server whose time-outs are short closes connections on which nothing more comes: before a head, in
     * the middle of one, and between two requests.
     */
    public static void closesWhatGoesSilent(int port) throws IOException {
        URI server = URI.create("http://localhost:" + port + "/");
        try (RawConnection nothing = new RawConnection(server);
                RawConnection half = new RawConnection(server);
                RawConnection idle = afterOneAnswer(server)) {
            half.sendOrNotice("GET /health HTTP/1.1\r\nHos");
            nothing.requireClosed();
            half.requireClosed();
            idle.requireClosed();
        }
    }

    /** A connection that has had an answer. A busy machine may be too late for the first ones. */
    private static RawConnection afterOneAnswer(URI server) throws IOException {
        Exchange health = Exchange.of("health", Exchange.get("/health"), 200, "{\"status\":\"UP\"}");
        long start = System.nanoTime();
        while (true) {
            RawConnection connection = new RawConnection(server);
            connection.sendOrNotice(health.requestTo(server));
            if (!connection.endsHere()) {
                health.requireAnswer(connection.read("GET"), "GET");
                return connection;
            }
            connection.close();
            assertThat(System.nanoTime() - start).as("no answer").isLessThan(MAX_WAIT.toNanos());
        }
    }
}
