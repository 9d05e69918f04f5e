package io.github.swipestorm.client.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.setting.Times;
import io.github.swipestorm.client.transport.Capability;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A setting that a matrix may vary, and how a value of it changes a plan. */
enum MatrixKey {
    /** Changes nothing here: so much depends on the workload that the plan is built with it in the first place. */
    WORKLOAD("workload", Setting.WORKLOAD, (plan, value) -> plan.toBuilder()),
    ROLES("roles", null, MatrixKey::withRoles),
    THINK("think", Setting.THINK, (plan, value) -> plan.toBuilder().workload(thinking(plan.workload(), value))),
    TRANSPORT(
            "transport",
            Setting.TRANSPORT,
            (plan, value) -> plan.toBuilder().transport(plan.transport().with(TransportType.REGISTRY.named(value)))),
    HTTP(
            "http",
            Setting.HTTP,
            (plan, value) -> plan.toBuilder()
                    .transport(plan.transport()
                            .with(plan.transport().http().with(EnumLabels.parse(HttpVersion.values(), value))))),
    KEEP_ALIVE(
            "keepAlive",
            Setting.NO_KEEP_ALIVE,
            (plan, value) -> plan.toBuilder().transport(keepAlive(plan.transport(), value))),
    EVENT_LOOPS(
            "eventLoops",
            Setting.EVENT_LOOPS,
            (plan, value) -> plan.toBuilder().transport(loops(plan.transport(), MatrixPlan.whole(value)))),
    PIPELINE(
            "pipeline",
            Setting.PIPELINE,
            (plan, value) -> plan.toBuilder().transport(plan.transport().withPipeline(MatrixPlan.whole(value)))),
    MODEL("model", null, (plan, value) -> plan.toBuilder().model(SendingModel.REGISTRY.named(value))),
    THREADS("threads", Setting.THREADS, (plan, value) -> plan.toBuilder().threads(MatrixPlan.whole(value))),
    VIRTUAL_THREADS(
            "virtualThreads",
            Setting.VIRTUAL_THREADS,
            (plan, value) -> plan.toBuilder()
                    .workerThreads(MatrixPlan.truth(value) ? WorkerThreads.VIRTUAL : WorkerThreads.PLATFORM)),
    DURATION(
            "duration",
            Setting.DURATION,
            (plan, value) -> plan.toBuilder().stop(new StopRule(WorkItems.UNBOUNDED, Optional.of(Times.parse(value))))),
    REQUESTS(
            "requests",
            Setting.REQUESTS,
            (plan, value) -> plan.toBuilder().stop(StopRule.after(MatrixPlan.whole(value)))),
    RATE(
            "rate",
            Setting.RATE,
            (plan, value) ->
                    value.equals(MatrixKey.NONE) ? plan.toBuilder() : plan.withOpenLoop(steady(value)).toBuilder()),
    METHOD("method", null, (plan, value) -> withRequest(plan, request -> request.withMethod(value))),
    PATH("path", null, (plan, value) -> withRequest(plan, request -> request.withPath(value))),
    HEADER("header", null, (plan, value) -> withRequest(plan, request -> withHeader(request, value))),
    BODY("body", null, (plan, value) -> withRequest(plan, request -> request.withBody(value.getBytes(UTF_8)))),
    BODY_SIZE(
            "bodySize",
            null,
            (plan, value) -> withRequest(
                    plan,
                    request ->
                            request.withBody("x".repeat(MatrixPlan.whole(value)).getBytes(UTF_8)))),
    /** Changes no plan. It comes last, so that the complete plan is checked to have a share for every agent. */
    AGENTS("agents", null, (plan, value) -> {
        MachineShare.all(agents(value)).forEach(plan::forMachine);
        return plan.toBuilder();
    });

    /** The rate of a closed loop, and the think time of workers that do not pause. */
    static final String NONE = "none";

    private static final int MOST_AGENTS = 1_000;

    private static final Pattern ROLE = Pattern.compile("\\s*(\\S[^=]*)=(\\d{1,9})(?=\\s|$)");

    private final String word;
    private final Setting setting;
    private final BiFunction<LoadPlan, String, LoadPlan.Builder> change;

    /** @param setting null for one that no problem of a plan names */
    MatrixKey(String word, Setting setting, BiFunction<LoadPlan, String, LoadPlan.Builder> change) {
        this.word = word;
        this.setting = setting;
        this.change = change;
    }

