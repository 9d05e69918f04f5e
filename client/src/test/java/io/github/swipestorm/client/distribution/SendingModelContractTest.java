package io.github.swipestorm.client.distribution;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.swipestorm.client.testing.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The contract of every sending model, for all parameters; a new model joins by being registered. */
class SendingModelContractTest {

    private static final List<Long> NOTHING = List.of();

    @Property(tries = 150)
    void every_planned_index_is_given_out_exactly_once(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll("jobs") WorkItems job) {
        Shared shared =
                Shared.of(Shared.rule(model, settings), job).startProducers().startWorkers();

        assertThat(shared.given()).isEqualTo(allOf(job));
    }

    @Property(tries = 100)
    void polling_gives_out_the_same_indexes_without_ever_waiting(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll("jobs") WorkItems job) {
        Shared shared = Shared.of(Shared.rule(model, settings), job).startProducers();
        List<Long> polled = new ArrayList<>();

        assertTimeoutPreemptively(MAX_WAIT, () -> shared.sources().forEach(source -> pollToEnd(source, polled)));

        assertThat(polled.stream().sorted()).isEqualTo(allOf(job));
        assertThat(shared.given()).as("what is left for next()").isEmpty();
    }

    @Property(tries = 60)
    void poll_answers_at_once_when_nobody_produces(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll("jobs") WorkItems job) {
        WorkDistribution distribution = model.share(job, settings);
        long expectedLeast = distribution.producers().isEmpty() ? RequestSource.FINISHED : RequestSource.NONE_YET;

        List<Long> answers = assertTimeoutPreemptively(
                MAX_WAIT,
                () -> distribution.sources().stream().map(RequestSource::poll).toList());

        if (distribution.producers().isEmpty()) {
            assertThat(answers).allMatch(answer -> answer >= expectedLeast && answer < job.requests());
        } else {
            assertThat(answers).containsOnly(RequestSource.NONE_YET);
        }
    }

    @Property(tries = 60)
    void a_finished_source_stays_finished(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll("jobs") WorkItems job) {
        Shared shared =
                Shared.of(Shared.rule(model, settings), job).startProducers().startWorkers();
        shared.shares();

        for (RequestSource source : shared.sources()) {
            for (int again = 0; again < 3; again++) {
                assertThat(Member.doing(source::next).result()).isEqualTo(RequestSource.FINISHED);
                assertThat(source.poll()).isEqualTo(RequestSource.FINISHED);
            }
        }
    }

    @Property(tries = 60)
    void stop_ends_workers_that_wait_for_requests(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll("jobs") WorkItems job) {
        Shared withoutProducers = Shared.of(Shared.rule(model, settings), job).startWorkers();
        withoutProducers.awaitNobodyMoves();

        withoutProducers.stop();

        assertThat(withoutProducers.given()).allMatch(index -> index >= 0 && index < job.requests());
    }

    @Property(tries = 60)
    void stop_ends_producers_that_found_the_queue_full(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll("jobs") WorkItems job) {
        Shared withoutWorkers = Shared.of(Shared.rule(model, settings), job).startProducers();
        withoutWorkers.awaitNobodyMoves();

        withoutWorkers.stop();

        assertThat(withoutWorkers.given()).isEqualTo(NOTHING);
        assertThat(withoutWorkers.startWorkers().given()).as("after the stop").isEqualTo(NOTHING);
    }

    @Property(tries = 30)
    void stop_in_the_middle_ends_everybody_and_gives_nothing_twice(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll @IntRange(min = 1, max = 16) int workers) {
        Shared shared = Shared.of(Shared.rule(model, settings), new WorkItems(20_000, workers))
                .startProducers()
                .startWorkers();

        shared.stop();
        shared.stop();

        List<Long> given = shared.given();
        assertThat(new HashSet<>(given)).hasSameSizeAs(given);
        assertThat(given.stream().filter(index -> index < 0 || index >= 20_000)).isEmpty();
    }

