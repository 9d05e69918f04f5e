package io.github.swipestorm.client.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.swipestorm.client.inference.Steadiness.Finding;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.verdict.Interference.Kind;
import io.github.swipestorm.client.verdict.OfferedLoad.Cause;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule at its threshold and right beside it, and which of two that both apply goes first. */
class VerdictRulesTest {

    private static EvidenceBuilder clues() {
        return new EvidenceBuilder();
    }

    private static EvidenceBuilder busyLoop(double used) {
        return clues().busiestLoop(used);
    }

    /** 20 workers over a server with one thread that takes 5 ms. */
    private static EvidenceBuilder oneThread() {
        return clues().latency(5, 100, 99, 52);
    }

    /** 20 workers over a server that takes 50 ms for each and has a thread for each. */
    private static EvidenceBuilder sleeping() {
        return clues().latency(50, 50.4, 50.6, 51);
    }

    /** 50 workers over a warm, watched server whose answers differ, without a queue. */
    private static EvidenceBuilder differing() {
        return clues().threads(50).warm().server(0.84, 4).latency(1, 20, 20, 18);
    }

    static Stream<Arguments> thresholds() {
        return Stream.of(
                arguments(clues(), Bound.UNCLEAR, "nothing decides"),
                arguments(clues().requestsFailed(100, 10_000), Bound.ERRORS, "1 % of the requests failed"),
                arguments(clues().requestsFailed(99, 10_000), Bound.UNCLEAR, "less than 1 % of the requests failed"),
                arguments(clues().requestsFailed(1, 1), Bound.ERRORS, "the only request failed"),
                arguments(clues().attemptsFailed(1_000, 10_000), Bound.ERRORS, "10 % of the attempts failed"),
                arguments(clues().attemptsFailed(999, 10_000), Bound.UNCLEAR, "less than 10 % of the attempts failed"),
                arguments(clues().clientLimits(100, 10_000), Bound.CLIENT, "1 % failed for want of files or ports"),
                arguments(clues().clientLimits(99, 10_000), Bound.UNCLEAR, "fewer did"),
                arguments(sleeping().seconds(2), Bound.CONCURRENCY, "2 s"),
                arguments(sleeping().seconds(1.999), Bound.UNKNOWN, "less than 2 s"),
                arguments(sleeping().attempts(100), Bound.CONCURRENCY, "100 attempts"),
                arguments(sleeping().attempts(99), Bound.UNKNOWN, "fewer than 100 attempts"),
                arguments(sleeping().workerDeath("AssertionError"), Bound.UNCLEAR, "a worker died"),
                arguments(sleeping().exhausted("No memory left"), Bound.CLIENT, "a worker died for want of memory"),
                arguments(clues().offered(true), Bound.RATE, "the rate was met"),
                arguments(clues().offeredLate(), Bound.RATE, "the rate was kept, though some requests were late"),
                arguments(clues().offeredLate().backlog(1.5, 0.11, 1), Bound.SERVER, "sent late, not answered"),
                arguments(clues().offered(true).attempts(10), Bound.RATE, "a low rate was met"),
                arguments(clues().offered(true).backlog(1.5, 0.11, 1), Bound.SERVER, "sent in time, not answered"),
                arguments(clues().offered(true).backlog(1.49, 0.11, 1), Bound.RATE, "long answers, but always as long"),
                arguments(clues().offered(true).backlog(1.5, 0.1, 1), Bound.RATE, "slower answers, but all there"),
                arguments(
                        clues().offered(true).backlog(1, 0.11, 0.89),
                        Bound.SERVER,
                        "some answered at once, others not"),
                arguments(
                        clues().offered(true).backlog(1, 0.11, 0.9),
                        Bound.RATE,
                        "as many answered as begun, but later"),
                arguments(
                        clues().offered(false).waitingShare(0.3).backlog(1.5, 0.11, 1),
                        Bound.SERVER,
                        "neither sent in time nor answered"),
                arguments(clues().offered(false).waitingShare(0.79), Bound.CLIENT, "late though workers were free"),
                arguments(oneThread().offered(false).waitingShare(0.8), Bound.SERVER, "late, workers busy, a queue"),
                arguments(
                        sleeping().offered(false).waitingShare(0.95),
                        Bound.CONCURRENCY,
                        "late, workers busy, no queue"),
                arguments(clues().client(3.6, 4), Bound.CLIENT, "90 % of what it may use"),
                arguments(clues().client(3.59, 4), Bound.UNCLEAR, "less than 90 %"),
                arguments(clues().client(0.091, 0.1), Bound.CLIENT, "90 % of a tenth of a core"),
                arguments(busyLoop(0.9), Bound.CLIENT, "a loop that is busy"),
                arguments(busyLoop(0.89), Bound.UNCLEAR, "a loop that is nearly busy"),
                arguments(
                        busyLoop(1)
                                .transport(new TransportChoice(
                                        new Nio(), true, 1, 1, true, HttpFeatures.NONE, TlsOptions.DEFAULT)),
                        Bound.UNCLEAR,
                        "a loop that spins is always busy"),
                arguments(clues().recording(0.9), Bound.CLIENT, "writing down is busy"),
                arguments(clues().recording(0.89), Bound.UNCLEAR, "writing down is nearly busy"),
                arguments(clues().gcShare(0.1), Bound.CLIENT, "10 % in the garbage collector"),
                arguments(clues().gcShare(0.099), Bound.UNCLEAR, "less than 10 % there"),
                arguments(clues().lagMs(7.5), Bound.CLIENT, "as late as half of an answer takes"),
                arguments(clues().lagMs(7.4), Bound.UNCLEAR, "less late"),
                arguments(clues().latency(0.2, 0.9, 0.9, 0.9).lagMs(1), Bound.CLIENT, "quick answers and 1 ms late"),
                arguments(clues().latency(0.2, 0.9, 0.9, 0.9).lagMs(0.99), Bound.UNCLEAR, "less than that"),
                arguments(clues().waitingShare(0.499), Bound.CLIENT, "busy with the client more than with waiting"),
                arguments(clues().waitingShare(0.5), Bound.UNCLEAR, "half and half"),
                arguments(clues().waitingShare(0.05).thinkingShare(0.49), Bound.UNCLEAR, "half of it is think time"),
                arguments(clues().waitingShare(0.05).thinkingShare(0.46), Bound.CLIENT, "half is the client's"),
                arguments(clues().waitingShare(0.05).thinkingShare(0.5), Bound.THINKING, "they think half the time"),
                arguments(
                        clues().thinkingShare(0.5).latency(15, 16, 18.75, 18.75).waitingShare(1),
                        Bound.THINKING,
                        "10 % of their time is queueing at most"),
                arguments(
                        clues().thinkingShare(0.5).latency(15, 23, 23.5, 18).waitingShare(1),
                        Bound.UNCLEAR,
                        "18 % of it may be, and the median is 1.53 times the fastest"),
                arguments(
                        clues().thinkingShare(0.5)
                                .latency(15, 23, 23.5, 18)
                                .waitingShare(1)
                                .unqueuedMs(19),
                        Bound.THINKING,
                        "operations differ, each is about as fast as it can be"),
                arguments(
                        clues().thinkingShare(0.5).latency(20, 30, 32, 32).waitingShare(1),
                        Bound.THINKING,
                        "the median is 1.5 times the fastest"),
                arguments(differing().thinkingShare(0.5), Bound.THINKING, "answers differ, the first ones no quicker"),
                arguments(
                        clues().thinkingShare(0.5).latency(5, 50, 50, 26).waitingShare(1),
                        Bound.SERVER,
                        "one behind the other, as they are half of the time"),
                arguments(
                        clues().thinkingShare(0.89).latency(1, 80, 80, 80).waitingShare(1),
                        Bound.UNCLEAR,
                        "11 % may be queueing"),
                arguments(
                        clues().thinkingShare(0.9).latency(1, 80, 80, 80).waitingShare(1),
                        Bound.THINKING,
                        "10 % may be"),
                arguments(
                        clues().thinkingShare(0.9)
                                .latency(1, 8, 8, 8)
                                .waitingShare(0.1)
                                .lagMs(8),
                        Bound.THINKING,
                        "late threads and slow answers hold nobody up who thinks"),
                arguments(
                        clues().thinkingShare(0.89)
                                .latency(1, 8, 8, 8)
                                .waitingShare(0.1)
                                .lagMs(8),
                        Bound.CLIENT,
                        "they may hold up who does something else for 11 %"),
                arguments(
                        clues().thinkingShare(0.9).client(3.6, 4),
                        Bound.CLIENT,
                        "whatever users do, the client's CPUs are used"),
                arguments(
                        clues().thinkingShare(0.9).offeredNotMet(Cause.WORKERS_BUSY),
                        Bound.THINKING,
                        "all users of a rate think"),
                arguments(
                        clues().thinkingShare(0.9).offeredNotMet(Cause.ENDED_EARLY),
                        Bound.UNCLEAR,
                        "a rate that was kept until the run ended"),
                arguments(
                        clues().thinkingShare(0.4).latency(5, 60, 60, 60),
                        Bound.SERVER,
                        "12 times the fastest for the 12 workers that do not think"),
                arguments(clues().thinkingShare(0.4).latency(5, 100, 100, 100), Bound.UNCLEAR, "20 times for these 12"),
                arguments(
                        clues().thinkingShare(0.9).server(3.4, 4),
                        Bound.SERVER,
                        "whatever workers do, its CPUs are used"),
                arguments(clues().thinkingShare(0.9).busy(3.6), Bound.THINKING, "a full machine holds nobody up"),
                arguments(
                        clues().thinkingShare(0.8).waitingShare(0.4).busy(3.6),
                        Bound.UNCLEAR,
                        "it may, for 20 % of the time"),
                arguments(
                        clues().thinkingShare(0.8).waitingShare(0.4).probe(500, 1_150),
                        Bound.SERVER,
                        "a probe decides before"),
                arguments(clues().capacity(1_176), Bound.CLIENT, "85 % of the capacity"),
                arguments(clues().capacity(1_178), Bound.UNCLEAR, "less than 85 % of it"),
                arguments(clues().capacity(870), Bound.CLIENT, "115 % of it"),
                arguments(clues().capacity(868), Bound.UNCLEAR, "more than 115 %: the calibration was wrong"),
                arguments(clues().server(3.4, 4), Bound.SERVER, "the server used 85 %"),
                arguments(clues().server(3.39, 4), Bound.UNCLEAR, "it used less"),
                arguments(clues().server(0.85, 1), Bound.SERVER, "a server that has one core"),
                arguments(oneThread(), Bound.SERVER, "one behind the other"),
                arguments(oneThread().waitingShare(0.79), Bound.UNCLEAR, "a queue, but workers did something else"),
                arguments(clues().latency(5, 80, 80, 80), Bound.SERVER, "16 times the fastest for 20 workers"),
                arguments(clues().latency(5, 79, 80, 80), Bound.UNCLEAR, "less, and as slow from the beginning"),
                arguments(clues().latency(5, 120, 120, 120), Bound.SERVER, "24 times the fastest for 20 workers"),
                arguments(clues().latency(5, 121, 120, 120), Bound.UNCLEAR, "more: a single fast answer"),
                arguments(clues().latency(5, 20, 20, 15), Bound.SERVER, "4 times the fastest, 75 % at first"),
                arguments(clues().latency(5, 19.9, 20, 15), Bound.UNCLEAR, "less than 4 times"),
                arguments(clues().latency(5, 20, 20, 15.1), Bound.UNCLEAR, "more than 75 % at first"),
                arguments(clues().threads(2).latency(20, 40, 40, 30), Bound.UNCLEAR, "in a row, or acknowledged late"),
                arguments(clues().threads(2).latency(25, 50, 50, 37), Bound.SERVER, "two workers in a row"),
                arguments(clues().threads(4).latency(0.5, 44, 44, 2), Bound.UNCLEAR, "every answer takes 40 ms more"),
                arguments(
                        clues().threads(4).latency(0.5, 39, 39, 2), Bound.SERVER, "every answer takes less than that"),
                arguments(
                        clues().threads(4).latency(0.5, 47, 47, 2), Bound.SERVER, "every answer takes more than that"),
                arguments(
                        clues().threads(4).latency(0.5, 44, 44, 2).probe(500, 2_000),
                        Bound.CONCURRENCY,
                        "a probe saw that throughput follows the workers"),
                arguments(clues().latency(20, 30, 32, 32), Bound.CONCURRENCY, "1.5 times the fastest"),
                arguments(clues().latency(20, 30.01, 32, 32), Bound.UNCLEAR, "more than that"),
                arguments(sleeping().waitingShare(0.8), Bound.CONCURRENCY, "workers waited for 80 % of their time"),
                arguments(sleeping().waitingShare(0.79), Bound.UNCLEAR, "for less"),
                arguments(clues().threads(1).latency(1, 30, 30, 1), Bound.CONCURRENCY, "one worker makes no queue"),
                arguments(differing(), Bound.CONCURRENCY, "answers differ, the first ones no quicker"),
                arguments(differing().latency(1, 20, 20, 17.9), Bound.UNCLEAR, "somewhat quicker"),
                arguments(differing().threads(49), Bound.UNCLEAR, "too few workers to tell"),
                arguments(differing().server(0.85, 4), Bound.UNCLEAR, "the server may have used a whole core"),
                arguments(
                        clues().threads(50).warm().latency(1, 20, 20, 18),
                        Bound.UNCLEAR,
                        "all first requests share the CPU of a server that nobody watched"),
                arguments(
                        clues().threads(50).server(0.84, 4).latency(1, 20, 20, 18),
                        Bound.UNCLEAR,
                        "the server was cold at first"));
    }

