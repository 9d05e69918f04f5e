package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RunRecorder;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.testing.Recorders;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.EventTransport;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.OutcomeListener;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.workload.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The driver of one loop, with sources and due times that no model has. */
class LoopDriverTest {

    private static final int SLOTS = 10;

    /** Drives one loop to its end; returns how long that took. */
    private static Duration drive(RequestSource source, DueTimes dueTimes, StopSignal stop, AtomicLong attempts) {
        try (QuickServer server = new QuickServer()) {
            LoadPlan plan = Plans.plan(server.target())
                    .transport(new Nio())
                    .threads(SLOTS)
                    .requests(1_000)
                    .build();
            Requests requests = plan.workload().requests(1);
            RunRecorder recording =
                    Recorders.of(NanoClock.SYSTEM, SLOTS, plan.workload().operations());
            TransportSettings settings = new TransportSettings(
                    plan.target(),
                    plan.workload().operations(),
                    SLOTS,
                    plan.timeouts(),
                    plan.transport(),
                    nanos -> {},
                    NanoClock.SYSTEM);
            try (recording;
                    EventTransport transport = (EventTransport) new Nio().open(settings)) {
                LoopDriver driver = new LoopDriver(
                        transport.loops().get(0),
                        0,
                        1,
                        transport.loops().get(0).connections(),
                        new Assignment(
                                plan,
                                requests,
                                Optional.empty(),
                                0,
                                Collections.nCopies(SLOTS, source),
                                dueTimes,
                                recording,
                                Optional.empty(),
                                NanoClock.SYSTEM,
                                stop,
                                Optional.empty()));
                stop.onStop(reason -> driver.wake());
                recording.clock().start(System.nanoTime(), Instant.now().getEpochSecond() * 1_000_000);
                long begin = System.nanoTime();
                Member.running(() -> {
                            driver.prepare();
                            driver.send();
                        })
                        .result();
                Duration taken = Duration.ofNanos(System.nanoTime() - begin);
                recording.close();
                Counts counts = recording.counts();
                assertThat(counts.okAtFirst()).isEqualTo(counts.attempts()).isEqualTo(server.requests());
                attempts.set(counts.attempts());
                return taken;
            }
        }
    }

    @Test
    void a_source_that_is_slow_is_asked_again_without_haste_and_nothing_waits_for_it() {
        AtomicLong attempts = new AtomicLong();
        AtomicInteger polls = new AtomicInteger();
        AtomicLong given = new AtomicLong();
        RequestSource slow = new Polled() {
            private long start;

            @Override
            public long poll() {
                if (polls.getAndIncrement() == 0) {
                    start = System.nanoTime();
                }
                if (given.get() == 50) {
                    return FINISHED;
                }
                // One every 5 ms.
                return System.nanoTime() - start > given.get() * 5_000_000 ? given.getAndIncrement() : NONE_YET;
            }
        };

        Duration taken = drive(slow, DueTimes.WHEN_FREE, new StopSignal(), attempts);

        assertThat(attempts.get()).isEqualTo(50);
        assertThat(taken).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        assertThat(polls.get())
                .as("one slot asks for all, every 200 us")
                .isLessThan((int) (2 * taken.toNanos() / 200_000) + 500);
    }

    @Test
    void a_request_is_sent_when_it_is_due_and_not_before() {
        AtomicLong attempts = new AtomicLong();
        long start = System.nanoTime();
        AtomicLong next = new AtomicLong();
        RequestSource counting = new Polled() {
            @Override
            public long poll() {
                long index = next.getAndIncrement();
                return index < 100 ? index : FINISHED;
            }
        };

        drive(counting, (index, free) -> start + index * 3_000_000, new StopSignal(), attempts);

        assertThat(attempts.get()).isEqualTo(100);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(297));
    }

    @Test
    void a_stop_ends_the_wait_for_what_is_due_much_later() {
        AtomicLong attempts = new AtomicLong();
        StopSignal stop = new StopSignal();
        RequestSource endless = new Polled() {
            private long index;

            @Override
            public long poll() {
                if (stop.isStopped()) {
                    return FINISHED;
                }
                if (++index == 5 + SLOTS) {
                    Member.running(() -> stop.stop(StopReason.INTERRUPTED));
                }
                return index;
            }
        };
        long hour = System.nanoTime() + Duration.ofHours(1).toNanos();

        drive(endless, (index, free) -> index <= 5 ? free : hour, stop, attempts);

        assertThat(attempts.get()).isEqualTo(5);
    }

    @Test
    void workers_share_the_connections_that_a_loop_has() {
        SharedConnections loop = new SharedConnections(3);
        LoadPlan plan = Plans.plan(Target.parse("http://localhost:1"))
                .transport(new Nio())
                .threads(SLOTS)
                .requests(SLOTS)
                .build();
        Requests requests = plan.workload().requests(1);
        RunRecorder recording =
                Recorders.of(NanoClock.SYSTEM, SLOTS, plan.workload().operations());
        AtomicLong next = new AtomicLong();
        RequestSource counting = new Polled() {
            @Override
            public long poll() {
                long index = next.getAndIncrement();
                return index < SLOTS ? index : FINISHED;
            }
        };
        try (recording) {
            LoopDriver driver = new LoopDriver(
                    loop,
                    0,
                    1,
                    loop.connections(),
                    new Assignment(
                            plan,
                            requests,
                            Optional.empty(),
                            0,
                            Collections.nCopies(SLOTS, counting),
                            DueTimes.WHEN_FREE,
                            recording,
                            Optional.empty(),
                            NanoClock.SYSTEM,
                            new StopSignal(),
                            Optional.empty()));
            recording.clock().start(System.nanoTime(), Instant.now().getEpochSecond() * 1_000_000);
            driver.prepare();
            driver.send();
        }

        assertThat(loop.connected).containsExactly(0, 1, 2);
        assertThat(loop.used).containsExactlyInAnyOrder(0, 0, 0, 0, 1, 1, 1, 2, 2, 2);
        assertThat(recording.counts().okAtFirst()).isEqualTo(SLOTS);
    }

    /** A loop that answers every request at once, and notes which connection it went over. */
    private static final class SharedConnections implements EventLoop {

        private final int count;
        private final List<Integer> connected = new ArrayList<>();
        private final List<Integer> used = new ArrayList<>();
        private final Queue<Integer> answered = new ArrayDeque<>();

        SharedConnections(int count) {
            this.count = count;
        }

        @Override
        public int connections() {
            return count;
        }

        @Override
        public void connect(int connection) {
            connected.add(connection);
        }

        @Override
        public int connecting() {
            return 0;
        }

        @Override
        public void disconnect(int connection) {
            throw new AssertionError("Nobody asks for new connections");
        }

        @Override
        public int send(int connection, int slot, ComposedRequest request, long nanos) {
            used.add(connection);
            answered.add(slot);
            return 0;
        }

        @Override
        public void await(long untilNanos, OutcomeListener listener) {
            for (int waiting = answered.size(); waiting > 0; waiting--) {
                listener.ended(answered.remove(), new Response(200, 0));
            }
        }

        @Override
        public void wakeUp() {}
    }

    private abstract static class Polled implements RequestSource {

        @Override
        public long next() {
            throw new AssertionError("A loop never waits for its source");
        }
    }
}
