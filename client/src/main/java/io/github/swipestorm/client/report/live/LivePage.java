package io.github.swipestorm.client.report.live;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.LoadChange;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.report.run.RunCharts;
import io.github.swipestorm.client.report.run.RunData;
import io.github.swipestorm.client.report.run.SummaryText;
import io.github.swipestorm.client.report.run.TlsWarning;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.RunDocument.PercentileMethods;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.text.NumberFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * The content of the live view: nothing yet, the progress of the run, or that it is over. It is created on demand, and
 * at most once per second, however many requests come. Thread-safe.
 */
final class LivePage implements RunObserver {
    private static final long FRESH_NANOS = 900_000_000;

    private final NanoClock clock;
    private Supplier<Optional<Measurements>> soFar = Optional::empty;
    private Supplier<Telemetry> seen = () -> Telemetry.NONE;
    private LoadPlan plan;
    private long startNanos;
    private Optional<String> end = Optional.empty();
    private List<Part> charts = List.of();
    private final List<String> changes = new ArrayList<>();
    private Counts before = Counts.NONE;
    private String content = "";
    private long madeNanos;

    LivePage(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized void recording(Supplier<Optional<Measurements>> recorded, Supplier<Telemetry> telemetry) {
        soFar = recorded;
        seen = telemetry;
    }

    @Override
    public synchronized void started(LoadPlan started, Supplier<Counts> counts) {
        plan = started;
        startNanos = clock.nanoTime();
        madeNanos = startNanos;
        content = "";
    }

    @Override
    public synchronized void changed(LoadPlan changed, LoadChange change) {
        plan = changed;
        changes.add(change.level() + " from " + NumberFormat.plain(change.at().toMillis() / 1e3) + " s on");
        content = "";
    }

    /** Keeps the last content from now on, below a sentence about the state. */
    synchronized void end(String sentence) {
        end = Optional.of(sentence);
        content = "";
    }

    /** The content of the main part, as markup. */
    synchronized String content() {
        long now = clock.nanoTime();
        if (content.isEmpty() || now - madeNanos > FRESH_NANOS && end.isEmpty()) {
            List<Part> parts = new ArrayList<>(List.of(new Conclusion(sentence(now), List.of())));
            Optional.ofNullable(plan).flatMap(TlsWarning::of).map(Warning::new).ifPresent(parts::add);
            if (!changes.isEmpty()) {
                parts.add(new Paragraph("Changed: " + String.join(", ", changes)));
            }
            parts.addAll(charts);
            content = HtmlPage.content(new Document("Run in progress", parts));
            madeNanos = now;
        }
        return content;
    }

    private String sentence(long now) {
        if (end.isPresent()) {
            return end.get();
        }
        if (plan == null) {
            return "The run has not begun: the client and the server are getting ready.";
        }
        Optional<Measurements> recorded = soFar.get();
        recorded.ifPresent(some -> charts = charts(some, now));
        return recorded.map(some -> progress(some.counts(), now)).orElse("The run is about to end.");
    }

    private String progress(Counts counts, long now) {
        double rate = (counts.ended() - before.ended()) * 1e9 / Math.max(1, now - madeNanos);
        before = counts;
        return ProgressLine.of(plan, counts, Duration.ofNanos(now - startNanos), rate)
                .strip();
    }

    private List<Part> charts(Measurements recorded, long now) {
        Figures figures = Figures.of(
                recorded, Map.of(), OptionalInt.of(plan.threads()), (now - startNanos) / 1e9, PercentileMethods.NONE);
        RunCharts all = new RunCharts(RunData.of("now", recorded, seen.get()));
        List<Part> parts = new ArrayList<>(List.of(new Heading("Over time")));
        parts.addAll(all.overTime());
        parts.add(new Heading("Latency"));
        parts.addAll(all.latencies());
        parts.add(new Heading("Client, server and machine"));
        parts.addAll(all.telemetry());
        parts.add(new Heading("Results so far"));
        parts.addAll(SummaryText.tables(figures));
        return parts;
    }
}
