package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A history of concurrent swipes and reads, held against what a store may say that does one thing after the other: no
 * swipe lost, none counted twice, and what was over before something else began comes before it.
 */
interface HistoryContract extends ServerUnderTest {

    @Test
    @Tag("fault")
    @DisplayName("6,000 swipes from 64 connections at once -> counts and matches equal what"
            + " was accepted, in an order that the answers allow, and so does every read meanwhile")
    default void remembersAConcurrentHistory() throws Exception {
        History history = new History(6_000);
        ExecutorService executor = Executors.newFixedThreadPool(History.CONNECTIONS);
        try {
            List<Future<?>> senders = new ArrayList<>();
            for (int sender = 0; sender < History.CONNECTIONS; sender++) {
                SplittableRandom random = new SplittableRandom(sender);
                senders.add(executor.submit(() -> {
                    try (RawConnection connection = new RawConnection(base())) {
                        history.send(connection, base(), random);
                    }
                    return null;
                }));
            }
            for (Future<?> sender : senders) {
                sender.get(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            executor.shutdownNow();
        }
        try (RawConnection connection = new RawConnection(base())) {
            history.requireOf(connection, base());
        }
    }

    /** What was begun, what was accepted, and when. Users of its own; filled by any number of threads. */
    final class History {

        static final int CONNECTIONS = 64;

        private static final int FIRST_USER = 3_100;
        private static final int USERS = 12;

        /** More than a server keeps as matches. */
        private static final int SWIPEES = 150;

        private final int swipes;
        private final AtomicInteger claimed = new AtomicInteger();
        private final AtomicLongArray begun = new AtomicLongArray(2 * USERS);
        private final AtomicLongArray accepted = new AtomicLongArray(2 * USERS);
        private final AtomicLongArray firstBegun = filled();
        private final AtomicLongArray firstAccepted = filled();

        History(int swipes) {
            this.swipes = swipes;
        }

        private static AtomicLongArray filled() {
            long[] never = new long[USERS * (SWIPEES + 1)];
            Arrays.fill(never, Long.MAX_VALUE);
            return new AtomicLongArray(never);
        }

        void send(RawConnection connection, URI server, SplittableRandom random) throws IOException {
            while (claimed.getAndIncrement() < swipes) {
                int user = random.nextInt(USERS);
                if (random.nextInt(20) == 0) {
                    requireStatsWithinBounds(connection, server, user);
                }
                swipe(connection, server, user, 1 + random.nextInt(user % 2 == 0 ? SWIPEES : 60), random.nextInt(2));
            }
        }

        private void swipe(RawConnection connection, URI server, int user, int swipee, int right) throws IOException {
            String body = BodyCases.body(String.valueOf(FIRST_USER + user), String.valueOf(swipee), "\"x\"");
            String path = right == 1 ? "/swipe/right/" : "/swipe/left/";
            Exchange swipe = Exchange.of(
                    "swipe", Exchange.post(path, "Content-Type: application/json\r\n", body), 201, BodyCases.WRITTEN);
            int like = user * (SWIPEES + 1) + swipee;
            begun.incrementAndGet(2 * user + right);
            if (right == 1) {
                firstBegun.accumulateAndGet(like, System.nanoTime(), Math::min);
            }
            connection.send(swipe.requestTo(server));
            swipe.requireAnswer(connection.read("POST"), "POST");
            if (right == 1) {
                firstAccepted.accumulateAndGet(like, System.nanoTime(), Math::min);
            }
            accepted.incrementAndGet(2 * user + right);
        }

        private long[] stats(RawConnection connection, URI server, int user) throws IOException {
            connection.send(Exchange.of("", Exchange.get("/stats/" + (FIRST_USER + user)), 200, "")
                    .requestTo(server));
            String stats = connection.read("GET").text();
            assertThat(stats).matches("\\{\"likes\":[0-9]+,\"dislikes\":[0-9]+}");
            String[] numbers = stats.replaceAll("[^0-9,]", "").split(",");
            return new long[] {Long.parseLong(numbers[1]), Long.parseLong(numbers[0])};
        }

        /** What was accepted before the read is in it; what had not begun after it is not. */
        private void requireStatsWithinBounds(RawConnection connection, URI server, int user) throws IOException {
            long[] least = {accepted.get(2 * user), accepted.get(2 * user + 1)};
            long[] read = stats(connection, server, user);
            for (int right = 0; right < 2; right++) {
                assertThat(read[right]).isBetween(least[right], begun.get(2 * user + right));
            }
        }

        void requireOf(RawConnection connection, URI server) throws IOException {
            long total = 0;
            for (int user = 0; user < USERS; user++) {
                long[] read = stats(connection, server, user);
                assertThat(read).containsExactly(accepted.get(2 * user), accepted.get(2 * user + 1));
                total += read[0] + read[1];
                connection.send(Exchange.of("", Exchange.get("/matches/" + (FIRST_USER + user)), 200, "")
                        .requestTo(server));
                String matches = connection.read("GET").text();
                assertThat(matches).matches("\\{\"matches\":\\[[0-9,]+]}");
                requireMatches(
                        user * (SWIPEES + 1),
                        Arrays.stream(matches.replaceAll("[^0-9,]", "").split(","))
                                .map(Integer::valueOf)
                                .toList());
            }
            assertThat(total).isEqualTo(swipes);
        }

        private void requireMatches(int offset, List<Integer> matches) {
            List<Integer> liked = new ArrayList<>();
            for (int swipee = 1; swipee <= SWIPEES; swipee++) {
                if (firstAccepted.get(offset + swipee) < Long.MAX_VALUE) {
                    liked.add(swipee);
                }
            }
            assertThat(matches).doesNotHaveDuplicates().hasSize(Math.min(100, liked.size()));
            assertThat(liked).containsAll(matches);
            liked.removeAll(matches);
            // Going backwards: a user who comes later in the list, or not at all, must not have been liked and that
            // accepted before the first like of an earlier one began.
            long earliestLater = liked.stream()
                    .mapToLong(swipee -> firstAccepted.get(offset + swipee))
                    .min()
                    .orElse(Long.MAX_VALUE);
            for (int i = matches.size() - 1; i >= 0; i--) {
                int match = offset + matches.get(i);
                assertThat(firstBegun.get(match)).isLessThanOrEqualTo(earliestLater);
                earliestLater = Math.min(earliestLater, firstAccepted.get(match));
            }
        }
    }
}
