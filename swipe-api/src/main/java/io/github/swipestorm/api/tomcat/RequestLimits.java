package io.github.swipestorm.api.tomcat;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http2.Http2Protocol;

/** Sets the limits on an embedded Tomcat's connector that have no other setting; for every server alike. */
public final class RequestLimits {

    private RequestLimits() {}

    /** Sets them, before the connector starts; its protocols have been added. */
    public static void apply(ConnectorSettings settings, Connector connector) {
        AbstractHttp11Protocol<?> protocol = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
        // Unless this is off, a body may be as slow as a head.
        protocol.setDisableUploadTimeout(false);
        protocol.setConnectionUploadTimeout((int) settings.bodyTimeout().toMillis());
        protocol.setMaxHttpRequestHeaderSize(settings.maxHeaderBytes());
        protocol.setMaxHeaderCount(settings.maxHeaders());
        protocol.setMaxTrailerSize(settings.maxTrailerBytes());
        protocol.setMaxExtensionSize(settings.maxTrailerBytes());
        protocol.setMaxSwallowSize(settings.maxSwallowBytes());
        // The grace period has passed by then; Tomcat would wait another 5 s for unfinished requests.
        protocol.setProperty("executorTerminationTimeoutMillis", "1000");
        for (UpgradeProtocol upgrade : connector.findUpgradeProtocols()) {
            if (upgrade instanceof Http2Protocol http2) {
                apply(settings, http2);
            }
        }
    }

    private static void apply(ConnectorSettings settings, Http2Protocol http2) {
        http2.setKeepAliveTimeout(settings.keepAliveTimeout().toMillis());
        http2.setReadTimeout(settings.connectionTimeout().toMillis());
        http2.setStreamReadTimeout(settings.bodyTimeout().toMillis());
        http2.setMaxConcurrentStreams(settings.maxStreams());
        // By default only 20 of a connection's streams would be worked on at once.
        http2.setMaxConcurrentStreamExecution(settings.maxStreams());
        http2.setMaxHeaderCount(settings.maxHeaders());
    }
}
