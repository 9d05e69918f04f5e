package io.github.swipestorm.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InMemorySwipeStoreTest {

    private final SwipeStore store = new InMemorySwipeStore();

    @Test
    void countsBothWaysForTheSwiper() {
        store.add(new Swipe(Direction.RIGHT, 5_000, 1, ""));
        store.add(new Swipe(Direction.RIGHT, 5_000, 1, ""));
        store.add(new Swipe(Direction.LEFT, 5_000, 2, ""));
        assertThat(store.stats(5_000)).isEqualTo(new Stats(2, 1));
        assertThat(store.stats(1)).isEqualTo(new Stats(0, 0));
        assertThat(store.accepted()).isEqualTo(3);
    }

    @Test
    void keepsTheFirstHundredMatchesInOrderOfTheFirstLike() {
        for (int swipee = 1_000; swipee > 0; swipee--) {
            store.add(new Swipe(Direction.LEFT, 1, swipee, ""));
            store.add(new Swipe(Direction.RIGHT, 1, swipee, ""));
            store.add(new Swipe(Direction.RIGHT, 1, 1_000, ""));
        }
        List<Integer> first = IntStream.range(0, 100).mapToObj(i -> 1_000 - i).toList();
        assertThat(store.matches(1)).isEqualTo(new Matches(first));
        assertThat(store.stats(1)).isEqualTo(new Stats(2_000, 1_000));
    }

    @Test
    void losesNothingUnderConcurrency() throws Exception {
        int threads = 8;
        int rounds = 20_000;
        CountDownLatch start = new CountDownLatch(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                workers.add(executor.submit(() -> {
                    start.countDown();
                    start.await();
                    for (int i = 0; i < rounds; i++) {
                        store.add(new Swipe(i % 4 == 0 ? Direction.LEFT : Direction.RIGHT, 1 + i % 2, 1 + i % 50, ""));
                    }
                    return null;
                }));
            }
            for (Future<?> worker : workers) {
                worker.get(5, TimeUnit.MINUTES);
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(store.accepted()).isEqualTo((long) threads * rounds);
        assertThat(store.stats(1)).isEqualTo(new Stats(threads * rounds / 4, threads * rounds / 4));
        assertThat(store.stats(2)).isEqualTo(new Stats(threads * rounds / 2, 0));
        assertThat(store.matches(2).matches()).doesNotHaveDuplicates().hasSize(25);
    }
}
