package io.github.swipestorm.client.report;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Quantity;
import io.github.swipestorm.client.experiment.Setting;
import io.github.swipestorm.client.experiment.Sweep;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.report.Document.Conclusion;
import io.github.swipestorm.client.report.Document.Heading;
import io.github.swipestorm.client.report.Document.Paragraph;
import io.github.swipestorm.client.report.Document.Part;
import io.github.swipestorm.client.report.Document.Table;
import io.github.swipestorm.client.report.Document.Warning;
import io.github.swipestorm.client.stats.Figures;
import io.github.swipestorm.client.stats.Knee;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Throughput and latency against the number of threads. */
final class SweepPage {

    private SweepPage() {}

    static Document of(Design design, Trials trials, List<String> notes) {
        Optional<Sweep> sweep = Sweep.of(design.settings(), trials);
        List<Part> parts = new ArrayList<>();
        sweep.ifPresent(found -> parts.add(conclusion(found)));
        notes.forEach(note -> parts.add(new Warning(note)));
        if (sweep.isEmpty()) {
            parts.add(new Warning("Nothing can be said yet: it needs successful runs at two thread counts or more."));
        }
        parts.add(new Heading("Measured"));
        parts.add(measured(design, trials));
        sweep.ifPresent(found -> {
            parts.add(new Heading("Laws of scaling"));
            parts.add(FitTexts.table(found.fits()));
            FitTexts.refusals(found.fits()).forEach(refusal -> parts.add(new Paragraph(refusal)));
            parts.add(new Paragraph(FitTexts.HOW));
            parts.add(new Heading("Charts"));
            SweepCharts.of(design, found, trials).forEach(parts::add);
        });
        parts.add(new Heading("Runs"));
        parts.add(RunsTable.of(trials));
        return new Document(
                "Sweep over thread counts, " + road(design.settings().get(0)), parts);
    }

    private static String road(Setting setting) {
        return setting.plan().model().title() + " over "
                + setting.plan().transport().kind() + ", to " + setting.server();
    }

    private static Conclusion conclusion(Sweep sweep) {
        Knee knee = sweep.knee();
        String interval = knee.interval()
                .map(found -> " (95 % interval " + Cells.interval(found, 0) + ")")
                .orElse("");
        String sentence = "The knee is at " + Figures.count(knee.threads()) + " threads" + interval + ": with "
                + Figures.decimal(knee.throughput(), 0) + " req/s they reach 95 % of the best throughput, "
                + Figures.decimal(knee.bestThroughput(), 0) + " req/s at " + Figures.count(knee.bestThreads())
                + " threads.";
        List<String> evidence = new ArrayList<>();
        if (knee.interval().isEmpty()) {
            evidence.add("There are too few repeated runs for an interval: " + Knee.MIN_REPEATED
                    + " runs or more must be repeats of others; use more --repeats.");
        }
        if (knee.atEdge()) {
            evidence.add(
                    "Only the largest thread count that was measured reaches 95 %, so throughput may go on rising: the "
                            + "knee is there or beyond. Measure higher thread counts.");
        }
        sweep.fits().forEach(fit -> evidence.add(FitTexts.sentence(fit)));
        return new Conclusion(sentence, evidence);
    }

    private static Table measured(Design design, Trials trials) {
        List<List<String>> rows = new ArrayList<>();
        for (Setting setting : design.settings()) {
            Trials of = trials.of(setting.name());
            if (!of.all().isEmpty()) {
                rows.add(List.of(
                        setting.plan().model().title(),
                        Figures.count(setting.plan().threads()),
                        Figures.count(of.all().size()),
                        Cells.mean(of, Quantity.WALL_TIME, 3),
                        Cells.sum(of, Quantity.OK),
                        Figures.count(Math.round(of.sum(Quantity.FAILED) + of.sum(Quantity.NEVER_SENT))),
                        Cells.mean(of.spread(Quantity.THROUGHPUT), 2),
                        Cells.mean(of.spread(Quantity.RESPONSE_MEAN), 3),
                        Cells.mean(of.spread(Quantity.RESPONSE_P99), 3),
                        of.bounds().isEmpty() ? Cells.DASH : of.bounds()));
            }
        }
        return new Table(
                "Means over the runs of each thread count, with 95 % intervals of the mean from three runs on; ok and failed "
                        + "are sums, latencies are response times",
                List.of(
                        "sending model",
                        "threads",
                        "runs",
                        "wall s",
                        "ok",
                        "failed",
                        "req/s",
                        "mean ms",
                        "p99 ms",
                        "verdict"),
                rows);
    }
}
