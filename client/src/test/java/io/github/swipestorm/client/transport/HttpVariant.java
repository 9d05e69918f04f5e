package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A way to speak HTTP with a target: what is promised of redirects and proxies is promised of all of them.
 *
 * @param secure whether servers that it makes speak TLS
 */
record HttpVariant(TransportType type, HttpProtocol http, boolean secure) {

    /** All transports with a capability, over HTTP/1.1 in clear text, and where they can over HTTP/2, with and without TLS. */
    static List<HttpVariant> allThatCan(Capability needed) {
        List<HttpVariant> ways = new ArrayList<>();
        for (TransportType type : TransportType.REGISTRY.all()) {
            if (type.can(needed)) {
                ways.add(new HttpVariant(type, HttpProtocol.HTTP_1_1, false));
                if (type.can(Capability.HTTP_2)) {
                    ways.add(new HttpVariant(type, HttpProtocol.http2(), false));
                    ways.add(new HttpVariant(type, HttpProtocol.http2(), true));
                }
            }
        }
        return ways;
    }

    boolean http2() {
        return http.version() == HttpVersion.HTTP_2;
    }

    String scheme() {
        return secure ? "https" : "http";
    }

    TransportChoice choice(HttpFeatures features) {
        return TransportChoice.of(type).with(http).with(features).withoutVerification();
    }

    /** A server with one script for each of the first connections. */
    FaultServer scripted(List<List<Act>> scripts) {
        return FaultServer.scripted(securing(), scripts);
    }

    /** A server of which the first connection follows a script. */
    FaultServer firstDoing(Act... script) {
        return scripted(List.of(List.of(script)));
    }

    /** A server that answers everything alike. */
    FaultServer answering(Act answer) {
        return FaultServer.answering(securing(), answer);
    }

    private Optional<FaultServer.Securing> securing() {
        return secure ? Optional.of(FaultServer.Securing.with(Certificates.GOOD.context())) : Optional.empty();
    }

    @Override
    public String toString() {
        return type + " HTTP/" + http.version() + (secure ? " TLS" : "");
    }
}
