package io.github.swipestorm.client.report;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Little;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.report.Document.Conclusion;
import io.github.swipestorm.client.report.Document.Heading;
import io.github.swipestorm.client.report.Document.Paragraph;
import io.github.swipestorm.client.report.Document.Part;
import io.github.swipestorm.client.report.Document.Table;
import io.github.swipestorm.client.report.Document.Warning;
import io.github.swipestorm.client.stats.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What Little's law predicts from one worker, what many of them did, and whether the law holds there. */
final class LittlePage {

    private LittlePage() {}

    static Document of(Design design, Trials trials, List<String> notes) {
        int workers = design.settings().get(1).plan().threads();
        Optional<Little> little = Little.of(workers, trials);
        List<Part> parts = new ArrayList<>();
        little.ifPresent(found -> parts.add(conclusion(found)));
        notes.forEach(note -> parts.add(new Warning(note)));
        if (little.isEmpty()) {
            parts.add(new Warning("Nothing can be said yet: it needs a run on one thread and a run on "
                    + Figures.count(workers) + ", both with successful requests."));
        }
        little.ifPresent(found -> {
            parts.add(new Heading("Prediction and measurement"));
            parts.add(table(found));
            parts.add(
                    new Paragraph("The first prediction supposes that a request takes no longer when others are under "
                            + "way. Its interval covers the scatter of the sample and nothing else. The other two are no "
                            + "predictions: they hold the law against the latency that was measured with all threads at work. "
                            + "The first of them counts every thread for the whole time, as the mission did; the second only "
                            + "for the time from its first request to its last. A request's time includes its retries. What is "
                            + "left is the client's own time between two requests."));
        });
        parts.add(new Heading("Runs"));
        parts.add(RunsTable.of(trials));
        return new Document("Little's law, 1 thread and " + Figures.count(workers), parts);
    }

    private static Conclusion conclusion(Little little) {
        double measured = little.measured().mean();
        double longer = little.requestMs() / little.cycleMs();
        return new Conclusion(
                Figures.count(little.workers()) + " threads do " + Figures.decimal(measured, 2) + " req/s: "
                        + Figures.percent(little.prediction().ratio(measured)) + " of the "
                        + Figures.decimal(little.prediction().throughput(), 2)
                        + " that Little's law predicts from one thread.",
                List.of(
                        "One thread takes " + Figures.decimal(little.cycleMs(), 3) + " ms a request, "
                                + Figures.count(little.workers()) + " take " + Figures.decimal(little.requestMs(), 3)
                                + " ms, " + Figures.decimal(longer, 1) + " times as long: "
                                + (longer < 1.1
                                        ? "they hardly wait for each other."
                                        : "the prediction supposes that they do not wait for each other, and they do."),
                        "With the latency measured at " + Figures.count(little.workers()) + " threads the law gives "
                                + Figures.decimal(little.corrected(), 2) + " req/s, "
                                + Figures.percent(Math.abs(little.corrected() - measured) / measured)
                                + " off what was measured."));
    }

    private static Table table(Little little) {
        double measured = little.measured().mean();
        return new Table(
                List.of("", "workers", "ms a request", "req/s", "95 % interval", "measured / this"),
                List.of(
                        List.of(
                                "measured",
                                Figures.count(little.workers()),
                                Figures.decimal(little.requestMs(), 3),
                                Figures.decimal(measured, 2),
                                little.measured()
                                        .interval()
                                        .map(interval -> Cells.interval(interval, 2))
                                        .orElse(Cells.DASH),
                                Cells.DASH),
                        List.of(
                                "predicted from one thread",
                                Figures.count(little.workers()),
                                Figures.decimal(little.cycleMs(), 3),
                                Figures.decimal(little.prediction().throughput(), 2),
                                Cells.interval(little.prediction().bounds(), 2),
                                Figures.percent(little.prediction().ratio(measured))),
                        List.of(
                                "law with the latency measured, all workers",
                                Figures.count(little.workers()),
                                Figures.decimal(little.requestMs(), 3),
                                Figures.decimal(little.byLatency(), 2),
                                Cells.DASH,
                                Figures.percent(measured / little.byLatency())),
                        List.of(
                                "law with the latency measured, workers at work",
                                Figures.decimal(little.atWork(), 2),
                                Figures.decimal(little.requestMs(), 3),
                                Figures.decimal(little.corrected(), 2),
                                Cells.DASH,
                                Figures.percent(measured / little.corrected()))));
    }
}
