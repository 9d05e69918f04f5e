package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.chart.Chart;
import io.github.swipestorm.client.report.chart.LatencyChart;
import io.github.swipestorm.client.report.chart.LatencyCurve;
import io.github.swipestorm.client.report.chart.PngCanvas;
import io.github.swipestorm.client.report.chart.SvgCanvas;
import io.github.swipestorm.client.report.chart.ThroughputChart;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.report.store.AtomicFile;
import io.github.swipestorm.client.report.store.GcPausesCsv;
import io.github.swipestorm.client.report.store.OperationsCsv;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.report.store.TelemetryCsv;
import io.github.swipestorm.client.report.store.ThroughputCsv;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Writes the files of a run other than its records: {@code throughput.csv}, the plots {@code throughput} and
 * {@code latency} as {@code .svg} and {@code .png}, and the page {@code report.html}. Earlier files of these names are
 * replaced.
 */
public final class ReportFiles {
    private static final int LONGEST_NAME = 60;

    private final Path directory;
    private final Consumer<String> warnings;
    private final List<Path> written;
    private final Map<Path, Chart> pngs = new LinkedHashMap<>();
    private CompletableFuture<Map<Path, byte[]>> drawing = CompletableFuture.completedFuture(Map.of());

    private ReportFiles(Path directory, Consumer<String> warnings, List<Path> written) {
        this.directory = directory;
        this.warnings = warnings;
        this.written = written;
    }

    /**
     * Writes what a file of records tells, all six files.
     *
     * @param directory made if it is not there
     * @param name of the run, for the titles
     * @param left directory of what the run itself left, where plan, environment, command, verdict and telemetry are taken
     *     from; none of it need exist
     * @param window what {@code analysis} is about
     * @param whole whether {@code analysis} is of all attempts of the run; verdict and objectives are those of the whole
     *     run, and are left out otherwise
     * @param warnings receives a line for the user when something is left out
     * @return the files that were written
     * @throws IOException when a file cannot be written
     */
    public static List<Path> write(
            Path directory,
            String name,
            RecordsAnalysis analysis,
            Path left,
            Window window,
            boolean whole,
            Consumer<String> warnings)
            throws IOException {
        List<String> notes = new ArrayList<>();
        RunDocument summary = SummaryFile.read(left.resolve(RunFiles.SUMMARY), notes::add);
        notes.forEach(warnings);
        notes.addAll(analysis.notes());
        List<GcPause> pauses = GcPausesCsv.read(left.resolve(RunFiles.GC_PAUSES), window, warnings);
        Telemetry telemetry = TelemetryCsv.read(left.resolve(RunFiles.TELEMETRY), window, pauses, warnings);
        RecordsAnalysis ordered = analysis.inOrderOf(summary, whole);
        RunData read = RunData.of(name, ordered, telemetry);
        // A part of a run has its own seconds, which may not include the mark of the whole.
        RunData run = whole ? read.with(summary.steadyPart()) : read;
        List<Path> written = new ArrayList<>();
        write(directory, run, warnings, written);
        written.add(writePage(directory, RunPage.of(run, summary, ordered.figures(), notes, whole)));
        return written;
    }

    /** Writes the page of a run. */
    static Path writePage(Path directory, Document document) throws IOException {
        Path page = directory.resolve(RunFiles.PAGE);
        AtomicFile.write(page, HtmlPage.of(document));
        return page;
    }

    /**
     * Writes the five files that need only the run's data. Without AWT or fonts it omits the PNG files with one
     * warning.
     *
     * @param written receives each file as soon as it exists, even when a later one cannot be written
     */
    public static void write(Path directory, RunData run, Consumer<String> warnings, List<Path> written)
            throws IOException {
        begin(directory, run, true, warnings, written).finish();
    }

