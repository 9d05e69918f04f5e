package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.CapacitySequence;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Sweep;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.inference.CapacitySearch;
import io.github.swipestorm.client.inference.CapacitySearch.Ending;
import io.github.swipestorm.client.inference.CapacitySearch.Result;
import io.github.swipestorm.client.inference.Knee;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.verdict.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The highest rate that meets the objectives, and the fewest threads that achieve nearly as much as the best. */
final class CapacityPage {

    private CapacityPage() {}

    static Document of(Design design, CapacitySequence sequence, Trials trials, List<String> notes) {
        Optional<Result> result = sequence.searched(trials.all()).flatMap(CapacitySearch::result);
        Optional<Sweep> sweep = Sweep.of(sequence.threads(), trials);
        List<String> rates = CapacitySequence.rates(trials.all());
        List<Part> parts = new ArrayList<>();
        String unit = CapacitySequence.ofIterations(trials.all()) ? " iterations/s" : " req/s";
        Optional<String> limit = result.flatMap(found -> limitedByClient(found, rates, trials, unit));
        boolean inconclusive = result.flatMap(Result::lowestMissed)
                .filter(rate -> CapacitySequence.inconclusive(trials.all(), rate))
                .isPresent();
        parts.add(conclusion(design, result, sweep, limit.isPresent(), inconclusive, unit));
        notes.forEach(note -> parts.add(new Warning(note)));
        limit.ifPresent(warning -> parts.add(new Warning(warning)));
        if (!rates.isEmpty()) {
            parts.add(new Heading("Rates"));
            parts.add(rates(rates, trials, unit));
            parts.add(new Paragraph(
                    "A rate is met when the majority of its runs kept to every objective, and sent all that was "
                            + "due in time. A confirmation is one run of three times the length, and decides alone."));
        }
        sweep.ifPresent(found -> {
            parts.add(new Heading("Threads"));
            parts.add(threads(sequence.threads(), trials));
            parts.add(SweepCharts.throughput(sequence.threads(), found, trials));
        });
        parts.addAll(RunsTable.of(trials));
        Variant first = sequence.threads().get(0);
        return new Document(
                "Capacity of " + first.server() + " over "
                        + first.plan().transport().kind().name(),
                parts);
    }

    private static Conclusion conclusion(
            Design design,
            Optional<Result> result,
            Optional<Sweep> sweep,
            boolean atLeast,
            boolean inconclusive,
            String unit) {
        List<String> evidence = new ArrayList<>();
        result.map(found -> evidence(found, inconclusive, unit)).ifPresent(evidence::add);
        sweep.map(found -> threads(found.knee())).ifPresent(evidence::add);
        return new Conclusion(
                result.map(found -> sentence(found, design.objectives().toString(), atLeast, inconclusive, unit))
                        .orElse("The search is not at its end: nothing can be said of the capacity yet."),
                evidence);
    }

    private static String sentence(
            Result result, String objectives, boolean atLeast, boolean inconclusive, String unit) {
        if (inconclusive && result.ending() != Ending.CONFIRMED) {
            return "Cannot say which rate keeps to " + objectives + ": the runs at " + rate(result.lowestMissed())
                    + unit + " were inconclusive, as the client may be the cause of what they measured.";
        }
        return switch (result.ending()) {
            case CONFIRMED ->
                (result.lowestMissed().isPresent() && !atLeast ? "The capacity is " : "The capacity is at least ")
                        + rate(result.highestMet()) + unit + ": the highest rate found that keeps to " + objectives
                        + ".";
            case NOT_CONFIRMED ->
                "No rate was confirmed to keep to " + objectives + ": what short runs met, longer ones did not.";
            case NO_RATE_MET ->
                "No rate keeps to " + objectives + ", down to " + rate(result.lowestMissed()) + unit + ".";
        };
    }

    private static String evidence(Result result, boolean inconclusive, String unit) {
        String runs = " The search took " + NumberFormat.counted(result.runs(), "run", "runs") + ".";
        return result.lowestMissed()
                .map(missed -> (inconclusive
                                ? "The lowest rate at which the client distorted the runs is "
                                : "The lowest rate that was missed is ")
                        + rate(result.lowestMissed()) + unit + "." + runs)
                .orElse("Even the highest rate that was tried was met." + runs);
    }

    private static String rate(Optional<Double> rate) {
        return rate.map(value -> NumberFormat.decimal(value, value < 100 ? 2 : 0))
                .orElse(NumberFormat.DASH);
    }