    @ParameterizedTest(name = "{2}: {1}")
    @MethodSource("thresholds")
    void a_rule_applies_from_its_threshold_on(EvidenceBuilder clues, Bound expected, String why) {
        assertThat(clues.verdict().bound()).as(why).isEqualTo(expected);
    }

    static Stream<Arguments> fullMachines() {
        return Stream.of(
                arguments(clues().busy(3.6).client(1.56, 4).server(1.5, 4), Bound.CLIENT, "the client used more"),
                arguments(clues().busy(3.6).client(1.53, 4).server(1.53, 4), Bound.CLIENT, "both used as much"),
                arguments(clues().busy(3.6).client(1.06, 4).server(2, 4), Bound.SERVER, "the server used more"),
                arguments(clues().busy(3.6).client(1.05, 4).server(2, 4), Bound.UNCLEAR, "others used more than 15 %"),
                arguments(clues().busy(3.59).client(1.4, 4).server(2, 4), Bound.UNCLEAR, "not full"),
                arguments(clues().busy(3.6).client(3.06, 4), Bound.CLIENT, "85 % of it is the client's"),
                arguments(clues().busy(3.6).client(3.05, 4), Bound.UNCLEAR, "others use more"),
                arguments(oneThread().busy(4).client(0.1, 4), Bound.SERVER, "others fill it, and the server queues"),
                arguments(sleeping().busy(3.59).client(0.1, 4), Bound.CONCURRENCY, "nearly full"),
                arguments(sleeping().busy(3.6).client(0.1, 4), Bound.UNCLEAR, "requests may queue for CPU time"),
                arguments(differing().busy(3.6), Bound.UNCLEAR, "first answers do not show a queue for CPU time"),
                arguments(clues().threads(1).latency(1, 30, 30, 1).busy(3.6), Bound.UNCLEAR, "nor does one worker"));
    }

