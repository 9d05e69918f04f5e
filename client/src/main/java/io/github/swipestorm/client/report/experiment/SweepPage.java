package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Sweep;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.Knee;
import io.github.swipestorm.client.inference.ThroughputPoint;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Throughput and latency against the number of threads. */
final class SweepPage {

    private SweepPage() {}

    static Document of(Design design, Trials trials, List<String> notes) {
        Optional<Sweep> sweep = Sweep.of(design.variants(), trials);
        List<Part> parts = new ArrayList<>();
        sweep.ifPresent(found -> parts.add(conclusion(design, found, trials)));
        notes.forEach(note -> parts.add(new Warning(note)));
        if (sweep.isEmpty()) {
            parts.add(new Warning("Nothing can be said yet: it needs successful runs at two thread counts or more."));
        }
        parts.add(new Heading("Measured"));
        measured(design, trials, parts);
        sweep.ifPresent(found -> {
            parts.add(new Heading("Laws of scaling"));
            parts.add(FitTexts.table(found.fits()));
            FitTexts.refusals(found.fits()).forEach(refusal -> parts.add(new Paragraph(refusal)));
            parts.add(new Paragraph(FitTexts.HOW));
            parts.add(new Heading("Charts"));
            SweepCharts.of(design, found, trials).forEach(parts::add);
        });
        parts.addAll(RunsTable.of(trials));
        return new Document(
                "Sweep over thread counts, "
                        + transportAndModel(design.variants().get(0)),
                parts);
    }

    private static String transportAndModel(Variant variant) {
        return variant.plan().model().title() + " over "
                + variant.plan().transport().kind().name() + ", to " + variant.server();
    }

    private static Conclusion conclusion(Design design, Sweep sweep, Trials trials) {
        Knee knee = sweep.knee();
        List<String> evidence = new ArrayList<>(knee.refusals());
        List<Trial> beyond = design.variants().stream()
                .filter(variant -> variant.plan().threads() >= knee.threads())
                .flatMap(variant -> trials.of(variant.name()).all().stream())
                .toList();
        long byClient = ExperimentReports.clientBound(beyond);
        if (byClient > 0) {
            evidence.add("In " + NumberFormat.count(byClient) + " of "
                    + NumberFormat.counted(beyond.size(), "run", "runs") + " with "
                    + NumberFormat.counted(knee.threads(), "thread", "threads")
                    + " or more the client was the limit: where "
                    + "throughput stops to grow, that is the client and not the server.");
        }
        boolean concluded = evidence.isEmpty();
        evidence.add((concluded ? "" : "What the means alone say: ") + means(knee));
        if (knee.atEdge()) {
            evidence.add(
                    "Only the largest thread count that was measured reaches 95 %, so throughput may continue to rise: the "
                            + "knee is there or beyond. Measure higher thread counts.");
        }
        sweep.fits().forEach(fit -> evidence.add(FitTexts.sentence(fit)));
        return new Conclusion(concluded ? place(sweep) : refused(knee), evidence);
    }

    private static String refused(Knee knee) {
        return knee.concluded()
                ? "Cannot say where the server's knee is: the client was the limit."
                : "Cannot say where the knee is: these runs are too few or too scattered.";
    }

    private static String means(Knee knee) {
        return NumberFormat.counted(knee.threads(), "thread reaches ", "threads reach ")
                + NumberFormat.decimal(knee.throughput(), 0) + " req/s, 95 % or more of the best throughput, "
                + NumberFormat.decimal(knee.bestThroughput(), 0) + " req/s at "
                + NumberFormat.counted(knee.bestThreads(), "thread", "threads") + ".";
    }

    /** No more than the interval says. */
    private static String place(Sweep sweep) {
        ConfidenceInterval interval = sweep.knee().interval().orElseThrow();
        long low = Math.round(interval.low());
        long high = Math.round(interval.high());
        int last =
                sweep.points().stream().mapToInt(ThroughputPoint::threads).max().orElseThrow();
        String found =
                " (95 % interval " + Cells.interval(interval, 0) + "): more threads do not reach much more throughput.";
        if (high == last) {
            return "The knee is at " + NumberFormat.counted(low, "thread", "threads") + " or beyond (95 % interval "
                    + Cells.interval(interval, 0) + ", the largest that was measured).";
        }
        return low == high
                ? "The knee is at " + NumberFormat.counted(low, "thread", "threads") + found
                : "The knee is somewhere from " + NumberFormat.count(low) + " to " + NumberFormat.count(high)
                        + " threads" + found;
    }

    private static void measured(Design design, Trials trials, List<Part> parts) {
        List<List<String>> rows = new ArrayList<>();
        ResponseTimesTable times = new ResponseTimesTable();
        for (Variant variant : design.variants()) {
            Trials of = trials.of(variant.name());
            if (!of.all().isEmpty()) {
                rows.add(List.of(
                        variant.plan().model().title(),
                        NumberFormat.count(variant.plan().threads()),
                        NumberFormat.count(of.all().size()),
                        Cells.mean(of, RunMetric.WALL_TIME, 3),
                        Cells.sum(of, RunMetric.OK),
                        NumberFormat.count(Math.round(of.sum(RunMetric.FAILED) + of.sum(RunMetric.NEVER_SENT))),
                        Cells.mean(of, RunMetric.THROUGHPUT, 2),
                        Cells.interval(of, RunMetric.THROUGHPUT, 0),
                        of.bounds().isEmpty() ? NumberFormat.DASH : of.bounds()));
                times.add(NumberFormat.count(variant.plan().threads()), of);
            }
        }
        parts.add(new Table(
                "Means over the runs of each thread count, with 95 % intervals of the mean from three runs on; ok and"
                        + " failed are sums",
                List.of(
                        "sending model",
                        "threads",
                        "runs",
                        "wall s",
                        "ok",
                        "failed",
                        "req/s",
                        "95 % interval",
                        "verdict"),
                rows));
        parts.add(times.table("threads"));
    }
}
