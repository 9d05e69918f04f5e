package io.github.swipestorm.client.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where requests go.
 *
 * @param scheme {@code http}, {@code https}, or for plain TCP {@code tcp} and over TLS {@code tcps}
 * @param host name or address; an IPv6 address without its brackets
 * @param port 1 to 65535
 * @param basePath prefix of each request's path: empty, or beginning with a slash and ending without one
 */
public record Target(String scheme, String host, int port, String basePath) {

    private static final String TCP = "tcp";
    private static final Set<String> SCHEMES = Set.of("http", "https", TCP, "tcps");

    /** A host that is no host name by RFC 952, and that some name services know: {@link URI} does not take it apart. */
    private static final Pattern UNDERSCORE = Pattern.compile("(?=[^:]*_)([\\w.-]+)(?::(\\d{0,9}))?");

    /**
     * Parses a URL as typed by a user: {@code http://host:port/context} or {@code tcp://host:port}. The port defaults to that of
     * HTTP.
     *
     * @throws IllegalArgumentException with a user-facing message when it is not such a URL
     */
    public static Target parse(String url) {
        URI uri;
        try {
            // Non-ASCII letters are escaped as RFC 3987 says: a request line cannot contain them.
            uri = new URI(new URI(url.strip()).toASCIIString());
        } catch (URISyntaxException e) {
            throw refuse(url, url.strip().matches("(?i)(https?|tcps?):/*") ? "it has no host" : e.getReason());
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!SCHEMES.contains(scheme)) {
            throw refuse(url, "it must begin with http://, https://, tcp:// or tcps://");
        }
        String host = uri.getHost();
        int port = uri.getPort();
        if (host == null) {
            Matcher found = UNDERSCORE.matcher(String.valueOf(uri.getRawAuthority()));
            if (!found.matches()) {
                throw refuse(url, "it has no host");
            }
            host = found.group(1);
            port = found.group(2) == null || found.group(2).isEmpty() ? -1 : Integer.parseInt(found.group(2));
        }
        if (uri.getUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw refuse(url, "user, query and fragment are not allowed in it");
        }
        if (scheme.startsWith(TCP) && port < 0) {
            throw refuse(url, "its port is missing");
        }
        if (scheme.startsWith(TCP) && !withoutLastSlash(uri.getRawPath()).isEmpty()) {
            throw refuse(url, "plain TCP has no paths");
        }
        port = port >= 0 ? port : scheme.equals("http") ? 80 : 443;
        if (port < 1 || port > 65_535) {
            throw refuse(url, "its port must be 1 to 65535");
        }
        return new Target(scheme, withoutBrackets(host), port, withoutLastSlash(uri.getRawPath()));
    }

    /** Whether attempts travel over TLS. */
    public boolean secure() {
        return scheme.equals("https") || scheme.equals("tcps");
    }

    /** Whether it speaks plain TCP, possibly over TLS, and not HTTP. */
    public boolean tcp() {
        return scheme.startsWith(TCP);
    }

    /** Whether it names this machine by its loopback interface. Resolves no name except {@code localhost}. */
    public boolean loopback() {
        return host.equalsIgnoreCase("localhost") || host.matches("127(\\.\\d{1,3}){3}") || host.equals("::1");
    }

    /** The value of the {@code Host} header: the port is omitted when it is the scheme's default. */
    public String hostHeader() {
        boolean ownPort = port == (secure() ? 443 : 80);
        return bracketed() + (ownPort ? "" : ":" + port);
    }

    /** Host and port, an IPv6 address in brackets. */
    public String authority() {
        return bracketed() + ":" + port;
    }

    /** The URL, without a trailing slash. */
    @Override
    public String toString() {
        return scheme + "://" + authority() + basePath;
    }

    private String bracketed() {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String withoutLastSlash(String path) {
        return path.endsWith("/") ? withoutLastSlash(path.substring(0, path.length() - 1)) : path;
    }

    private static IllegalArgumentException refuse(String url, String reason) {
        // A password in the URL may be the reason for the rejection.
        String shown = url.indexOf('@') >= 0 || !url.contains("://") ? Redaction.ofUnknownWord(url) : Redaction.of(url);
        return new IllegalArgumentException("'" + shown + "' is not a URL to send load to: " + reason
                + "; write it like "
                + (url.strip().startsWith(TCP) ? "tcp://localhost:7000" : "http://localhost:8080/app"));
    }
}
