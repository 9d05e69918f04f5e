package io.github.swipestorm.study;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Values by key. Thread-safe, or not, as its type says; always without an exception or endless loop: a chain of entries
 * does not change once it is there.
 */
final class KeyedStore implements Store {

    private final StoreType.Guard guard;
    private final Optional<ConcurrentHashMap<String, String>> concurrent;
    private final ChainedMap map = new ChainedMap();
    private final LongAdder posts = new LongAdder();

    /** What an unsafe store should have. */
    private final Optional<Set<String>> expected;

    KeyedStore(StoreType type) {
        guard = type.guard();
        concurrent = type == StoreType.CONCURRENT ? Optional.of(new ConcurrentHashMap<>()) : Optional.empty();
        expected = type == StoreType.PLAIN ? Optional.of(ConcurrentHashMap.newKeySet()) : Optional.empty();
    }

    void put(String key, String value) {
        if (concurrent.isPresent()) {
            concurrent.get().put(key, value);
        } else {
            guard.write(() -> {
                map.put(key, value);
                return value;
            });
        }
        expected.ifPresent(keys -> keys.add(key));
        posts.increment();
    }

    /** The value of a key, or null. */
    String get(String key) {
        return concurrent.isPresent() ? concurrent.get().get(key) : guard.read(() -> map.get(key));
    }

    @Override
    public Stock stock() {
        long stored = concurrent.isPresent() ? concurrent.get().size() : guard.read(map::count);
        long lost = expected.map(
                        keys -> keys.stream().filter(key -> get(key) == null).count())
                .orElse(0L);
        return new Stock(posts.sum(), stored, lost);
    }

    /** A hash table whose chains are immutable, so that a reader beside a writer always terminates. */
    private static final class ChainedMap {

        private record Entry(String key, String value, Entry next) {

            /** The same chain without a key. */
            Entry without(String gone) {
                if (key.equals(gone)) {
                    return next;
                }
                Entry rest = next == null ? null : next.without(gone);
                return rest == next ? this : new Entry(key, value, rest);
            }
        }

        private Entry[] table = new Entry[1 << 10];
        private int size;

        String get(String key) {
            Entry[] now = table;
            return valueIn(now[index(key, now)], key);
        }

        private static String valueIn(Entry chain, String key) {
            for (Entry entry = chain; entry != null; entry = entry.next) {
                if (entry.key.equals(key)) {
                    return entry.value;
                }
            }
            return null;
        }

        /** Reads the table and the chain once: another thread may replace both, and then this write or its own is lost. */
        void put(String key, String value) {
            Entry[] now = table;
            int i = index(key, now);
            Entry chain = now[i];
            if (valueIn(chain, key) == null) {
                size++;
                now[i] = new Entry(key, value, chain);
            } else {
                now[i] = new Entry(key, value, chain.without(key));
            }
            if (size > now.length - now.length / 4) {
                grow(now);
            }
        }

        /** By counting: an unsafe store's size may be wrong. */
        long count() {
            long count = 0;
            for (Entry chain : table) {
                for (Entry entry = chain; entry != null; entry = entry.next) {
                    count++;
                }
            }
            return count;
        }

        private void grow(Entry[] now) {
            Entry[] larger = new Entry[2 * now.length];
            for (Entry chain : now) {
                for (Entry entry = chain; entry != null; entry = entry.next) {
                    int i = index(entry.key, larger);
                    larger[i] = new Entry(entry.key, entry.value, larger[i]);
                }
            }
            table = larger;
        }

        private static int index(String key, Entry[] table) {
            int hash = key.hashCode();
            return (hash ^ hash >>> 16) & table.length - 1;
        }
    }
}
