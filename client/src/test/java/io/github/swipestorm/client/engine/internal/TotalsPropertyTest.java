package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The counts reconcile for every script, and equal the computed ones, for every sender and order. */
class TotalsPropertyTest {

    @Property(tries = 80)
    void totals_are_what_arithmetic_says(
            @ForAll("models") SendingModel model,
            @ForAll("scripts") List<Outcome> script,
            @ForAll @IntRange(min = 1, max = 16) int threads,
            @ForAll @IntRange(min = 1, max = 300) int requests,
            @ForAll @IntRange(max = 6) int retries)
            throws InterruptedException {
        ScriptedTransport transport =
                new ScriptedTransport((request, attempt, overall) -> outcome(script, request, attempt));
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .seed(3)
                .model(model)
                .modelSettings(new ModelSettings(7, 2, 5))
                .threads(threads)
                .requests(requests)
                .retries(retries)
                .build();

        RunResult result = transport.runner(NanoClock.SYSTEM).run(plan, new StopSignal(), RunObserver.NONE);

        Expected expected = expected(script, requests, retries);
        Counts counts = result.counts();
        assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
        assertThat(result.violations()).isEmpty();
        assertThat(result.planned()).isEqualTo(requests).isEqualTo(counts.ok() + counts.failed() + result.dropped());
        assertThat(counts.okAtFirst()).isEqualTo(expected.okAtFirst);
        assertThat(counts.okAfterRetries()).isEqualTo(expected.okAfterRetries);
        assertThat(counts.failed()).isEqualTo(expected.failed);
        assertThat(counts.attempts()).isEqualTo(expected.attempts).isEqualTo(transport.attempts());
        assertThat(counts.attempts()).isLessThanOrEqualTo((long) requests * (1 + retries));
        assertThat(counts.attemptsByStatus()).isEqualTo(expected.byStatus);
        assertThat(counts.attemptsByFailure()).isEqualTo(expected.byFailure);
        assertThat(counts.bytes()).isEqualTo(expected.bytes);
        assertThat(result.allOk()).isEqualTo(expected.failed == 0);
        assertThat(result.wallTime()).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(result.throughput()).isNotNegative().isFinite();
        assertThat(transport.isClosed()).isTrue();
    }

    /** The sums, added up by a plain loop over the requests. */
    private static final class Expected {
        private long okAtFirst;
        private long okAfterRetries;
        private long failed;
        private long attempts;
        private long bytes;
        private final Map<Integer, Long> byStatus = new HashMap<>();
        private final Map<FailureKind, Long> byFailure = new HashMap<>();
    }

    private static Expected expected(List<Outcome> script, int requests, int retries) {
        Requests workload = new RandomSwipes().requests(3);
        Expected sums = new Expected();
        LongStream.range(0, requests).mapToObj(workload::request).forEach(request -> {
            boolean ended = false;
            for (int attempt = 1; !ended; attempt++) {
                Outcome outcome = outcome(script, request, attempt);
                sums.attempts++;
                boolean again = outcome instanceof Failure;
                if (outcome instanceof Response response) {
                    sums.byStatus.merge(response.status(), 1L, Long::sum);
                    sums.bytes += response.bytes();
                    again = response.status() >= 400;
                } else {
                    sums.byFailure.merge(((Failure) outcome).kind(), 1L, Long::sum);
                }
                ended = !again || attempt == 1 + retries;
                if (ended && !outcome.ok()) {
                    sums.failed++;
                } else if (ended && attempt == 1) {
                    sums.okAtFirst++;
                } else if (ended) {
                    sums.okAfterRetries++;
                }
            }
        });
        return sums;
    }

    /** Depends on the request and on the number of the attempt, not on timing. */
    private static Outcome outcome(List<Outcome> script, Request request, int attempt) {
        return script.get(Math.floorMod(Arrays.hashCode(request.body()) + 31 * attempt, script.size()));
    }

    /** Failures to connect are left to other tests: the pause that they cause would make this one slow. */
    @Provide
    static Arbitrary<SendingModel> models() {
        return Arbitraries.of(SendingModel.REGISTRY.all());
    }

    @Provide
    Arbitrary<List<Outcome>> scripts() {
        List<Outcome> outcomes = IntStream.of(200, 201, 204, 301, 304, 400, 404, 429, 500, 503, 599)
                .mapToObj(status -> (Outcome) new Response(status, status % 7))
                .toList();
        Arbitrary<Outcome> failures = Arbitraries.of(FailureKind.TIMEOUT, FailureKind.CLOSED, FailureKind.PROTOCOL)
                .map(kind -> new Failure(kind, "scripted"));
        return Arbitraries.oneOf(Arbitraries.of(outcomes), failures)
                .list()
                .ofMinSize(1)
                .ofMaxSize(12);
    }
}
