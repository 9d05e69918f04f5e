package io.github.swipestorm.client.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;

/** Resolves a host on first use and keeps its addresses; a failed lookup is repeated. */
public final class CachedAddress implements DnsResolver {

    private final String host;
    private volatile InetAddress[] addresses;

    /** @param host whose addresses are kept; other hosts are resolved each time */
    public CachedAddress(String host) {
        this.host = host;
    }

    @Override
    public InetAddress[] resolve(String name) throws UnknownHostException {
        if (!name.equalsIgnoreCase(host)) {
            return InetAddress.getAllByName(name);
        }
        if (addresses == null) {
            addresses = InetAddress.getAllByName(host);
        }
        return addresses.clone();
    }

    @Override
    public List<InetSocketAddress> resolve(String name, int port) throws UnknownHostException {
        return Arrays.stream(resolve(name))
                .map(address -> new InetSocketAddress(address, port))
                .toList();
    }

    @Override
    public String resolveCanonicalHostname(String name) {
        return name;
    }
}