    @ParameterizedTest(name = "{2}: {1}")
    @MethodSource("fullMachines")
    void a_full_machine_decides_only_when_client_and_server_used_nearly_all_of_it(
            EvidenceBuilder clues, Bound expected, String why) {
        assertThat(clues.verdict().bound()).as(why).isEqualTo(expected);
    }

    @Test
    void a_run_that_still_rose_is_neither_server_bound_nor_anything_else() {
        Verdict verdict =
                clues().server(4, 4).throughput(Finding.WARMING_UP).seconds(8.2).verdict();

        assertThat(verdict.bound()).isEqualTo(Bound.WARMING_UP);
        assertThat(verdict.evidence()).isEqualTo("throughput was what it did");
        assertThat(verdict.consequence()).contains("warm-up 9s").contains("duration 27s");
    }

    @Test
    void errors_and_a_met_rate_decide_also_in_a_run_that_still_rose() {
        assertThat(clues().throughput(Finding.WARMING_UP)
                        .requestsFailed(5, 10)
                        .verdict()
                        .bound())
                .isEqualTo(Bound.ERRORS);
        assertThat(clues().throughput(Finding.SCHEDULED).offered(true).verdict().bound())
                .isEqualTo(Bound.RATE);
    }

    @Test
    void a_limit_of_a_run_whose_answers_grew_says_so() {
        assertThat(clues().server(4, 4).answers(1_000, 36_000).verdict().consequence())
                .endsWith(
                        "; a request at the end was not the work of one at the beginning, as answers grew: 1,000 bytes "
                                + "on average in the first third of 30 whole seconds, 36,000 in the last");
        assertThat(clues().throughput(Finding.SCHEDULED)
                        .offered(true)
                        .answers(1_000, 36_000)
                        .verdict()
                        .consequence())
                .doesNotContain("answers grew");
    }

