package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Target;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * HTTP features beyond a direct request to the target.
 *
 * @param proxy through which requests go; {@code http} and without a path
 * @param credentials that every request to the target carries preemptively; no other host receives them
 * @param followRedirects whether a redirect is followed within its attempt, {@link #MOST_REDIRECTS} times at most
 */
public record HttpFeatures(Optional<Target> proxy, Optional<Credentials> credentials, boolean followRedirects) {

    /** The most redirects that are followed in one attempt. */
    public static final int MOST_REDIRECTS = 10;

    /** Direct requests to the target. */
    public static final HttpFeatures NONE = new HttpFeatures(Optional.empty(), Optional.empty(), false);

    public HttpFeatures {
        proxy.ifPresent(HttpFeatures::requireProxy);
    }

    private static void requireProxy(Target proxy) {
        if (proxy.secure() || !proxy.basePath().isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + proxy + "' is not a proxy that can be used: write it like http://localhost:3128");
        }
    }

    /** The same without a proxy. */
    public HttpFeatures withoutProxy() {
        return new HttpFeatures(Optional.empty(), credentials, followRedirects);
    }

    /** The capabilities that a transport needs for them; a new set that the caller may change. */
    Set<Capability> needs() {
        Set<Capability> needs = EnumSet.noneOf(Capability.class);
        if (proxy.isPresent()) {
            needs.add(Capability.PROXY);
        }
        if (credentials.isPresent()) {
            needs.add(Capability.BASIC_AUTHENTICATION);
        }
        if (followRedirects) {
            needs.add(Capability.REDIRECTS);
        }
        return needs;
    }

    /** Whether requests may go elsewhere than directly to the target: to a proxy, or where a redirect leads. */
    public boolean indirect() {
        return proxy.isPresent() || followRedirects;
    }

    /** Whether any feature is in use. */
    public boolean any() {
        return proxy.isPresent() || credentials.isPresent() || followRedirects;
    }

    /** All features in use, for display; without the password. */
    @Override
    public String toString() {
        return text(proxy.map(Target::toString), credentials.map(Credentials::name), followRedirects);
    }

    /**
     * The same of what a file tells; empty when no feature is in use.
     *
     * @param proxy its address
     * @param user the name of the credentials
     */
    public static String text(Optional<String> proxy, Optional<String> user, boolean followRedirects) {
        List<String> words = new ArrayList<>();
        proxy.ifPresent(target -> words.add("proxy " + target));
        user.ifPresent(name -> words.add("basic authentication as " + name));
        if (followRedirects) {
            words.add("redirects followed (at most " + MOST_REDIRECTS + ")");
        }
        return String.join(", ", words);
    }
}
