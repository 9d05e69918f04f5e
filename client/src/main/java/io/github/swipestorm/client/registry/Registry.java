package io.github.swipestorm.client.registry;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All parts of one kind that {@link ServiceLoader} finds: those of the library, and those that user code registers in
 * {@code META-INF/services}. They are looked up once, on first use. Thread-safe.
 *
 * @param <T> the kind of part
 */
public final class Registry<T extends Named> {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    private final Class<T> type;
    private List<T> all;

    /** The registry of all providers of a service. */
    public Registry(Class<T> type) {
        this.type = type;
    }

    /**
     * All parts, in the order of the class path.
     *
     * @throws IllegalStateException when one that is registered cannot be used, with a message that names its class
     */
    public synchronized List<T> all() {
        if (all == null) {
            all = load();
        }
        return all;
    }

    /** The names of all parts. */
    public List<String> names() {
        return all().stream().map(Named::name).toList();
    }

    /**
     * The part with a name, ignoring case.
     *
     * @throws IllegalArgumentException when there is none, with a message that lists the names
     */
    public T named(String name) {
        return all().stream()
                .filter(part -> part.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("'" + name + "' is none of " + String.join(", ", names())));
    }

    private List<T> load() {
        // Another class loader than the library's may have loaded user code.
        Stream<ServiceLoader<T>> loaders =
                Stream.of(ServiceLoader.load(type, type.getClassLoader()), ServiceLoader.load(type));
        Set<Class<? extends T>> seen = new LinkedHashSet<>();
        List<T> parts = new ArrayList<>();
        try {
            loaders.flatMap(ServiceLoader::stream)
                    .filter(provider -> seen.add(provider.type()))
                    .forEach(provider -> add(provider.get(), parts));
        } catch (ServiceConfigurationError e) {
            String cause = e.getCause() == null ? "" : ": " + e.getCause();
            throw new IllegalStateException("META-INF/services names something unusable: " + e.getMessage() + cause, e);
        }
        return List.copyOf(parts);
    }

    private void add(T part, List<T> parts) {
        String who = part.getClass().getName();
        if (part.name() == null || !NAME.matcher(part.name()).matches()) {
            throw new IllegalStateException(who + " calls itself '" + part.name()
                    + "': a name has lower-case letters, digits and dashes, and begins with a letter");
        }
        for (T other : parts) {
            if (other.name().equals(part.name())) {
                throw new IllegalStateException(who + " and " + other.getClass().getName() + " are both called '"
                        + part.name() + "': give one of them another name");
            }
        }
        parts.add(part);
    }
}
