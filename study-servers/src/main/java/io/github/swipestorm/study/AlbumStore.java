package io.github.swipestorm.study;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * A list of albums, each as the JSON text that is sent. Their ids are 1, 2, 3 and so on; once there are as many as there
 * may be, a new one replaces the oldest and takes its id. The whole list is put together under the guard, as a program
 * does that serializes what it has locked. Thread-safe, or not, as its type says.
 */
final class AlbumStore implements Store {

    private final StoreType.Guard guard;
    private final int most;
    private final Optional<ConcurrentSkipListMap<Integer, byte[]>> concurrent;
    private final AtomicLong posts = new AtomicLong();

    private byte[][] albums = new byte[64][];
    private int size;
    private int oldest;

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
        byte[] album = concurrent.isPresent()
                ? addTo(concurrent.get(), json)
                : guard.write(() -> size < most ? append(json) : replaceOldest(json));
        if (concurrent.isEmpty()) {
            posts.incrementAndGet();
        }
        return album;
    }

    private byte[] addTo(ConcurrentSkipListMap<Integer, byte[]> map, LongFunction<byte[]> json) {
        int id = (int) (posts.getAndIncrement() % most) + 1;
        byte[] album = json.apply(id);
        map.put(id, album);
        return album;
    }

    private byte[] append(LongFunction<byte[]> json) {
        if (size == albums.length) {
            albums = Arrays.copyOf(albums, 2 * size);
        }
        byte[] album = json.apply(size + 1L);
        albums[size] = album;
        size++;
        return album;
    }

    private byte[] replaceOldest(LongFunction<byte[]> json) {
        byte[] album = json.apply(oldest + 1L);
        albums[oldest] = album;
        oldest = (oldest + 1) % most;
        return album;
    }

    /** The album with an id from 1, or null. */
    byte[] get(int id) {
        return concurrent.isPresent()
                ? concurrent.get().get(id)
                : guard.read(() -> id >= 1 && id <= size ? albums[id - 1] : null);
    }

    /** All of them, as a JSON array. */
    byte[] all() {
        return concurrent.isPresent() ? array(concurrent.get()) : guard.read(this::array);
    }

    private byte[] array() {
        int bytes = 2;
        for (int i = 0; i < size; i++) {
            bytes += albums[i].length + 1;
        }
        byte[] array = new byte[size == 0 ? 2 : bytes - 1];
        array[0] = '[';
        int at = 1;
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                array[at++] = ',';
            }
            System.arraycopy(albums[i], 0, array, at, albums[i].length);
            at += albums[i].length;
        }
        array[at] = ']';
        return array;
    }

    private static byte[] array(Map<Integer, byte[]> map) {
        ByteArrayOutputStream array = new ByteArrayOutputStream();
        array.write('[');
        map.values().forEach(album -> {
            if (array.size() > 1) {
                array.write(',');
            }
            array.writeBytes(album);
        });
        array.write(']');
        return array.toByteArray();
    }

    @Override
    public Stock stock() {
        long posted = posts.get();
        long stored = concurrent.isPresent() ? concurrent.get().size() : guard.read(() -> (long) size);
        return new Stock(posted, stored, Math.max(0, Math.min(posted, most) - stored));
    }
}
