package io.github.swipestorm.api.tomcat;

import org.apache.coyote.http11.AbstractHttp11Protocol;

/** Sets the limits on an embedded Tomcat's connector that have no other setting; for every server alike. */
public final class RequestLimits {

    private RequestLimits() {}

    /** Sets them, before the connector starts. */
    public static void apply(ConnectorSettings settings, AbstractHttp11Protocol<?> protocol) {
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
    }
}