    private static String threads(Knee knee) {
        return "In a closed loop " + NumberFormat.count(knee.threads())
                + (knee.threads() == 1 ? " thread reaches" : " threads reach") + " 95 % of the best throughput, "
                + NumberFormat.decimal(knee.bestThroughput(), 0) + " req/s at " + NumberFormat.count(knee.bestThreads())
                + (knee.concluded()
                        ? " (95 % interval " + Cells.interval(knee.interval().orElseThrow(), 0) + " threads)."
                        : "; these runs are too few or too scattered to say where the knee is.");
    }

    /** The client's own limit must not be taken for the server's. */
    private static Optional<String> limitedByClient(Result result, List<String> rates, Trials trials, String unit) {
        List<Trial> missed = rates.stream()
                .filter(name -> result.lowestMissed()
                        .filter(rate -> CapacitySequence.rateOf(name) == rate)
                        .isPresent())
                .flatMap(name -> trials.of(name).all().stream())
                .toList();
        Optional<String> reason = missed.stream()
                .filter(trial -> trial.came(Status.INCONCLUSIVE))
                .flatMap(trial -> trial.objectives().stream())
                .map(Objectives.Result::reason)
                .findFirst();
        if (reason.isPresent()) {
            return Optional.of("At " + rate(result.lowestMissed())
                    + unit + " runs were inconclusive, which count neither as met nor as missed: " + reason.get()
                    + ". The server's capacity is at least what was found.");
        }
        if (missed.stream()
                .anyMatch(trial ->
                        trial.bound().filter(Bound.CLIENT.toString()::equals).isPresent())) {
            return Optional.of(
                    "At the lowest rate that was missed the client was the limit: the server's capacity is at least "
                            + "what was found.");
        }
        return missed.stream()
                        .anyMatch(trial -> trial.get(RunMetric.OFFERED_MET).orElse(1) == 0)
                ? Optional.of(
                        "At the lowest rate that was missed requests were sent late: all workers were busy, or this"
                                + " machine did not let the client run in time. The server's own limit may be higher; more"
                                + " "
                                + Setting.THREADS + " or a quieter machine would show it.")
                : Optional.empty();
    }

    private static Table rates(List<String> rates, Trials trials, String unit) {
        List<List<String>> rows = new ArrayList<>();
        for (String name : rates) {
            Trials of = trials.of(name);
            double planned = of.sum(RunMetric.PLANNED);
            double ok = of.sum(RunMetric.OK);
            long met = of.all().stream().filter(trial -> trial.came(Status.MET)).count();
            long carried = of.all().stream()
                    .filter(trial -> trial.get(RunMetric.OFFERED_MET).orElse(0) == 1)
                    .count();
            rows.add(List.of(
                    name.substring(name.indexOf('=') + 1),
                    NumberFormat.count(of.all().size()),
                    NumberFormat.count(met),
                    NumberFormat.count(carried),
                    Cells.mean(of, RunMetric.THROUGHPUT, 2),
                    Cells.mean(of, RunMetric.RESPONSE_P50, 3),
                    Cells.mean(of, RunMetric.RESPONSE_P99, 3),
                    planned > 0 ? NumberFormat.decimal(100 * (planned - ok) / planned, 3) : NumberFormat.DASH,
                    of.bounds().isEmpty() ? NumberFormat.DASH : of.bounds()));
        }
        return new Table(
                "Open loops, by rate; latencies are means over the runs",
                List.of(
                        "rate," + unit,
                        "runs",
                        "objectives met",
                        "rate carried",
                        "req/s",
                        "p50 ms",
                        "p99 ms",
                        "failed %",
                        "verdict"),
                rows);
    }

    private static Table threads(List<Variant> variants, Trials trials) {
        List<List<String>> rows = new ArrayList<>();
        for (Variant variant : variants) {
            Trials of = trials.of(variant.name());
            if (!of.all().isEmpty()) {
                rows.add(List.of(
                        NumberFormat.count(variant.plan().threads()),
                        NumberFormat.count(of.all().size()),
                        Cells.mean(of, RunMetric.THROUGHPUT, 2),
                        Cells.interval(of, RunMetric.THROUGHPUT, 0),
                        Cells.mean(of, RunMetric.RESPONSE_P99, 3),
                        of.bounds().isEmpty() ? NumberFormat.DASH : of.bounds()));
            }
        }
        return new Table(
                "Closed loops", List.of("threads", "runs", "req/s", "95 % interval", "p99 ms", "verdict"), rows);
    }
}
