package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.workload.ThinkTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes a scenario of an {@link HttpWorkload}, with the words of workload files: what one kind of user does in an iteration. Each
 * setter changes this builder, returns it, and throws an {@link IllegalArgumentException} with a user-facing message when its value is
 * wrong. Not thread-safe.
 */
public final class ScenarioBuilder {

    /** The highest number of workers. */
    private static final int MOST_WORKERS = 1_000_000;

    private final HttpWorkload.Builder workload;
    private final Set<String> valuesBeforeRun;
    private String name;
    private int weight = 1;
    private boolean weighted;
    private Integer workers;
    private Rate rate;
    private OnFailure onFailure = OnFailure.ABANDON;
    private Duration pace = Duration.ZERO;
    private CookieMode cookies = CookieMode.OFF;
    private boolean newConnections;
    private List<Step> before = List.of();
    private Set<String> values;
    private List<Step> steps;
    private boolean incomplete;

    ScenarioBuilder(HttpWorkload.Builder workload, Set<String> valuesBeforeRun) {
        this.workload = workload;
        this.valuesBeforeRun = valuesBeforeRun;
        this.values = new TreeSet<>(valuesBeforeRun);
    }

    /** Its name in reports; must be given. */
    public ScenarioBuilder name(String value) {
        OperationBuilder.requireName(value);
        name = value;
        return this;
    }

    /**
     * Its share in the iterations is its weight divided by the sum of all weights.
     *
     * @param value 0 (never) to {@value OperationBuilder#HIGHEST_WEIGHT}; 1 by default
     */
    public ScenarioBuilder weight(int value) {
        OperationBuilder.requireWeight(value);
        weight = value;
        weighted = true;
        return this;
    }

    /**
     * Makes it a role: this many workers execute it, and nothing else. All scenarios of the workload then have workers, and none has a weight.
     *
     * @param value at least 1
     */
    public ScenarioBuilder workers(int value) {
        if (value < 1 || value > MOST_WORKERS) {
            throw new IllegalArgumentException("A scenario has 1 to " + MOST_WORKERS + " workers, not " + value);
        }
        workers = value;
        return this;
    }

    /** How many iterations of a role become due per unit of time, such as {@code 50/s}. By default one begins when a worker is free. */
    public ScenarioBuilder rate(String value) {
        rate = Rate.parse(value);
        return this;
    }

    /** What follows when a step has failed and does not say so itself; {@link OnFailure#ABANDON} by default. */
    public ScenarioBuilder onFailure(OnFailure value) {
        onFailure = value;
        return this;
    }

    /** The shortest time from the beginning of a worker's iteration to that of its next one. */
    public ScenarioBuilder pace(Duration value) {
        if (value.isNegative() || value.compareTo(ThinkTime.LONGEST) > 0) {
            throw new IllegalArgumentException("A pace is 0 to " + ThinkTime.LONGEST.toHours() + "h, not " + value);
        }
        pace = value;
        return this;
    }

    /** Whether cookies are kept and sent back; {@link CookieMode#OFF} by default. */
    public ScenarioBuilder cookies(CookieMode value) {
        cookies = value;
        return this;
    }

    /** Each iteration begins with a new connection; by default a worker keeps its connection. */
    public ScenarioBuilder newConnectionPerIteration() {
        newConnections = true;
        return this;
    }

    /**
     * Steps that a worker does once, at the beginning of its first iteration of this scenario, such as a login. The values that they take
     * from responses last over all its iterations. When one fails, the worker's next iteration begins with them again. Described before
     * {@link #steps}.
     */
    public ScenarioBuilder before(Consumer<StepsBuilder> description) {
        if (steps != null) {
            throw new IllegalArgumentException("'before' is described before the 'steps', which use its values");
        }
        StepsBuilder builder = new StepsBuilder(workload, Optional.empty(), valuesBeforeRun);
        description.accept(builder);
        before = builder.steps();
        values = builder.values();
        return this;
    }

    /** The steps of an iteration; at least one request. */
    public ScenarioBuilder steps(Consumer<StepsBuilder> description) {
        StepsBuilder builder =
                new StepsBuilder(workload, before.isEmpty() ? Optional.empty() : Optional.of(before), values);
        description.accept(builder);
        steps = builder.steps();
        incomplete = builder.incomplete();
        return this;
    }

    String name() {
        return name;
    }

    int weight() {
        return weight;
    }

    Optional<Integer> workers() {
        return Optional.ofNullable(workers);
    }

    Optional<Rate> rate() {
        return Optional.ofNullable(rate);
    }

    OnFailure onFailure() {
        return onFailure;
    }

    Duration pace() {
        return pace;
    }

    CookieMode cookies() {
        return cookies;
    }

    boolean newConnections() {
        return newConnections;
    }

    List<Step> before() {
        return before;
    }

    List<Step> steps() {
        return steps;
    }

    /** What is wrong with it as a whole. */
    void check() {
        if (name == null) {
            throw new IllegalArgumentException("A scenario needs a 'name'");
        }
        if ((steps == null || steps.isEmpty()) && !incomplete) {
            throw new IllegalArgumentException("The scenario '" + name + "' has no 'steps': list at least one request");
        }
        if (weighted && workers != null) {
            throw new IllegalArgumentException(
                    "The scenario '" + name + "' has 'workers' of its own and a 'weight': leave one of them out");
        }
        if (rate != null && workers == null) {
            throw new IllegalArgumentException("The scenario '" + name
                    + "' has a 'rate' of its own, which needs 'workers' of its own: add them, or leave 'rate' out");
        }
    }

    /** Writes it as files have it. */
    void writeTo(ObjectNode json) {
        json.put("name", name);
        if (workers == null) {
            json.put("weight", weight);
        } else {
            json.put("workers", workers);
        }
        if (rate != null) {
            json.put("rate", rate.toString());
        }
        json.put("onFailure", onFailure.toString());
        if (!pace.isZero()) {
            json.put("pace", new ThinkTime.Constant(pace.toNanos()).toString());
        }
        if (cookies != CookieMode.OFF) {
            json.put("cookies", cookies.toString());
        }
        if (newConnections) {
            json.put("connection", WorkloadFile.PER_ITERATION);
        }
        if (!before.isEmpty()) {
            Step.write(before, json.putArray("before"));
        }
        Step.write(steps, json.putArray("steps"));
    }
}
