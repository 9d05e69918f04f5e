package io.github.swipestorm.client.record;

import static io.github.swipestorm.client.record.AttemptRecorder.NO_INSTANT;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.testing.FlightRecording;
import io.github.swipestorm.client.testing.Member;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectorTest {

    private static final Response CREATED = new Response(201, 5);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 200})
    void every_record_arrives_intact_and_in_order_though_the_sink_is_slow(int writers) {
        long each = 400_000 / writers / 10;
        List<List<AttemptCopy>> arrived = IntStream.range(0, writers)
                .<List<AttemptCopy>>mapToObj(i -> new ArrayList<>())
                .toList();
        AttemptSink slow = new AttemptSink() {
            @Override
            public void accept(Attempt attempt) {
                arrived.get(attempt.worker()).add(AttemptCopy.of(attempt));
            }

            @Override
            public void endOfRound() {
                LockSupport.parkNanos(1_000_000);
            }
        };

        try (Collector collector = new Collector(writers, writers, slow)) {
            List<Member<Void>> members = IntStream.range(0, writers)
                    .mapToObj(worker -> Member.running(() -> LongStream.range(0, each)
                            .forEach(i -> AttemptCopy.any(worker, i).recordInto(collector.recorder(worker)))))
                    .toList();
            members.forEach(Member::result);
        }

        for (int worker = 0; worker < writers; worker++) {
            int of = worker;
            List<AttemptCopy> expected = LongStream.range(0, each)
                    .mapToObj(i -> AttemptCopy.any(of, i))
                    .toList();
            assertThat(arrived.get(worker).equals(expected))
                    .as("records of worker " + worker)
                    .isTrue();
        }
    }

    @Test
    void a_full_ring_makes_its_worker_wait_and_loses_nothing() {
        CountDownLatch open = new CountDownLatch(1);
        List<Long> arrived = new ArrayList<>();
        long records = 200_000;

        try (FlightRecording recording = new FlightRecording("swipestorm.RecorderStall");
                Collector collector = new Collector(1, 1, attempt -> {
                    awaitUninterruptibly(open);
                    arrived.add(attempt.request());
                })) {
            Member<Void> worker = Member.running(() -> LongStream.range(0, records)
                    .forEach(i -> collector.recorder(0).record(i, 0, 1, true, 0, 0, 0, 0, NO_INSTANT, 100, CREATED)));
            worker.awaitParkedOrEnded();
            assertThat(worker.hasEnded()).as("200,000 records do not fit").isFalse();

            open.countDown();
            worker.result();
            assertThat(recording.events()).isNotEmpty();
        }

        assertThat(arrived).hasSize((int) records);
        assertThat(arrived.equals(LongStream.range(0, records).boxed().toList()))
                .isTrue();
    }

    @Test
    void a_sink_that_throws_is_reported_and_its_workers_do_not_hang() {
        Collector collector = new Collector(2, 2, attempt -> {
            throw new IllegalStateException("planted");
        });
        List<Member<Void>> workers = IntStream.range(0, 2)
                .mapToObj(worker -> Member.running(() -> LongStream.range(0, 1_000_000)
                        .forEach(i -> collector
                                .recorder(worker)
                                .record(i, 0, 1, true, 0, 0, 0, 0, NO_INSTANT, 100, CREATED))))
                .toList();

        assertThat(workers)
                .allSatisfy(worker -> assertThat(worker.death())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("planted"));
        collector.close();
        assertThat(collector.death())
                .hasValueSatisfying(death -> assertThat(death).hasMessage("planted"));
    }

    @Test
    void a_worker_that_records_after_the_end_gets_an_exception_instead_of_waiting_for_ever() {
        Collector collector = new Collector(1, 1, attempt -> {});
        collector.close();

        Member<Void> straggler = Member.running(() -> LongStream.range(0, 1_000_000)
                .forEach(i -> collector.recorder(0).record(i, 0, 1, true, 0, 0, 0, 0, NO_INSTANT, 100, CREATED)));

        assertThat(straggler.death()).hasMessageContaining("ended");
        assertThat(collector.death()).isEmpty();
    }

    @Test
    void recording_an_answer_allocates_nothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int records = 100_000;
        try (Collector collector = new Collector(1, 1, new AttemptCounters())) {
            AttemptRecorder recorder = collector.recorder(0);
            record(recorder, records);
            threads.getCurrentThreadAllocatedBytes();

            long before = threads.getCurrentThreadAllocatedBytes();
            record(recorder, records);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;

            assertThat(allocated).as("bytes for 100,000 records").isLessThan(records);
        }
    }

    private static void record(AttemptRecorder recorder, int records) {
        for (int i = 0; i < records; i++) {
            recorder.record(i, 0, 1, true, i, i, i, i + 1, NO_INSTANT, 100, CREATED);
        }
    }

    @Test
    void what_was_recorded_before_the_close_is_counted() {
        AttemptCounters tally = new AttemptCounters();
        try (Collector collector = new Collector(3, 3, tally)) {
            for (int i = 0; i < 300; i++) {
                AttemptCopy.any(i % 3, i).recordInto(collector.recorder(i % 3));
            }
        }

        assertThat(tally.counts().attempts()).isEqualTo(300);
    }

    @Test
    void the_counts_can_be_read_while_recording_goes_on() {
        AttemptCounters tally = new AttemptCounters();
        try (Collector collector = new Collector(1, 1, tally)) {
            collector.recorder(0).record(0, 0, 1, true, 0, 0, 0, 7_999, NO_INSTANT, 100, CREATED);

            await().atMost(MAX_WAIT).until(() -> tally.counts().ok() == 1);
            assertThat(tally.times().lastDone()).isEqualTo(7_000);
        }
    }

    @Test
    void a_tally_tells_requests_from_attempts() {
        AttemptCounters tally = new AttemptCounters();
        try (Collector collector = new Collector(1, 1, tally)) {
            AttemptRecorder recorder = collector.recorder(0);
            recorder.record(0, 0, 1, true, 0, 0, 0, 1, NO_INSTANT, 100, new Response(201, 10));
            recorder.record(1, 0, 1, false, 0, 0, 0, 2, NO_INSTANT, 100, new Response(503, 3));
            recorder.record(1, 0, 2, true, 0, 0, 0, 3, NO_INSTANT, 100, new Response(200, 4));
            recorder.record(2, 0, 1, false, 0, 0, 0, 9_000, NO_INSTANT, 100, new Failure(FailureKind.TIMEOUT, "t"));
            recorder.record(2, 0, 2, true, 0, 0, 0, 5, NO_INSTANT, 100, new Failure(FailureKind.CLOSED, "c"));
            recorder.record(3, 0, 1, true, 0, 0, 0, 6, NO_INSTANT, 100, new Response(302, 0));
        }

        Counts counts = tally.counts();
        assertThat(counts.okAtFirst()).isEqualTo(1);
        assertThat(counts.okAfterRetries()).isEqualTo(1);
        assertThat(counts.failed()).isEqualTo(2);
        assertThat(counts.ended()).isEqualTo(4);
        assertThat(counts.attempts()).isEqualTo(6);
        assertThat(counts.failedAttempts()).isEqualTo(4);
        assertThat(counts.answers()).isEqualTo(4);
        assertThat(counts.bytes()).isEqualTo(17);
        assertThat(tally.times().lastDone()).isEqualTo(9_000);
        assertThat(counts.attemptsByStatus())
                .containsExactlyEntriesOf(new TreeMap<>(Map.of(200, 1L, 201, 1L, 302, 1L, 503, 1L)));
        assertThat(counts.attemptsByFailure())
                .containsOnly(Map.entry(FailureKind.TIMEOUT, 1L), Map.entry(FailureKind.CLOSED, 1L));
    }

    @Test
    void a_server_cannot_fill_the_memory_with_different_failures() {
        for (int round = 0; round < 20; round++) {
            try (Collector collector = new Collector(4, 4, attempt -> {})) {
                CountDownLatch gate = new CountDownLatch(1);
                List<Member<Void>> members = IntStream.range(0, 4)
                        .mapToObj(worker -> Member.running(() -> {
                            awaitUninterruptibly(gate);
                            IntStream.range(0, 400)
                                    .mapToObj(i -> new Failure(FailureKind.PROTOCOL, worker + "-" + i))
                                    .forEach(collector::noteFailure);
                        }))
                        .toList();
                gate.countDown();
                members.forEach(Member::result);

                assertThat(collector.failureDetails(List.of())).hasSize(21);
                assertThat(collector.failureDetails(List.of()).values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .isEqualTo(1_600);
            }
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "A million different error messages -> 1,000 texts are kept, the 20 most frequent are shown, and how many "
                    + "attempts had others")
    void a_million_messages_are_counted_and_a_thousand_kept() {
        try (Collector collector = new Collector(1, 1, attempt -> {})) {
            for (int i = 0; i < 1_000_000; i++) {
                collector.noteFailure(new Failure(FailureKind.PROTOCOL, "garbage " + i));
                if (i % 10 == 0) {
                    collector.noteFailure(new Failure(FailureKind.PROTOCOL, "garbage " + i % 700));
                }
            }

            Map<String, Long> shown = collector.failureDetails(List.of());
            assertThat(shown).hasSize(21);
            assertThat(shown.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(1_100_000);
            assertThat(List.copyOf(shown.keySet()).get(20)).isEqualTo(Collector.OTHER_DETAILS);
            assertThat(shown.values().stream().limit(20)).allMatch(count -> count > 1_000);
            assertThat(shown.keySet().stream().limit(20)).allMatch(text -> text.endsWith("0"));
            assertThat(collector.keptDetails()).isEqualTo(1_000);
        }
    }

    @Test
    void failures_are_counted_by_what_they_say() {
        try (Collector collector = new Collector(1, 1, attempt -> {})) {
            for (String detail : List.of("b", "s3same", "b", "b")) {
                collector
                        .recorder(0)
                        .record(0, 0, 1, true, 0, 0, 0, 0, NO_INSTANT, 100, new Failure(FailureKind.CLOSED, detail));
            }

            assertThat(collector.failureDetails(List.of()).entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .collect(Collectors.joining(", ")))
                    .isEqualTo("closed: b 3, closed: s3same 1");
            // A server may echo what only the plan knows to be a secret.
            assertThat(collector.failureDetails(List.of("s3same"))).containsEntry("closed: ***", 1L);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            if (!latch.await(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("It did not happen");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