    @Test
    void a_limit_that_rests_on_an_unsteady_or_short_run_says_so() {
        assertThat(clues().server(4, 4).throughput(Finding.TOO_SHORT).verdict().consequence())
                .endsWith("; too short to say whether throughput was steady: what it did");
        assertThat(clues().server(4, 4).throughput(Finding.DRIFTING).verdict().consequence())
                .endsWith("; drifting: what it did");
        assertThat(clues().server(4, 4).throughput(Finding.STEADY).verdict().consequence())
                .doesNotContain("what it did");
    }

    private static EvidenceBuilder queueHere() {
        return clues().target("http://localhost:8080").latency(5, 100, 99, 52);
    }

    static Stream<Arguments> sharedMachines() {
        return Stream.of(
                arguments(queueHere().busy(3.59), Bound.SERVER, "there is CPU time left"),
                arguments(queueHere().busy(3.6), Bound.UNCLEAR, "none left, and nobody watched the server"),
                arguments(queueHere().busy(3.6).server(1, 4), Bound.UNCLEAR, "others take most of it"),
                arguments(queueHere().busy(3.6).server(0.9, 1), Bound.SERVER, "the server used all that it may"),
                arguments(
                        queueHere().offered(false).backlog(1.5, 0.11, 1).busy(3.6),
                        Bound.UNCLEAR,
                        "falls behind a rate without CPU time"),
                arguments(
                        queueHere().offered(false).backlog(1.5, 0.11, 1).busy(3.59),
                        Bound.SERVER,
                        "falls behind it with some left"));
    }

    @ParameterizedTest(name = "{2}: {1}")
    @MethodSource("sharedMachines")
    void a_queue_on_a_full_machine_that_the_server_shares_proves_nothing(
            EvidenceBuilder clues, Bound expected, String why) {
        assertThat(clues.verdict().bound()).as(why).isEqualTo(expected);
    }

    @Test
    void a_full_shared_machine_is_named_with_what_it_hides_and_the_remedy() {
        Verdict verdict = queueHere().busy(4).client(0.3, 4).verdict();
        assertThat(verdict.evidence())
                .endsWith("; but 4.00 of the 4 cores of the client's machine were busy: the client used 0.30; how much"
                        + " the server used is not known");
        assertThat(verdict.consequence())
                .isEqualTo("the server's limit with this work is at least 1,000 req/s: requests may have queued for CPU"
                        + " time; stop other programs on this machine, and set the server's process"
                        + " id");
        assertThat(queueHere().busy(4).server(0.5, 4).verdict().consequence()).doesNotContain("process id");
        assertThat(queueHere().busy(4).unwatched("it belongs to root").verdict().evidence())
                .endsWith("how much the server used is not known (it belongs to root)");
    }

    @Test
    void cpu_time_that_other_processes_used_is_named() {
        assertThat(clues().busy(4).client(0.5, 4).server(1, 4).verdict().evidence())
                .contains(
                        "4.00 of the 4 cores of the client's machine were busy: the client used 0.50, the server 1.00, "
                                + "other processes 2.50");
        assertThat(clues().busy(4).client(0.5, 4).verdict().evidence())
                .as("the server is on another machine")
                .contains("the client used 0.50, other processes 3.50");
    }