    /** The key with this label; empty when there is none. */
    static Optional<MatrixKey> of(String word) {
        return Stream.of(values()).filter(key -> key.word.equals(word)).findFirst();
    }

    /** The key of a setting; empty when a matrix cannot vary it. */
    static Optional<MatrixKey> of(Setting setting) {
        return Stream.of(values()).filter(key -> key.setting == setting).findFirst();
    }

    /** All labels, for an error message. */
    static String words() {
        return EnumLabels.all(values());
    }

    /**
     * A plan with that value.
     *
     * @throws IllegalArgumentException with a user-facing message when the value is invalid
     */
    LoadPlan change(LoadPlan plan, String value) {
        return change.apply(plan, value).build();
    }

    /**
     * A number of agents.
     *
     * @throws IllegalArgumentException with a user-facing message when it is none
     */
    static int agents(String value) {
        int agents = MatrixPlan.whole(value);
        if (agents < 1 || agents > MOST_AGENTS) {
            throw new IllegalArgumentException("a run needs 1 to " + MOST_AGENTS + " agents, not " + value);
        }
        return agents;
    }

    @Override
    public String toString() {
        return word;
    }

    /** Such as {@code writer=1 reader=5}. */
    private static LoadPlan.Builder withRoles(LoadPlan plan, String value) {
        Map<String, Integer> workers = new LinkedHashMap<>();
        Matcher role = ROLE.matcher(value);
        int end = 0;
        while (role.find() && role.start() == end) {
            workers.put(role.group(1), MatrixPlan.whole(role.group(2)));
            end = role.end();
        }
        if (end < value.length() || workers.isEmpty()) {
            throw new IllegalArgumentException("'" + value + "' are no roles: write them like 'writer=1 reader=5'");
        }
        if (!(ThinkingWorkload.sent(plan.workload()) instanceof HttpWorkload workload)) {
            throw new IllegalArgumentException("the workload '"
                    + plan.workload().name() + "' has no roles: name a workload file whose scenarios have 'workers'");
        }
        HttpWorkload changed = workload.withWorkers(workers);
        return plan.toBuilder()
                .workload(ThinkingWorkload.think(plan.workload())
                        .<Workload>map(think -> new ThinkingWorkload(changed, think))
                        .orElse(changed))
                .threads(changed.roles().stream().mapToInt(Role::workers).sum());
    }

    private static Workload thinking(Workload workload, String value) {
        Workload sent = ThinkingWorkload.sent(workload);
        return value.equals(NONE) ? sent : new ThinkingWorkload(sent, ThinkTime.parse(value));
    }

    private static LoadPlan.Builder withRequest(LoadPlan plan, UnaryOperator<SingleRequest> change) {
        if (ThinkingWorkload.sent(plan.workload()) instanceof SingleRequest request) {
            SingleRequest changed = change.apply(request);
            return plan.toBuilder()
                    .workload(ThinkingWorkload.think(plan.workload())
                            .<Workload>map(think -> new ThinkingWorkload(changed, think))
                            .orElse(changed));
        }
        throw new IllegalArgumentException("it varies one request, and the workload '"
                + plan.workload().name() + "' has its own: name the URL of one request, or leave the key out");
    }

    /** In place of the request's own header of that name. */
    private static SingleRequest withHeader(SingleRequest request, String line) {
        int colon = line.indexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("a header is written like 'Accept-Encoding: gzip'");
        }
        Header header = new Header(line.substring(0, colon), line.substring(colon + 1));
        if (header.ofTransport()) {
            throw new IllegalArgumentException("the header '" + header.name() + "' is set by the transport");
        }
        return request.withoutHeader(header.name()).withHeader(header.name(), header.value());
    }

    private static OpenLoop steady(String value) {
        return new OpenLoop(Rate.parse(value), List.of(), ArrivalProcess.CONSTANT);
    }

    private static TransportChoice keepAlive(TransportChoice from, String value) {
        return from.withKeepAlive(MatrixPlan.truth(value));
    }

    private static TransportChoice loops(TransportChoice from, int loops) {
        from.require(Capability.EVENT_LOOPS, Setting.EVENT_LOOPS, OptionalInt.of(loops));
        return from.withEventLoops(loops);
    }
}
