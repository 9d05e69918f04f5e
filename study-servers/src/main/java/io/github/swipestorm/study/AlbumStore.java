package io.github.swipestorm.study;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * A list of albums, each as the JSON text that is sent. Their ids are 1, 2, 3 and so on; once there are as many as there
 * may be, a new one replaces the oldest and takes its id. The whole list is put together under the guard, as a program
 * does that serializes what it has locked. Thread-safe, or not, as its type says; always without an exception.
 */
final class AlbumStore implements Store {

    private final StoreType.Guard guard;
    private final int most;
    private final Optional<ConcurrentSkipListMap<Integer, byte[]>> concurrent;

    /** Ids that {@link #concurrent} has given out. */
    private final AtomicLong ids = new AtomicLong();

    /** Counted when they are stored, so that there are never more of them than albums. */
    private final AtomicLong posts = new AtomicLong();

    private Albums albums = new Albums(new byte[64][], 0, 0);

    /**
     * The albums of a moment. Final fields let a reader see all of them, even one that has no lock.
     *
     * @param slots the first {@code size} of them have an album
     * @param oldest the slot that is replaced next
     */
    private record Albums(byte[][] slots, int size, int oldest) {}

    /** @param most albums that are kept, at least 1 */
    AlbumStore(StoreType type, int most) {
        guard = type.guard();
        this.most = most;
        concurrent = type == StoreType.CONCURRENT ? Optional.of(new ConcurrentSkipListMap<>()) : Optional.empty();
    }

    /**
     * Adds an album.
     *
     * @param json its text, by its id
     * @return its text
     */
    byte[] add(LongFunction<byte[]> json) {
        byte[] album = concurrent.isPresent() ? addTo(concurrent.get(), json) : guard.write(() -> add(albums, json));
        posts.incrementAndGet();
        return album;
    }

    private byte[] addTo(ConcurrentSkipListMap<Integer, byte[]> map, LongFunction<byte[]> json) {
        int id = (int) (ids.getAndIncrement() % most) + 1;
        byte[] album = json.apply(id);
        map.put(id, album);
        return album;
    }

    private byte[] add(Albums now, LongFunction<byte[]> json) {
        if (now.size == most) {
            byte[] album = json.apply(now.oldest + 1L);
            now.slots[now.oldest] = album;
            albums = new Albums(now.slots, now.size, (now.oldest + 1) % most);
            return album;
        }
        byte[][] slots = now.size == now.slots.length ? Arrays.copyOf(now.slots, 2 * now.size) : now.slots;
        byte[] album = json.apply(now.size + 1L);
        slots[now.size] = album;
        albums = new Albums(slots, now.size + 1, 0);
        return album;
    }

    /** The album with an id from 1, or null. */
    byte[] get(int id) {
        return concurrent.isPresent()
                ? concurrent.get().get(id)
                : guard.read(() -> {
                    Albums now = albums;
                    return id >= 1 && id <= now.size ? now.slots[id - 1] : null;
                });
    }

    /** All of them, as a JSON array. */
    byte[] all() {
        return concurrent.isPresent()
                ? array(concurrent.get().values().toArray(byte[][]::new))
                : guard.read(() -> {
                    Albums now = albums;
                    return array(Arrays.copyOf(now.slots, now.size));
                });
    }

    private static byte[] array(byte[][] albums) {
        int bytes = Math.max(2, albums.length + 1);
        for (byte[] album : albums) {
            bytes += album.length;
        }
        byte[] array = new byte[bytes];
        array[0] = '[';
        int at = 1;
        for (byte[] album : albums) {
            if (at > 1) {
                array[at++] = ',';
            }
            System.arraycopy(album, 0, array, at, album.length);
            at += album.length;
        }
        array[at] = ']';
        return array;
    }

    @Override
    public Stock stock() {
        long posted = posts.get();
        long stored = concurrent.isPresent() ? concurrent.get().size() : guard.read(() -> (long) albums.size);
        return new Stock(posted, stored, Math.max(0, Math.min(posted, most) - stored));
    }
}
