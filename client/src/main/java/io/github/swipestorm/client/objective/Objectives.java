package io.github.swipestorm.client.objective;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.verdict.Interference;
import io.github.swipestorm.client.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All objectives of a run.
 *
 * @param all in the order given; empty for none
 */
public record Objectives(List<Objective> all) {

    /** No objectives. */
    public static final Objectives NONE = new Objectives(List.of());

    public Objectives {
        all = List.copyOf(all);
    }

    /** The status of an objective, or of all of a run's. */
    public enum Status {
        /** The run met it. */
        MET,
        /** The run missed it. */
        MISSED,
        /** The client may have caused what was measured: neither met nor missed. */
        INCONCLUSIVE;

        /** The label that reports and files use. */
        @Override
        public String toString() {
            return EnumLabels.of(this);
        }
    }

    /**
     * The result of one objective.
     *
     * @param measured empty when the run has no value
     * @param status never {@link Status#MET} when the run has no value
     */
    public record Judgement(Objective objective, OptionalDouble measured, Status status) {

        /** The objective and by how much the run missed it, such as {@code p99<100ms by 12.500 ms}. */
        private String excess() {
            return objective
                    + (measured.isPresent()
                            ? " by " + NumberFormat.decimal(objective.distance(measured.getAsDouble()), 3) + " "
                                    + objective.unit()
                            : ", as nothing was measured");
        }
    }

    /**
     * The result of a run's objectives together.
     *
     * @param reason which were missed and by how much, or why they are inconclusive; empty when all were met
     */
    public record Result(Status status, String reason) {

        /** The status, and the reason if there is one. */
        @Override
        public String toString() {
            return status + (reason.isEmpty() ? "" : ": " + reason);
        }
    }

    /**
     * Parses objectives with commas between them: {@code p99<100ms,errors<0.1%}. A comma within brackets belongs to the name of an
     * operation.
     *
     * @throws IllegalArgumentException with a message that quotes it when one is invalid
     */
    public static Objectives parse(String text) {
        return new Objectives(texts(text).map(Objective::parse).toList());
    }

    /** The text of each objective, blank ones included. */
    public static Stream<String> texts(String text) {
        List<String> texts = new ArrayList<>();
        int begin = 0;
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth = c == '[' ? depth + 1 : c == ']' ? Math.max(0, depth - 1) : depth;
            if (c == ',' && depth == 0) {
                texts.add(text.substring(begin, i));
                begin = i + 1;
            }
        }
        texts.add(text.substring(begin));
        return texts.stream();
    }

    /**
     * Checks that a plan's workload has all operations and scenarios that are named, and ever sends them.
     *
     * @throws IllegalArgumentException with a message that lists the names when one is unknown, or says that its weight is 0
     */
    public void requirePartsOf(LoadPlan plan) {
        Workload workload = plan.workload();
        for (Objective objective : all) {
            Parts parts = parts(objective, plan);
            List<String> names = parts.names();
            if (objective.ofIterations() && names.isEmpty()) {
                throw new IllegalArgumentException("'" + objective + "' is about iterations, and the workload '"
                        + workload.name() + "' has none: add " + Setting.THINK
                        + ", or choose a workload with scenarios");
            }
            if (!objective.ofEach(names)) {
                objective.operation().ifPresent(name -> requireName(objective, name, "an operation", parts, workload));
                objective.scenario().ifPresent(name -> requireName(objective, name, "a scenario", parts, workload));
            }
        }
    }

    /**
     * What the name in an objective can be: the workload's operations, or its scenarios.
     *
     * @param shares of the first of them in what is sent; a workload may ask for none
     */
    private record Parts(List<String> names, List<Double> shares) {

        private boolean sends(int part) {
            return part >= shares.size() || shares.get(part) > 0;
        }

        /** Without those whose weight is 0. */
        private List<String> sent() {
            return IntStream.range(0, names.size())
                    .filter(this::sends)
                    .mapToObj(names::get)
                    .toList();
        }
    }

    private static Parts parts(Objective objective, LoadPlan plan) {
        Workload workload = plan.workload();
        return objective.ofIterations()
                ? workload.iterations(plan.seed(), plan.target())
                        .map(iterations -> new Parts(iterations.scenarios(), iterations.scenarioShares()))
                        .orElse(new Parts(List.of(), List.of()))
                : new Parts(workload.operations().stream().map(Operation::name).toList(), workload.shares());
    }

    private static void requireName(Objective objective, String name, String what, Parts parts, Workload workload) {
        List<String> names = parts.names();
        if (names.contains(name) && !parts.sent().contains(name)) {
            throw new IllegalArgumentException(
                    "'" + objective + "' names " + what + " that the workload '" + workload.name()
                            + "' never sends, as its weight is 0: raise the weight, or leave the objective out");
        }
        if (!names.contains(name)) {
            throw new IllegalArgumentException("'" + objective + "' names " + what + " that the workload '"
                    + workload.name() + "' does not have: it has "
                    + names.stream().map(known -> "'" + known + "'").collect(Collectors.joining(", ")));
        }
    }

    /**
     * Checks a run against each of them.
     *
     * @param interference how the client distorted the run's figures, if it did
     * @return in their order, one for each operation that is sent where the name is {@code *}; empty when the run was interrupted, which cannot
     *     be judged
     */
    public List<Judgement> judge(RunResult result, Optional<Interference> interference) {
        return result.reason() == StopReason.INTERRUPTED
                ? List.of()
                : all.stream()
                        .flatMap(objective ->
                                objective.each(parts(objective, result.plan()).sent()))
                        .map(objective -> judge(objective, result, interference))
                        .toList();
    }

    private static Judgement judge(Objective objective, RunResult result, Optional<Interference> interference) {
        OptionalDouble measured = objective.measured(result);
        boolean met = measured.isPresent() && objective.allows(measured.getAsDouble());
        Status status = met ? Status.MET : Status.MISSED;
        return new Judgement(
                objective,
                measured,
                interference
                        .filter(found -> met ? !found.loadKept() : !isServers(objective, result, found))
                        .map(found -> Status.INCONCLUSIVE)
                        .orElse(status));
    }

    /** Whether a miss remains a miss without everything that the client may have caused. */
    private static boolean isServers(Objective objective, RunResult result, Interference interference) {
        OptionalDouble rest = objective.withoutClient(result, interference.kind());
        return rest.isPresent() && !objective.allows(rest.getAsDouble());
    }

    /**
     * The result of all of them: missed when one was, otherwise inconclusive when one is.
     *
     * @return empty when there are none, or when the run was interrupted
     */
    public Optional<Result> result(RunResult result, Optional<Interference> interference) {
        List<Judgement> judgements = judge(result, interference);
        if (judgements.isEmpty()) {
            return Optional.empty();
        }
        String missed = judgements.stream()
                .filter(judgement -> judgement.status() == Status.MISSED)
                .map(Judgement::excess)
                .collect(Collectors.joining(", "));
        if (!missed.isEmpty()) {
            return Optional.of(new Result(Status.MISSED, missed));
        }
        return Optional.of(
                judgements.stream().allMatch(judgement -> judgement.status() == Status.MET)
                        ? new Result(Status.MET, "")
                        : new Result(
                                Status.INCONCLUSIVE, interference.orElseThrow().reason()));
    }

    /** In the syntax of {@link #parse}. */
    @Override
    public String toString() {
        return all.stream().map(Objective::toString).collect(Collectors.joining(","));
    }
}
