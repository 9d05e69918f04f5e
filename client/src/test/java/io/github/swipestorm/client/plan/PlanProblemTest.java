package io.github.swipestorm.client.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.setting.SettingNames;
import io.github.swipestorm.client.transport.Capability;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.Transport;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each part of a plan rejects an invalid value with a typed problem; its text uses the given names of settings. */
class PlanProblemTest {

    private static final SettingNames OPTIONS = setting -> "--" + setting.name().toLowerCase(Locale.ROOT);

    /** A plan of a workload with three requests. */
    private static LoadPlan.Builder once() {
        Workload three = new Workload() {
            @Override
            public String name() {
                return "three";
            }

            @Override
            public List<Operation> operations() {
                return SingleRequest.get("/").operations();
            }

            @Override
            public Requests requests(long seed) {
                return SingleRequest.get("/").requests(seed);
            }

            @Override
            public OptionalLong mostRequests() {
                return OptionalLong.of(3);
            }
        };
        return LoadPlan.builder(new Target("http", "nowhere.invalid", 80, "")).workload(three);
    }

    static Stream<Arguments> refusals() {
        Duration negative = Duration.ofMillis(-1);
        return Stream.of(
                refusal(
                        () -> new ModelSettings(1, 0, 1),
                        new PlanProblem.NumberOutOfRange(Setting.PRODUCERS, 0, 1, Long.MAX_VALUE),
                        "--producers must be at least 1, not 0"),
                refusal(
                        () -> new ModelSettings(1, 1, 200_000_000),
                        new PlanProblem.NumberOutOfRange(Setting.QUEUE_CAPACITY, 200_000_000, 1, 100_000_000),
                        "--queue_capacity must be 1 to 100000000, not 200000000"),
                refusal(
                        () -> RetryRule.immediate(-1),
                        new PlanProblem.NumberOutOfRange(Setting.RETRIES, -1, 0, 10_000),
                        "--retries must be 0 to 10000, not -1"),
                refusal(
                        () -> new WarmUp(-1, Optional.empty(), SelfWarmUp.NONE),
                        new PlanProblem.NumberOutOfRange(Setting.WARM_UP_REQUESTS, -1, 0, Long.MAX_VALUE),
                        "--warm_up_requests must be at least 0, not -1"),
                refusal(
                        () -> new Timeouts(Duration.ofSeconds(1), Duration.ofHours(20_000), Duration.ofSeconds(1)),
                        new PlanProblem.TimeOutOfRange(
                                Setting.RESPONSE_TIMEOUT,
                                Duration.ofHours(20_000),
                                Duration.ofMillis(1),
                                Optional.of(Duration.ofHours(10_000))),
                        "--response_timeout must be 1ms to 10000h, not 20000h"),
                refusal(
                        () -> new RetryRule(1, Set.of(RetryOn.TIMEOUT), negative),
                        new PlanProblem.TimeOutOfRange(
                                Setting.RETRY_BACKOFF, negative, Duration.ZERO, Optional.empty()),
                        "--retry_backoff must be at least 0s, not -1ms"),
                refusal(
                        () -> LoadPlan.builder(Target.parse("http://localhost:1"))
                                .build(),
                        new PlanProblem.NoWorkload(),
                        "A plan needs a --workload that says what is to be sent"),
                refusal(
                        () -> once().requests(4).build(),
                        new PlanProblem.TooManyRequests(3),
                        "The workload has 3 rows of data that are used once, and the run may send more: use --requests 3 at"
                                + " most, or let rows be used again"),
                refusal(
                        () -> once().duration(Duration.ofSeconds(1)).build(),
                        new PlanProblem.TooManyRequests(3),
                        "The workload has 3 rows of data that are used once, and the run may send more: use --requests 3 at"
                                + " most, or let rows be used again"),
                refusal(
                        () -> once().requests(3).warmUp(Duration.ofSeconds(1)).build(),
                        new PlanProblem.UsedUpBefore(Setting.WARM_UP),
                        "The workload's data are used once, and --warm_up would send them before the run: leave it out, or"
                                + " let rows be used again"),
                refusal(
                        () -> once().requests(3).selfWarmUp(SelfWarmUp.TARGET).build(),
                        new PlanProblem.UsedUpBefore(Setting.SELF_WARM_UP),
                        "The workload's data are used once, and --self_warm_up would send them before the run: leave it"
                                + " out, or let rows be used again"),
                refusal(
                        () -> new StopRule(WorkItems.UNBOUNDED, Optional.empty()),
                        new PlanProblem.NoEnd(),
                        "A run needs an end: set --requests or --duration"),
                refusal(
                        () -> new StopRule(1, Optional.of(Duration.ofNanos(1_500))),
                        new PlanProblem.TimeOutOfRange(
                                Setting.DURATION, Duration.ofNanos(1_500), Duration.ofMillis(1), Optional.empty()),
                        "--duration must be at least 1ms, not 0.0015ms"),
                refusal(
                        () -> new OpenLoop(Rate.parse("0"), List.of(), ArrivalProcess.CONSTANT),
                        new PlanProblem.NothingDue(Setting.RATE),
                        "A rate of 0 sends nothing: without --stages it must be higher"),
                refusal(
                        () -> new Stage(Duration.ZERO, Rate.parse("1")),
                        new PlanProblem.StageOutOfRange(
                                false, Duration.ZERO, Duration.ofMillis(1), Duration.ofHours(10_000)),
                        "A stage must last 1ms to 10000h, not 0s"),
                refusal(
                        () -> TransportChoice.of(new Classic()).withPipeline(2),
                        new PlanProblem.Unsupported(Setting.PIPELINE, OptionalInt.of(2), "classic", Optional.of("nio")),
                        "Transport classic does not support --pipeline: leave --pipeline 2 out, or use --transport"
                                + " nio"),
                refusal(
                        () -> TransportChoice.of(new ClearText()).withoutVerification(),
                        new PlanProblem.Unsupported(
                                Setting.INSECURE, OptionalInt.empty(), "clear", Optional.of("classic")),
                        "Transport clear does not support --insecure: leave --insecure out, or use --transport classic"),
                refusal(
                        () -> TransportChoice.of(new Nio()).withPipeline(2).withKeepAlive(false),
                        new PlanProblem.Contradiction(Setting.PIPELINE, Setting.NO_KEEP_ALIVE),
                        "--pipeline and --no_keep_alive contradict each other: leave one of them out"),
                refusal(
                        () -> LoadPlan.builder(Target.parse("http://localhost:1"))
                                .workload(HttpWorkload.builder("fresh")
                                        .operation(page -> page.name("page").path("/"))
                                        .scenario(user -> user.name("user")
                                                .newConnectionPerIteration()
                                                .steps(steps -> steps.request("page")))
                                        .build())
                                .threads(2)
                                .requests(2)
                                .transport(TransportChoice.of(new Nio())
                                        .with(HttpProtocol.http2().withStreams(2)))
                                .build(),
                        new PlanProblem.SharedConnections("fresh", Setting.STREAMS),
                        "The workload fresh has scenarios with a new connection for each iteration, so that workers cannot"
                                + " share one: leave out --streams"),
                refusal(
                        () -> TransportChoice.of(new ClearText()).requireSuits(Target.parse("https://localhost:1")),
                        new PlanProblem.NotSpoken("TLS", "https://localhost:1", "clear", Optional.of("classic")),
                        "Transport clear does not speak TLS, which https://localhost:1 requires: use --transport"
                                + " classic"));
    }