    /** The run had 20 workers and 1,000 requests a second; its probe has 10 and 40. */
    static Stream<Arguments> probes() {
        return Stream.of(
                arguments(clues().probe(500, 2_000), Bound.CONCURRENCY, "throughput follows the workers"),
                arguments(clues().probe(500, 1_415), Bound.CONCURRENCY, "it just does, by the power of 0.75"),
                arguments(clues().probe(500, 1_414), Bound.UNCLEAR, "it does in part"),
                arguments(clues().probe(300, 1_399), Bound.UNCLEAR, "it does, but not from the run's workers on"),
                arguments(clues().probe(500, 1_150), Bound.SERVER, "twice the workers did no more than the run"),
                arguments(clues().probe(500, 1_151), Bound.UNCLEAR, "they did a little more"),
                arguments(clues().probe(1_249, 1_436), Bound.SERVER, "twice the workers did no more than half"),
                arguments(clues().probe(1_250, 1_000), Bound.UNCLEAR, "half did more than the run"),
                arguments(clues().probe(2_000, 2_200), Bound.UNCLEAR, "and so did twice the workers"),
                arguments(clues().probe(1_250, 4_000), Bound.UNCLEAR, "however much they did"),
                arguments(clues().probe(1_000, 200), Bound.SERVER, "twice the workers did less"),
                arguments(clues().probe(1_000, 1_000, 3.6, 3.7), Bound.UNCLEAR, "then the client was at its limit"),
                arguments(
                        clues().probe(1_000, 1_000, 3.59, 3.7),
                        Bound.CLIENT,
                        "then the client filled its machine, though it may use more"),
                arguments(
                        clues().target("http://localhost:1").probe(1_000, 1_000, 0.2, 3.6),
                        Bound.UNCLEAR,
                        "then others filled the machine that the server shares"),
                arguments(
                        clues().target("http://localhost:1").probe(1_000, 1_000, 0.2, 3.5),
                        Bound.SERVER,
                        "they did not"),
                arguments(clues().busy(3.6).probe(500, 2_000), Bound.UNCLEAR, "the machine was full in the run"),
                arguments(oneThread().probe(500, 2_000), Bound.CONCURRENCY, "a probe says more than answer times"),
                arguments(sleeping().probe(1_000, 1_000), Bound.SERVER, "the other way round, too"),
                arguments(clues().client(4, 4).probe(1_000, 1_000), Bound.CLIENT, "the client was the limit anyway"),
                arguments(clues().probeFailed(1_000, 1_000, 101), Bound.SERVER, "less than 1 % failed"),
                arguments(
                        sleeping().probeFailed(1_000, 1_000, 102),
                        Bound.CONCURRENCY,
                        "more did, and answer times decide"),
                arguments(sleeping().probe(5, 1_000), Bound.CONCURRENCY, "so they do with too few answers"),
                arguments(clues().probeIncomplete(1_000, "a signal"), Bound.UNCLEAR, "and without its second phase"));
    }

    @ParameterizedTest(name = "{2}: {1}")
    @MethodSource("probes")
    void a_probe_shows_whether_throughput_follows_the_workers(EvidenceBuilder clues, Bound expected, String why) {
        Verdict verdict = clues.verdict();
        assertThat(verdict.bound()).as(why + ": " + verdict).isEqualTo(expected);
    }

    /** A queue before everything: 20 workers wait 20 times the fastest answer, whose median is 100 ms. */
    private static EvidenceBuilder far() {
        return clues().latency(5, 100, 100, 5).lagMs(0.1);
    }

    static Stream<Arguments> networks() {
        return Stream.of(
                arguments(far(), Bound.SERVER, "without connect times a queue is one before the server"),
                arguments(
                        far().connects(5, 25),
                        Bound.NETWORK,
                        "connecting takes five times as long, and a quarter of an answer"),
                arguments(far().connects(5, 24.9), Bound.SERVER, "it takes less than a quarter"),
                arguments(far().connects(5.1, 25), Bound.SERVER, "it takes less than five times as long"),
                arguments(far().connects(0.2, 0.3), Bound.SERVER, "it takes no longer than ever, so requests wait"),
                arguments(
                        clues().latency(1, 4, 4, 4).lagMs(0.1).connects(0.1, 4.9), Bound.UNCLEAR, "no more than 5 ms"),
                arguments(
                        far().lagMs(10).connects(1, 50),
                        Bound.NETWORK,
                        "the client's threads run late by a fifth of it"),
                arguments(far().lagMs(10.1).connects(1, 50), Bound.SERVER, "by more, and the time may be theirs"),
                arguments(
                        far().busy(3.6).connects(1, 50),
                        Bound.NETWORK,
                        "threads hardly waited for a CPU, though all were busy"),
                arguments(far().client(4, 4).connects(1, 50), Bound.CLIENT, "the client was the limit anyway"),
                arguments(far().server(0.85, 1).connects(1, 50), Bound.SERVER, "and so the server"),
                arguments(
                        far().probe(1_000, 1_000).connects(1, 50),
                        Bound.NETWORK,
                        "twice the workers did no more, and why"),
                arguments(far().bodies(16_384, 0.5), Bound.UNCLEAR, "large bodies took most of the time"),
                arguments(far().bodies(16_383, 0.5), Bound.SERVER, "they were not large"),
                arguments(far().bodies(16_384, 0.49), Bound.SERVER, "they did not take most of it"),
                arguments(
                        clues().target("http://localhost:1")
                                .latency(5, 100, 100, 5)
                                .bodies(16_384, 0.9),
                        Bound.SERVER,
                        "no network is between client and server"),
                arguments(clues().probe(1_000, 1_000).bodies(99_999, 0.9), Bound.UNCLEAR, "after a probe as well"),
                arguments(
                        far().bodies(99_999, 0.9).connects(0.2, 0.3),
                        Bound.SERVER,
                        "connections open as fast as ever, so the network is not full"));
    }

