package io.github.swipestorm.cli.monitoring;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the address to listen on; without a host, it is this machine only. */
public final class ListenConverter implements ITypeConverter<InetSocketAddress> {

    private static final Pattern TEXT = Pattern.compile("(?:(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]/\\s]+):)?(\\d{1,5})");

    @Override
    public InetSocketAddress convert(String value) {
        Matcher matcher = TEXT.matcher(value);
        int port = matcher.matches() ? Integer.parseInt(matcher.group(2)) : -1;
        if (port < 0 || port > 65_535) {
            throw new TypeConversionException(
                    "'" + value + "' is not a port from 0 to 65535, nor HOST:PORT; write it like 9400 or 0.0.0.0:9400");
        }
        String host = matcher.group(1) == null ? "127.0.0.1" : matcher.group(1);
        InetSocketAddress address = new InetSocketAddress(host.replaceAll("[\\[\\]]", ""), port);
        if (address.isUnresolved()) {
            throw new TypeConversionException("'" + value + "' names a host that has no address: " + host);
        }
        return address;
    }
}