    /** A transport that a user may have registered. */
    private record ClearText() implements TransportType {

        @Override
        public String name() {
            return "clear";
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public Transport open(TransportSettings settings) {
            throw new UnsupportedOperationException();
        }
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void a_wrong_value_is_refused_with_a_typed_problem(Runnable construction, PlanProblem expected, String message) {
        PlanException refused = catchThrowableOfType(PlanException.class, construction::run);

        assertThat(refused.problem()).isEqualTo(expected);
        assertThat(refused.problem().message(OPTIONS)).isEqualTo(message);
        assertThat(refused).hasMessage(expected.message(SettingNames.WORDS));
    }

    @Test
    void the_library_names_settings_in_words() {
        assertThat(SettingNames.inUse()).isSameAs(SettingNames.WORDS);
        assertThat("use more " + Setting.EVENT_LOOPS + " or " + Setting.TRANSPORT.to("nio"))
                .isEqualTo("use more event loops or transport nio");
        assertThat(new PlanProblem.JavaTooOld(Setting.VIRTUAL_THREADS, 21, 17).message(SettingNames.WORDS))
                .isEqualTo("This is Java 17, and virtual threads needs Java 21 or newer: leave virtual threads out, or"
                        + " run a newer Java");
    }

    private static Arguments refusal(Runnable construction, PlanProblem problem, String message) {
        return Arguments.of(construction, problem, message);
    }
}