    @ParameterizedTest(name = "{2}: {1}")
    @MethodSource("networks")
    void a_full_network_lets_new_connections_wait_and_a_full_server_does_not(
            EvidenceBuilder clues, Bound expected, String why) {
        Verdict verdict = clues.verdict();
        assertThat(verdict.bound()).as(why + ": " + verdict).isEqualTo(expected);
    }

    @Test
    void the_verdict_on_a_full_network_gives_the_bytes_it_carried() {
        Verdict verdict = far().bodies(100_000, 0.6).connects(0.5, 60).verdict();

        assertThat(verdict.evidence())
                .isEqualTo(
                        "while the workers sent, a TCP connection to the server took 60.000 ms to open (median of 10),"
                                + " and 0.500 ms while they did not; the median answer took 100.000 ms: packets wait in the"
                                + " network, whatever the server does");
        assertThat(verdict.consequence())
                .startsWith(
                        "the network carried 800.0 Mbit/s of answers to the client and 0.80 Mbit/s of requests to the"
                                + " server, in 1,000 req/s; ");
    }

    @Test
    void what_a_probe_saw_is_the_evidence() {
        assertThat(clues().probe(500, 2_000).verdict().evidence())
                .isEqualTo("with half the workers (10) a probe saw 500 req/s, the run itself 1,000, and with twice as "
                        + "many (40) the probe 2,000: throughput follows the workers");
        assertThat(clues().probe(500, 1_000).verdict().evidence()).endsWith(": twice the workers did no more");
    }

    @Test
    void the_arithmetic_of_think_time_is_the_evidence() {
        assertThat(clues().threads(50).cycle(49.6, 1.00002, 0.0019, 0.0002).verdict())
                .isEqualTo(new Verdict(
                        Bound.THINKING,
                        "50 users / (1.000 s thinking + 0.002 s waiting) = 49.5 iterations/s",
                        "neither server nor client is the limit: more users or less thinking will raise it"));
        assertThat(clues().threads(1).cycle(1, 1.5, 0.0004, 0.002).verdict().evidence())
                .isEqualTo(
                        "1 user / (1.500 s thinking + 0.000400 s waiting + 0.002 s in the client) = 0.666 iterations/s");
        assertThat(clues().threads(50).cycle(37.52, 1, 0.002, 0).verdict().evidence())
                .startsWith("37.5 users on average / (");
        assertThat(clues().threads(10_000)
                        .cycle(9_157.56, 10, 0.002, 0)
                        .verdict()
                        .evidence())
                .startsWith("9,158 users on average / (");
    }

    @Test
    void iterations_that_the_end_of_a_run_cut_off_are_distinguished() {
        assertThat(clues().threads(10).cycle(10, 13, 0.2, 0, 0.52).verdict().evidence())
                .endsWith(
                        " = 0.758 iterations/s once each user goes on with the next one; over this whole run, which ended"
                                + " within iterations, 0.520/s were completed");
        assertThat(clues().threads(10).cycle(10, 13, 0.2, 0, 0.73).verdict().evidence())
                .endsWith(" = 0.758 iterations/s");
    }

    @Test
    void without_a_second_iteration_the_shares_of_the_time_are_the_evidence() {
        assertThat(clues().thinkingShare(0.9).verdict().evidence())
                .isEqualTo(
                        "20 users thought for 90.0 % of their time, as the plan asks, and waited for answers for 9.5 %");
        assertThat(clues().waitingShare(0.1).thinkingShare(0.2).verdict().evidence())
                .isEqualTo("workers waited for answers for only 8.0 % of their time, thought for 20.0 %,"
                        + " and for the client for the rest");
    }

    @Test
    void think_time_is_in_the_law_where_answers_are_the_limit() {
        assertThat(clues().threads(1)
                        .latency(5, 16, 16, 16)
                        .thinkingShare(0.2)
                        .verdict()
                        .consequence())
                .contains("by the time that a request keeps one, think time included (1 / 20.000 ms = 50/s)");
    }

    @Test
    void a_late_open_loop_whose_workers_think_is_not_idle() {
        EvidenceBuilder late = clues().offeredNotMet(Cause.CLIENT_LATE).waitingShare(0.5);

        assertThat(late.thinkingShare(0.59).verdict().evidence()).contains("workers were busy for only 79.5 %");
        assertThat(late.thinkingShare(0.6).verdict().evidence()).doesNotContain("workers were busy for only");
    }

    @ParameterizedTest
    @CsvSource({
        "16, 1000, WORKERS_BUSY_AT_TIMES",
        "399, 400, WORKERS_BUSY_AT_TIMES",
        "400, 1000, CLIENT_LATE",
        "16, 399, CLIENT_LATE",
        ", 1000, CLIENT_LATE",
    })
    void requests_that_are_800_ms_late_are_the_clients_fault_if_its_threads_were_late_or_no_response_was_slow(
            Double schedulingLagMs, double slowestMs, Cause cause) {
        OptionalDouble lag = schedulingLagMs == null ? OptionalDouble.empty() : OptionalDouble.of(schedulingLagMs);

        assertThat(OfferedLoad.ofIdleClient(800_000, lag, slowestMs)).isEqualTo(cause);
    }

    @ParameterizedTest
    @CsvSource({"24, 5000, WORKERS_BUSY_AT_TIMES", "25, 5000, CLIENT_LATE", "1, 24, CLIENT_LATE"})
    void requests_that_were_never_sent_count_as_late(double schedulingLagMs, double slowestMs, Cause cause) {
        assertThat(OfferedLoad.ofIdleClient(1_000, OptionalDouble.of(schedulingLagMs), slowestMs))
                .isEqualTo(cause);
    }

