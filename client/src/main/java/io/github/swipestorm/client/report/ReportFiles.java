package io.github.swipestorm.client.report;

import io.github.swipestorm.client.stats.TimelineSecond;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes what a run leaves besides its records: {@code throughput.csv}, and the plots {@code throughput} and {@code
 * latency} as {@code .svg} and {@code .png}. Earlier files of these names are replaced.
 */
public final class ReportFiles {
    private final Path directory;
    private final Consumer<String> warnings;
    private final List<Path> written = new ArrayList<>();
    private boolean pngPossible = true;

    private ReportFiles(Path directory, Consumer<String> warnings) {
        this.directory = directory;
        this.warnings = warnings;
    }

    /**
     * Writes all five files. Where this JVM has no AWT or no fonts the PNG files are left out with one warning.
     *
     * @param directory made if it is not there
     * @param name of the run, for the titles
     * @param seconds of the run, one after the other
     * @param endUs when the run's last attempt was done, in microseconds since the start of the run
     * @param curves for the latency plot, the most important first, at most four
     * @param warnings is given a line for the user when something is left out
     * @return the files that were written
     * @throws IOException when a file cannot be written
     */
    public static List<Path> write(
            Path directory,
            String name,
            List<TimelineSecond> seconds,
            long endUs,
            List<LatencyCurve> curves,
            Consumer<String> warnings)
            throws IOException {
        Files.createDirectories(directory);
        ReportFiles files = new ReportFiles(directory, warnings);
        Path csv = directory.resolve("throughput.csv");
        ThroughputCsv.write(csv, seconds);
        files.written.add(csv);
        files.plot("throughput", new ThroughputChart("Throughput of " + name, seconds, endUs));
        files.plot("latency", new LatencyChart("Latency of " + name, curves));
        return List.copyOf(files.written);
    }

    private void plot(String fileName, Chart chart) throws IOException {
        SvgCanvas svg = new SvgCanvas(Chart.WIDTH, chart.height(), chart.title(), chart.description());
        chart.paint(svg);
        Path svgFile = directory.resolve(fileName + ".svg");
        Files.writeString(svgFile, svg.finish(), StandardCharsets.UTF_8);
        written.add(svgFile);
        byte[] png = pngPossible ? png(chart) : new byte[0];
        Path pngFile = directory.resolve(fileName + ".png");
        if (png.length > 0) {
            written.add(Files.write(pngFile, png));
        } else {
            // An earlier picture beside new figures would be taken for theirs.
            Files.deleteIfExists(pngFile);
        }
    }

    /** Nothing when it is impossible: a JVM without fonts or AWT says so with an error of one kind or another. */
    private byte[] png(Chart chart) throws IOException {
        // Nothing is ever shown on a screen, and a server has none; whoever set the property knows better.
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try {
            PngCanvas canvas = new PngCanvas(Chart.WIDTH, chart.height());
            chart.paint(canvas);
            canvas.finish(png);
            return png.toByteArray();
        } catch (RuntimeException | Error failed) {
            if (failed instanceof VirtualMachineError && !(failed instanceof InternalError)) {
                throw failed;
            }
            pngPossible = false;
            // Which class or method was the first to be missed differs from JVM to JVM and helps nobody.
            warnings.accept("no PNG plots, as this JVM lacks fonts or AWT ("
                    + failed.getClass().getSimpleName() + "); the SVG plots are there");
            return new byte[0];
        }
    }
}