    /**
     * Writes all but the PNG files, which a separate thread draws until {@link #finish} writes them: Java2D takes as
     * long as the rest of a report.
     *
     * @param png whether there are to be any; otherwise those of an earlier report are deleted
     */
    static ReportFiles begin(Path directory, RunData run, boolean png, Consumer<String> warnings, List<Path> written)
            throws IOException {
        Files.createDirectories(directory);
        ReportFiles files = new ReportFiles(directory, warnings, written);
        Path csv = directory.resolve(RunFiles.THROUGHPUT);
        ThroughputCsv.write(csv, run.seconds());
        files.written.add(csv);
        files.operations(run);
        Path histogram = directory.resolve(RunFiles.RESPONSE_HISTOGRAM);
        AtomicFile.write(histogram, percentiles(run.response()));
        files.written.add(histogram);
        files.plot(
                "throughput",
                new ThroughputChart(
                        "Throughput of " + run.name(), run.seconds(), run.endUs(), List.of(), run.steady()));
        files.plot(
                "latency",
                new LatencyChart(
                        "Latency of " + run.name(), LatencyCurve.ofRun(run.service(), run.response(), run.failed())));
        if (png) {
            files.drawPngs();
        }
        return files;
    }

    private void operations(RunData run) throws IOException {
        Path csv = directory.resolve(RunFiles.OPERATIONS);
        if (run.operations().size() > 1) {
            OperationsCsv.write(csv, run.operations(), (long) run.shown().from(), (long)
                    run.shown().to());
            written.add(csv);
        } else {
            // One of an earlier run would be mistaken for this one's.
            Files.deleteIfExists(csv);
        }
    }

    /** In milliseconds, in the form that HdrHistogram's plotter reads. */
    private static String percentiles(LatencyHistogram response) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        response.toHistogram().outputPercentileDistribution(new PrintStream(text, true, StandardCharsets.UTF_8), 1e3);
        return text.toString(StandardCharsets.UTF_8);
    }

    /**
     * Writes charts as SVG and PNG, named after their titles. Without AWT or fonts it omits the PNG files with one
     * warning.
     */
    public static void plots(Path directory, List<Chart> charts, Consumer<String> warnings) throws IOException {
        ReportFiles files = new ReportFiles(directory, warnings, new ArrayList<>());
        for (Chart chart : charts) {
            String name = chart.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
            files.plot(name.substring(0, Math.min(LONGEST_NAME, name.length())), chart);
        }
        files.drawPngs();
        files.finish();
    }

    private void plot(String fileName, Chart chart) throws IOException {
        SvgCanvas svg = new SvgCanvas(Chart.WIDTH, chart.height(), chart.title(), chart.description());
        chart.paint(svg);
        Path svgFile = directory.resolve(fileName + ".svg");
        AtomicFile.write(svgFile, svg.finish());
        written.add(svgFile);
        pngs.put(directory.resolve(fileName + ".png"), chart);
    }

    private void drawPngs() {
        Map<Path, Chart> charts = Map.copyOf(pngs);
        drawing = CompletableFuture.supplyAsync(() -> drawn(charts), work -> {
            DaemonThreads.start("swipestorm-plots", work);
        });
    }

    /** Waits until the PNG files are drawn, and writes them. */
    void finish() throws IOException {
        Map<Path, byte[]> drawn;
        try {
            drawn = drawing.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof VirtualMachineError error && !(error instanceof InternalError)) {
                throw error;
            }
            // Which class or method is missing first differs between JVMs and does not help the user.
            warnings.accept("no PNG plots, as this JVM lacks fonts or AWT ("
                    + e.getCause().getClass().getSimpleName() + "); the SVG plots are there");
            drawn = Map.of();
        }
        for (Path file : pngs.keySet()) {
            byte[] png = drawn.get(file);
            if (png != null) {
                AtomicFile.write(file, png);
                written.add(file);
            } else {
                // An earlier chart beside new figures would be mistaken for theirs.
                Files.deleteIfExists(file);
            }
        }
    }

    /** Fails when drawing is impossible: a JVM without fonts or AWT reports that by one of several errors. */
    private static Map<Path, byte[]> drawn(Map<Path, Chart> charts) {
        // Nothing is shown on a screen, and a server has none; a property that the user set takes precedence.
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
        Map<Path, byte[]> drawn = new HashMap<>();
        charts.forEach((file, chart) -> {
            PngCanvas canvas = new PngCanvas(Chart.WIDTH, chart.height());
            chart.paint(canvas);
            drawn.put(file, canvas.finish());
        });
        return drawn;
    }
}
