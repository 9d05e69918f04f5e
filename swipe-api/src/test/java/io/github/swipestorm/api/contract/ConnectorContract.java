package io.github.swipestorm.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.api.launch.ConnectorSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What the running connectors of both servers have in common, so that a comparison does not compare settings. */
public final class ConnectorContract {

    private ConnectorContract() {}

    /**
     * Holds a connector to the settings.
     *
     * @param property gives the text of a connector's property, as Tomcat names it
     */
    public static void hold(ConnectorSettings settings, UnaryOperator<String> property) {
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("maxThreads", settings.threads());
        expected.put("acceptCount", settings.acceptCount());
        expected.put("maxConnections", settings.maxConnections());
        expected.put("connectionTimeout", settings.connectionTimeout().toMillis());
        expected.put("keepAliveTimeout", settings.keepAliveTimeout().toMillis());
        expected.put("maxKeepAliveRequests", settings.maxKeepAliveRequests());
        expected.put("maxSwallowSize", settings.maxSwallowBytes());
        expected.put("compression", "off");
        // No setting of ours, but a reason for a difference should a version of one of them change it.
        expected.put("minSpareThreads", 10);
        expected.put("maxHttpRequestHeaderSize", 8_192);
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
}