    @Property(tries = 40)
    void an_interrupt_ends_a_worker_that_waits(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll("jobs") WorkItems job) {
        Shared withoutProducers = Shared.of(Shared.rule(model, settings), job).startWorkers();
        withoutProducers.awaitNobodyMoves();

        for (Member<List<Long>> worker : withoutProducers.workers()) {
            boolean waited = !worker.hasEnded();
            worker.interrupt();
            if (waited) {
                assertThat(worker.death()).isInstanceOf(InterruptedException.class);
            } else {
                assertThat(worker.result()).allMatch(index -> index >= 0 && index < job.requests());
            }
        }
    }

    @Property(tries = 40)
    void workers_that_die_leave_no_producer_behind_after_stop(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll("jobs") WorkItems job,
            @ForAll @IntRange(max = 20) int lifetime) {
        Shared shared = Shared.of(Shared.rule(model, settings), job).startProducers();
        List<Long> taken = new ArrayList<>();
        RequestSource mortal = shared.sources().get(0);
        for (int i = 0; i < lifetime; i++) {
            long index = Member.doing(mortal::next).result();
            if (index != RequestSource.FINISHED) {
                taken.add(index);
            }
        }

        shared.stop();

        assertThat(shared.given()).isEmpty();
        assertThat(taken).doesNotHaveDuplicates().allMatch(index -> index >= 0 && index < job.requests());
    }

    @Property(tries = 40)
    void interrupted_producers_leave_no_worker_waiting(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll("jobs") WorkItems job) {
        Shared shared = Shared.of(Shared.rule(model, settings), job).startProducers();
        shared.awaitNobodyMoves();
        shared.producers().forEach(Member::interrupt);

        List<Long> given = shared.startWorkers().given();

        assertThat(given).doesNotHaveDuplicates().allMatch(index -> index >= 0 && index < job.requests());
    }

    @Property(tries = 40)
    void when_one_of_several_producers_is_interrupted_the_others_produce_the_rest(
            @ForAll @IntRange(min = 2, max = 6) int producers, @ForAll("jobs") WorkItems job) {
        ModelSettings settings = new ModelSettings(1, producers, 1);
        Shared shared =
                Shared.of(Shared.rule(new ProducerConsumer(), settings), job).startProducers();
        shared.awaitNobodyMoves();
        shared.producers().get(0).interrupt();

        List<Long> given = shared.startWorkers().given();

        assertThat(given).doesNotHaveDuplicates().allMatch(index -> index >= 0 && index < job.requests());
        assertThat(given).as("at most the one in its hand").hasSizeGreaterThanOrEqualTo((int) job.requests() - 1);
    }

    @Property(tries = 30)
    void an_unbounded_job_gives_every_worker_something_for_as_long_as_it_asks(
            @ForAll("models") SendingModel model,
            @ForAll("settings") ModelSettings settings,
            @ForAll @IntRange(min = 1, max = 16) int workers) {
        Shared shared = Shared.of(Shared.rule(model, settings), new WorkItems(WorkItems.UNBOUNDED, workers))
                .startProducers();
        List<Long> taken = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            for (RequestSource source : shared.sources()) {
                taken.add(Member.doing(source::next).result());
            }
        }

        assertThat(taken).doesNotHaveDuplicates().allMatch(index -> index >= 0);
        assertThat(shared.stop().startWorkers().given()).isEmpty();
    }

    private static void pollToEnd(RequestSource source, List<Long> polled) {
        for (long index = source.poll(); index != RequestSource.FINISHED; index = source.poll()) {
            if (index == RequestSource.NONE_YET) {
                Thread.onSpinWait();
            } else {
                polled.add(index);
            }
        }
    }

    private static List<Long> allOf(WorkItems job) {
        return LongStream.range(0, job.requests()).boxed().toList();
    }

    @Provide
    static Arbitrary<SendingModel> models() {
        return Arbitraries.of(SendingModel.REGISTRY.all());
    }

    @Provide
    Arbitrary<WorkItems> jobs() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 500),
                        Arbitraries.integers().between(1, 16))
                .as(WorkItems::new);
    }

    @Provide
    Arbitrary<ModelSettings> settings() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 600),
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.integers().between(1, 600))
                .as(ModelSettings::new);
    }
}
