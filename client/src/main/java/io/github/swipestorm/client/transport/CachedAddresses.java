package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.clock.NanoClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.DnsResolver;

/** Resolves each host on first use and keeps its addresses; a failed lookup is repeated. Thread-safe. */
public final class CachedAddresses implements DnsResolver {

    /** A host that is an address and needs no lookup. */
    private static final Pattern ADDRESS = Pattern.compile("[\\d.]+|.*:.*");

    private final Map<String, InetAddress[]> known = new ConcurrentHashMap<>();
    private final NanoClock clock;
    private final ConnectionListener listener;

    /** @param listener receives how long each lookup of a name took */
    public CachedAddresses(NanoClock clock, ConnectionListener listener) {
        this.clock = clock;
        this.listener = listener;
    }

    @Override
    public InetAddress[] resolve(String name) throws UnknownHostException {
        String host = name.toLowerCase(Locale.ROOT);
        InetAddress[] addresses = known.get(host);
        return (addresses == null ? lookUp(host) : addresses).clone();
    }

    /** One at a time: workers that connect at once must not each look the host up. */
    private synchronized InetAddress[] lookUp(String host) throws UnknownHostException {
        InetAddress[] addresses = known.get(host);
        if (addresses == null) {
            long begun = clock.nanoTime();
            addresses = InetAddress.getAllByName(host);
            if (!ADDRESS.matcher(host).matches()) {
                listener.lookedUp(clock.nanoTime() - begun);
            }
            known.put(host, addresses);
        }
        return addresses;
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
