package io.github.swipestorm.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.launch.ServerMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Histories of 64 clients at once, held against what a store may say that does one thing after the other. */
class StoreHistoryTest {

    private static final int CLIENTS = 64;
    private static final int SLOTS = 40;

    private interface Client {
        void act() throws Exception;
    }

    /** All clients begin at once; what one throws fails the test. */
    private static void atOnce(IntFunction<Client> clients) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(CLIENTS);
        CyclicBarrier start = new CyclicBarrier(CLIENTS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Client client = clients.apply(i);
                all.add(executor.submit(() -> {
                    start.await(1, TimeUnit.MINUTES);
                    client.act();
                    return null;
                }));
            }
            for (Future<?> client : all) {
                client.get(2, TimeUnit.MINUTES);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    /**
     * One writer per slot counts it up; so whatever is read must be no older than what was written before the read
     * began, no newer than what was begun before it ended, and what one reader sees never goes back.
     */
    private static final class Registers {

        private final AtomicIntegerArray begun = new AtomicIntegerArray(SLOTS);
        private final AtomicIntegerArray written = new AtomicIntegerArray(SLOTS);
        private final AtomicInteger reads = new AtomicInteger();

        void write(int slot, int value, Client put) throws Exception {
            begun.set(slot, value);
            put.act();
            written.set(slot, value);
        }

        int read(int slot, int seenBefore, Supplier<Integer> get) {
            int least = Math.max(written.get(slot), seenBefore);
            int value = get.get();
            if (value < least || value > begun.get(slot)) {
                throw new AssertionError(
                        "slot " + slot + ": read " + value + ", from " + least + " to " + begun.get(slot));
            }
            reads.incrementAndGet();
            return value;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreType.class,
            names = {"MUTEX", "RWLOCK", "STAMPED", "CONCURRENT"})
    void a_safe_keyed_store_reads_what_was_written(StoreType type) throws Exception {
        KeyedStore store = new KeyedStore(type);
        Registers registers = new Registers();
        int each = 1_000;

        atOnce(client -> () -> {
            SplittableRandom random = new SplittableRandom(client);
            int[] seen = new int[SLOTS];
            for (int i = 1; i <= each; i++) {
                if (client < SLOTS) {
                    String value = Integer.toString(i);
                    registers.write(client, i, () -> store.put("slot" + client, value));
                    // Makes the table grow below the readers.
                    store.put(client + "#" + i, value);
                } else {
                    int slot = random.nextInt(SLOTS);
                    seen[slot] = registers.read(slot, seen[slot], () -> {
                        String value = store.get("slot" + slot);
                        return value == null ? 0 : Integer.parseInt(value);
                    });
                }
            }
        });

        assertThat(registers.reads).hasValue((CLIENTS - SLOTS) * each);
        assertThat(store.stock()).isEqualTo(new Store.Stock(2L * SLOTS * each, SLOTS + (long) SLOTS * each, 0));
        for (int slot = 0; slot < SLOTS; slot++) {
            assertThat(store.get(slot + "#" + each)).isEqualTo(Integer.toString(each));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreType.class,
            names = {"MUTEX", "RWLOCK", "STAMPED", "CONCURRENT"})
    void a_safe_list_of_albums_has_each_once_and_only_whole_ones(StoreType type) throws Exception {
        AlbumStore store = new AlbumStore(type, Integer.MAX_VALUE);
        int each = 10;

        atOnce(client -> () -> {
            for (int i = 0; i < each; i++) {
                if (client % 2 == 0) {
                    byte[] added = store.add(id -> ("{" + id + "}").getBytes(StandardCharsets.UTF_8));
                    String text = new String(added, StandardCharsets.UTF_8);
                    int id = Integer.parseInt(text.substring(1, text.length() - 1));
                    assertThat(store.get(id)).isEqualTo(added);
                } else {
                    long before = store.stock().stored();
                    List<Integer> ids = ids(store.all());
                    assertThat((long) ids.size()).isGreaterThanOrEqualTo(before);
                    for (int at = 0; at < ids.size(); at++) {
                        // A map that others add to may show a later one without an earlier one.
                        assertThat(ids.get(at) - 1).isGreaterThanOrEqualTo(at);
                        assertThat(type == StoreType.CONCURRENT || ids.get(at) == at + 1)
                                .isTrue();
                    }
                }
            }
        });

        assertThat(ids(store.all()))
                .isEqualTo(IntStream.rangeClosed(1, CLIENTS / 2 * each).boxed().toList());
        assertThat(store.stock()).isEqualTo(new Store.Stock(32L * each, 32L * each, 0));
    }

    @Test
    void an_album_that_is_on_its_way_is_not_lost() {
        AlbumStore store = new AlbumStore(StoreType.CONCURRENT, 10);
        store.add(first -> {
            store.add(second -> new byte[] {'2'});
            assertThat(store.stock()).isEqualTo(new Store.Stock(1, 1, 0));
            return new byte[] {'1'};
        });
        assertThat(store.stock()).isEqualTo(new Store.Stock(2, 2, 0));
    }

    /** Chance decides when writers meet; so it is tried until they did. */
    @Test
    void what_a_plain_list_of_albums_loses_is_counted_and_nothing_breaks() throws Exception {
        AlbumStore store = new AlbumStore(StoreType.PLAIN, Integer.MAX_VALUE);

        int attempts = 0;
        do {
            atOnce(client -> () -> {
                for (int i = 0; i < 100; i++) {
                    if (client % 8 == 0) {
                        ids(store.all());
                    } else {
                        store.add(id -> ("{" + id + "}").getBytes(StandardCharsets.UTF_8));
                    }
                }
            });
            attempts++;
        } while (attempts < 100 && store.stock().lost() == 0);

        Store.Stock stock = store.stock();
        assertThat(stock.posts()).isEqualTo(attempts * 56L * 100);
        assertThat(stock.lost()).isPositive();
        assertThat(stock.stored())
                .isEqualTo(stock.posts() - stock.lost())
                .isEqualTo(ids(store.all()).size());
    }

    private static List<Integer> ids(byte[] array) {
        String all = new String(array, StandardCharsets.UTF_8);
        assertThat(all).startsWith("[").endsWith("]");
        return all.length() == 2
                ? List.of()
                : Arrays.stream(all.substring(1, all.length() - 1).split(",", -1))
                        .map(album -> {
                            assertThat(album.startsWith("{") && album.endsWith("}"))
                                    .isTrue();
                            return Integer.parseInt(album.substring(1, album.length() - 1));
                        })
                        .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreType.class,
            names = {"MUTEX", "RWLOCK", "STAMPED", "CONCURRENT"})
    void a_board_with_a_safe_store_keeps_what_64_connections_posted(StoreType type) throws Exception {
        BoardApi board = new BoardApi(type);
        AtomicIntegerArray posted = new AtomicIntegerArray(SLOTS);
        int each = 100;
        try (LineServer server = new LineServer(ServerMain.options("--port=0"), board::answer)) {
            atOnce(client -> () -> {
                SplittableRandom random = new SplittableRandom(client);
                try (Socket socket = new Socket("localhost", server.port())) {
                    Line line = new Line(socket);
                    for (int i = 1; i <= each; i++) {
                        if (client < SLOTS) {
                            assertThat(line.ask("post@" + client + "#" + i)).isEqualTo("ok");
                            posted.set(client, i);
                        } else {
                            int topic = random.nextInt(SLOTS);
                            int number = 1 + random.nextInt(each);
                            boolean there = posted.get(topic) >= number;
                            String answer = line.ask("read@" + topic + "#" + number);
                            assertThat(answer).isIn(Integer.toString(number), there ? "-" : "");
                        }
                    }
                }
            });
        }

        assertThat(board.stats())
                .isEqualTo("{\"store\":\"" + type + "\",\"posts\":" + SLOTS * each + ",\"stored\":" + SLOTS * each
                        + ",\"lost\":0}");
    }

    /** A connection that waits for each answer. */
    private record Line(Socket socket, OutputStream out, BufferedReader in) {

        Line(Socket socket) throws IOException {
            this(
                    socket,
                    socket.getOutputStream(),
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
        }

        String ask(String line) throws IOException {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            return in.readLine();
        }
    }

    @Test
    void an_optimistic_read_is_repeated_when_a_writer_came_in_between() {
        StoreType.Guard guard = StoreType.STAMPED.guard();
        AtomicInteger reads = new AtomicInteger();

        int last = guard.read(() -> {
            if (reads.incrementAndGet() == 1) {
                guard.write(() -> 0);
            }
            return reads.get();
        });

        assertThat(last).isEqualTo(2);
    }

    /** Chance decides when writers meet; so it is tried until they did. */
    @Test
    void what_a_plain_store_loses_is_counted() throws Exception {
        KeyedStore plain = new KeyedStore(StoreType.PLAIN);
        KeyedStore mutex = new KeyedStore(StoreType.MUTEX);
        for (KeyedStore store : List.of(plain, mutex)) {
            for (int attempt = 0;
                    attempt < (store == plain ? 200 : 2) && store.stock().lost() == 0;
                    attempt++) {
                int begin = attempt * 1_000_000;
                atOnce(client -> () -> {
                    for (int i = 0; i < 500; i++) {
                        store.put("k" + (begin + client * 10_000 + i), "v");
                    }
                });
            }
        }
        assertThat(plain.stock().lost()).isPositive();
        assertThat(plain.stock().stored())
                .as("what is there and what is lost")
                .isEqualTo(plain.stock().posts() - plain.stock().lost());
        assertThat(mutex.stock().lost()).isZero();
        assertThat(mutex.stock().stored()).isEqualTo(mutex.stock().posts());
    }
}
