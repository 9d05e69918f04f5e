package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.text.Suggestion;
import io.github.swipestorm.client.workload.ThinkTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Describes steps of a scenario of an {@link HttpWorkload}, one after the other, with the words of workload files. Each method adds a
 * step, returns this builder, and throws an {@link IllegalArgumentException} with a user-facing message when the step is wrong, such as
 * one that uses a value which no step before it takes from a response. Not thread-safe.
 */
public final class StepsBuilder {

    /** How often steps can be repeated. */
    public static final int MOST_REPEATS = Program.MOST_REQUESTS;

    private final HttpWorkload.Builder workload;
    private final Optional<List<Step>> before;
    private final List<Step> steps = new ArrayList<>();
    /** The names of the values that may be there. */
    private final Set<String> values;

    private boolean incomplete;

    /** @param before steps that can be done again; empty when there are none */
    StepsBuilder(HttpWorkload.Builder workload, Optional<List<Step>> before, Set<String> values) {
        this.workload = workload;
        this.before = before;
        this.values = new TreeSet<>(values);
    }

    /** A step is wrong and left out, which has been reported. */
    void leaveOut() {
        incomplete = true;
    }

    boolean incomplete() {
        return incomplete;
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }

    Set<String> values() {
        return values;
    }

    /** A request of an operation that the workload has. */
    public StepsBuilder request(String operation) {
        return request(operation, Optional.empty());
    }

    /** The same, after whose failure something else follows than the scenario says. */
    public StepsBuilder request(String operation, OnFailure onFailure) {
        return request(operation, Optional.of(onFailure));
    }

    /** A request of an operation that only this step describes; further steps can name it. */
    public StepsBuilder request(Consumer<OperationBuilder> description) {
        OperationBuilder operation = workload.newOperation();
        description.accept(operation);
        workload.add(operation);
        return request(workload.nameOf(operation));
    }

    StepsBuilder request(String name, Optional<OnFailure> onFailure) {
        OperationBuilder operation = workload.operationNamed(name);
        if (operation == null && workload.missesOperations()) {
            incomplete = true;
            return this;
        }
        if (operation == null) {
            workload.missesStep();
            throw new IllegalArgumentException(
                    "There is no operation '" + name + "'" + Suggestion.remedy(name, workload.operationNames()));
        }
        for (String value : workload.usedBy(operation)) {
            if (!values.contains(value)) {
                throw new IllegalArgumentException("'" + name + "' uses ${" + value
                        + "}, which no step before it extracts: put a step with 'extract: {" + value
                        + ": ...}' before it");
            }
        }
        values.addAll(operation.extractors().keySet());
        steps.add(new Step.Request(operation, name, onFailure.orElse(null)));
        return this;
    }

    /** Think time, as {@link ThinkTime#parse} reads it: before the next request or, at the end, before the next iteration. */
    public StepsBuilder pause(String time) {
        steps.add(new Step.Pause(ThinkTime.parse(time)));
        return this;
    }

    /**
     * Steps that are done several times.
     *
     * @param times 1 to {@value #MOST_REPEATS}
     */
    public StepsBuilder repeat(int times, Consumer<StepsBuilder> description) {
        if (times < 1 || times > MOST_REPEATS) {
            throw new IllegalArgumentException("Steps are repeated 1 to " + MOST_REPEATS + " times, not " + times);
        }
        steps.add(new Step.Repeat(times, block("repeat", description)));
        return this;
    }

    /** Steps that are done only if a value is there that a step may have taken from a response. */
    public StepsBuilder ifPresent(String value, Consumer<StepsBuilder> description) {
        return condition(value, true, description);
    }

    /** Steps that are done only if a value is not there. */
    public StepsBuilder ifAbsent(String value, Consumer<StepsBuilder> description) {
        return condition(value, false, description);
    }

    private StepsBuilder condition(String value, boolean there, Consumer<StepsBuilder> description) {
        String word = there ? "if" : "ifNot";
        if (!values.contains(value) && !workload.missesValues()) {
            throw new IllegalArgumentException("'" + word + ": " + value + "' is always "
                    + (there ? "false" : "true") + ": no step before it extracts '" + value + "'"
                    + (values.isEmpty() ? "; put one before it" : Suggestion.remedy(value, values)));
        }
        steps.add(new Step.If(value, there, block(word, description)));
        return this;
    }

    private List<Step> block(String word, Consumer<StepsBuilder> description) {
        StepsBuilder block = new StepsBuilder(workload, before, values);
        description.accept(block);
        if (block.steps.isEmpty() && !block.incomplete) {
            throw new IllegalArgumentException("'" + word + "' has no 'steps': list at least one");
        }
        values.addAll(block.values);
        return block.steps();
    }

    /** The steps of {@link ScenarioBuilder#before} once more, for instance to renew a token. */
    public StepsBuilder beforeAgain() {
        if (before.isEmpty()) {
            throw new IllegalArgumentException(
                    "'before: again' has nothing to do again: it stands in the 'steps' of a scenario with 'before'");
        }
        steps.add(new Step.BeforeAgain());
        return this;
    }

    /** Ends the iteration; it counts as completed. Steps after this one would never be done. */
    public StepsBuilder end() {
        steps.add(new Step.End());
        return this;
    }
}