    @Test
    void a_law_that_does_not_hold_is_not_shown() {
        assertThat(sleeping().deviation(0.02).verdict().consequence()).contains("(20 / 50.600 ms = 395/s)");
        assertThat(sleeping().deviation(0.021).verdict().consequence()).doesNotContain("395");
    }

    @Test
    void a_limit_of_the_server_is_ruled_out_only_where_its_cpu_is_known() {
        assertThat(sleeping().server(0.2, 4).verdict().consequence())
                .startsWith("neither client nor server was at its limit: ");
        assertThat(sleeping().unwatched("it is on another machine").verdict().consequence())
                .startsWith(
                        "the client was not at its limit, and the answers show none of the server's; its CPU is not "
                                + "known (it is on another machine): ");
    }

    static Stream<Arguments> pairs() {
        return Stream.of(
                arguments(clues().requestsFailed(5_000, 10_000).client(4, 4), Bound.ERRORS),
                arguments(clues().clientLimits(5_000, 10_000), Bound.CLIENT),
                arguments(clues().requestsFailed(5_000, 10_000).seconds(0.1), Bound.ERRORS),
                arguments(clues().offered(true).seconds(0.1), Bound.UNKNOWN),
                arguments(clues().offered(true).client(4, 4), Bound.RATE),
                arguments(clues().offered(true).backlog(3, 0.5, 1).client(4, 4), Bound.CLIENT),
                arguments(clues().client(2, 2).server(2, 2), Bound.CLIENT),
                arguments(oneThread().client(4, 4), Bound.CLIENT),
                arguments(busyLoop(1).latency(5, 100, 99, 52), Bound.CLIENT),
                arguments(sleeping().server(3.9, 4), Bound.SERVER),
                arguments(oneThread().lagMs(400), Bound.CLIENT));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void of_two_rules_the_more_careful_one_goes_first(EvidenceBuilder clues, Bound expected) {
        assertThat(clues.verdict().bound()).isEqualTo(expected);
    }

    @Test
    void a_client_bound_run_claims_no_limit_of_the_server_but_that_it_is_no_lower() {
        List<EvidenceBuilder> all = List.of(
                clues().client(4, 4),
                busyLoop(1),
                clues().recording(1),
                clues().gcShare(0.5),
                clues().lagMs(500),
                clues().waitingShare(0.1),
                clues().capacity(1_000),
                clues().clientLimits(500, 1_000),
                clues().offered(false).waitingShare(0.3),
                clues().busy(4).client(3.4, 4));
        assertThat(all).allSatisfy(clues -> {
            Verdict verdict = clues.verdict();
            assertThat(verdict.bound()).isEqualTo(Bound.CLIENT);
            assertThat(verdict.consequence())
                    .startsWith("the server's limit is at least 1,000 req/s, and how much higher this run cannot say; ")
                    .doesNotContain("limit with this work is");
        });
    }

    @Test
    void without_telemetry_the_latencies_still_decide() {
        assertThat(oneThread().withoutTelemetry().verdict().bound()).isEqualTo(Bound.SERVER);
        assertThat(sleeping().withoutTelemetry().verdict().bound()).isEqualTo(Bound.CONCURRENCY);
        assertThat(clues().withoutTelemetry().verdict().bound()).isEqualTo(Bound.UNCLEAR);
    }

    @Test
    void evidence_and_consequence_are_a_line_each_that_a_person_can_check() {
        assertThat(clues().client(3.9, 4).verdict())
                .isEqualTo(new Verdict(
                        Bound.CLIENT,
                        "the client used 3.90 of the 4 cores that it may use",
                        "the server's limit is at least 1,000 req/s, and how much higher this run cannot say; try "
                                + "transport nio, which takes less CPU time for a request"));
        assertThat(clues().requestsFailed(5_000, 10_000).verdict())
                .isEqualTo(new Verdict(
                        Bound.ERRORS,
                        "5,000 of 10,000 requests failed (50.0 %), mostly with status 503",
                        "the other figures describe how it fails, not how much it takes: fix that first, then measure "
                                + "again"));
        assertThat(clues().redirected(10_000).verdict().consequence())
                .endsWith(
                        ": the server redirects; name the destination with the target URL, or add following redirects");
        assertThat(clues().threads(4).latency(0.5, 44, 44, 2).verdict())
                .isEqualTo(new Verdict(
                        Bound.UNCLEAR,
                        "4 workers waited for 95.0 % of their time; the median answer took 44.000 ms, 88.0 times the"
                                + " fastest (0.500 ms), and the workers' first ones 2.000 ms: requests queue in the"
                                + " server or before it, or each answer waited for an acknowledgement that Linux delays"
                                + " by 40 ms, as those of a server do that writes them in two packets without TCP_NODELAY",
                        "the server's limit with this work is at least 1,000 req/s; run it again with twice the threads:"
                                + " if throughput doubles, nothing queues"));
        assertThat(oneThread().verdict())
                .isEqualTo(new Verdict(
                        Bound.SERVER,
                        "20 workers waited for 95.0 % of their time; the median answer took 100.000 ms, 20.0 times the"
                                + " fastest (5.000 ms), and the workers' first ones 52.000 ms: requests queue one behind"
                                + " the other in the server or before it",
                        "the server's limit with this work is about 1,000 req/s; more threads only make the queue "
                                + "longer"));
        assertThat(sleeping().verdict())
                .isEqualTo(new Verdict(
                        Bound.CONCURRENCY,
                        "20 workers waited for 95.0 % of their time; the median answer took 50.400 ms, the fastest "
                                + "50.000 ms: next to nothing queued",
                        "the client was not at its limit, and the answers show none of the server's; its CPU is not "
                                + "known: throughput is workers by the time that a request keeps one (20 / 50.600 ms = "
                                + "395/s), so more threads help"));
        assertThat(clues().offered(true).verdict().consequence())
                .isEqualTo("the server takes at least 1,000 req/s; raise the rate to find its limit");
    }

    @Test
    void the_process_that_uses_up_the_cpus_is_named_where_it_matters() {
        assertThat(oneThread().busy(4).verdict().consequence())
                .startsWith(
                        "the server took 1,000 req/s while 4.00 of the 4 cores of the client's machine were busy, and"
                                + " may take more when nothing else runs there; ")
                .doesNotContain("limit");
        assertThat(clues().busy(4).verdict().consequence()).startsWith("stop other programs on this machine; ");
    }

    @Test
    void a_remedy_names_only_what_this_run_could_have_used() {
        assertThat(clues().client(4, 4)
                        .transport(TransportChoice.of(new Nio()))
                        .verdict()
                        .consequence())
                .doesNotContain("transport nio");
        HttpFeatures redirects = new HttpFeatures(Optional.empty(), Optional.empty(), true);
        assertThat(clues().client(4, 4)
                        .transport(TransportChoice.of(new Classic()).with(redirects))
                        .verdict()
                        .consequence())
                .contains("transport nio");
    }

    static Stream<Arguments> interference() {
        return Stream.of(
                arguments(clues(), null, "nothing shows that the client did anything"),
                arguments(sleeping(), null, "nor is the number of workers of a closed loop its doing"),
                arguments(clues().offeredNotMet(Cause.CLIENT_LATE), Kind.STARVED, "late though workers were free"),
                arguments(clues().offeredNotMet(Cause.CLIENT_BUSY), Kind.STARVED, "late, its CPUs busy"),
                arguments(
                        clues().offeredNotMet(Cause.CLIENT_LATE).seconds(1),
                        Kind.STARVED,
                        "late, in however short a run"),
                arguments(clues().offeredNotMet(Cause.ENDED_EARLY), null, "the run ended early, which is no sign"),
                arguments(
                        sleeping().offeredNotMet(Cause.WORKERS_BUSY),
                        Kind.TOO_FEW_WORKERS,
                        "late, workers busy, no queue"),
                arguments(
                        sleeping().offeredNotMet(Cause.WORKERS_BUSY_AT_TIMES).waitingShare(0.1),
                        Kind.TOO_FEW_WORKERS,
                        "late, the server slow at times"),
                arguments(
                        sleeping()
                                .offeredNotMet(Cause.WORKERS_BUSY_AT_TIMES)
                                .waitingShare(0.1)
                                .client(3.6, 4),
                        Kind.STARVED,
                        "late, and the client at its limit"),
                arguments(
                        sleeping().offeredNotMet(Cause.WORKERS_BUSY).busy(3.6).client(0.1, 4),
                        Kind.STARVED,
                        "late, workers busy, on a machine that others fill: service times are not the server's own"),
                arguments(
                        sleeping().offeredNotMet(Cause.WORKERS_BUSY).lagMs(26),
                        Kind.STARVED,
                        "late, workers busy, and the client lagged: service times contain its delays"),
                arguments(
                        oneThread().offeredNotMet(Cause.WORKERS_BUSY), null, "late, workers busy, the server's queue"),
                arguments(clues().offered(true), null, "the rate was met"),
                arguments(clues().offered(true).lagMs(8), Kind.AT_LIMIT, "the rate was met by a client that lagged"),
                arguments(clues().lagMs(7.5), Kind.STARVED, "a lag of half the median answer"),
                arguments(clues().lagMs(7.49), null, "less"),
                arguments(clues().lagMs(7.5).seconds(1.9), null, "too short a run for the telemetry to tell"),
                arguments(clues().gcShare(0.1), Kind.STARVED, "was paused by its garbage collector"),
                arguments(clues().waitingShare(0.49), Kind.STARVED, "workers waited for the client"),
                arguments(clues().clientLimits(100, 10_000), Kind.STARVED, "no ports left"),
                arguments(sleeping().exhausted("No memory left"), Kind.STARVED, "no memory left"),
                arguments(sleeping().workerDeath("AssertionError"), Kind.STARVED, "a worker died"),
                arguments(clues().client(3.6, 4), Kind.AT_LIMIT, "its CPUs were used up"),
                arguments(clues().client(1, 4).server(3, 4).busy(4), null, "the server used most of a full machine"),
                arguments(clues().client(3, 4).server(1, 4).busy(4), Kind.AT_LIMIT, "the client used most of it"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("interference")
    void interference_of_the_client_is_derived_from_the_runs_figures(EvidenceBuilder clues, Kind kind, String why) {
        assertThat(Verdicts.interference(clues.evidence()).map(Interference::kind))
                .isEqualTo(Optional.ofNullable(kind));
    }
}
