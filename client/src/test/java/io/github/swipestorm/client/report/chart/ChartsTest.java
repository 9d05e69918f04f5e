package io.github.swipestorm.client.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.measure.ExactLatencies;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineBuilder;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.report.run.Golden;
import io.github.swipestorm.client.report.run.ReportFiles;
import io.github.swipestorm.client.report.run.SampleRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

class ChartsTest {
    @TempDir
    private Path directory;

    @Test
    void throughputOfAShortRun() throws IOException {
        Golden.assertIs("throughput.svg", svg(throughput(run(3.4))));
    }

    @Test
    void latencyOfAShortRun() throws IOException {
        Golden.assertIs("latency.svg", svg(latency("a short run", values(1, 2, 3, 4, 5, 60))));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.7, 1, 3, 59.99, 600, 7_200, 20_000})
    void everyLengthOfRunIsDrawnWithinItsFrameAndWithReadableMarks(double seconds) throws Exception {
        String svg = svg(throughput(run(seconds)));

        assertThat(xml(svg).getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(numbersIn(svg)).allMatch(number -> number >= 0 && number <= 800);
        assertThat(svg).doesNotContain("NaN").doesNotContain("Infinity");
        assertThat(svg.length()).isLessThan(150_000);
    }

    @ParameterizedTest
    @CsvSource({"0,1", "0,3", "0,10", "0,60", "0,600", "0,1801", "0,86400", "95,105", "0,2592000"})
    void timeHasFiveToThirteenMarksAllWithinTheAxis(double from, double to) {
        List<Axis.Tick> ticks = Axis.time(from, to).ticks();

        assertThat(ticks).hasSizeBetween(5, 13).allMatch(tick -> tick.value() >= from && tick.value() <= to);
        assertThat(ticks).extracting(Axis.Tick::label).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"0.0004", "0.02", "1", "7", "10", "12.5", "999", "1001", "3155", "187280"})
    void valuesHaveTwoToEightMarksThatReachAboveTheHighest(double most) {
        Axis axis = Axis.linear("x", most, 0.0001);

        assertThat(axis.ticks()).hasSizeBetween(2, 8);
        assertThat(axis.ticks()).extracting(Axis.Tick::label).doesNotHaveDuplicates();
        assertThat(axis.position().applyAsDouble(most)).isBetween(0.5, 1.0 + 1e-9);
    }

    @Test
    void latenciesFarApartAreDrawnOnALogarithmicScale() throws IOException {
        assertThat(svg(latency("near", values(1_000, 2_000, 3_000)))).contains(">latency (ms)<");
        assertThat(svg(latency("far", values(1_000, 1_000, 1_000, 900_000)))).contains(">latency (ms, logarithmic)<");
    }

    @Test
    void aCurveEndsWhereItsValuesDo() throws IOException {
        // Of one value nothing is known beyond the median, of six nothing beyond 91.7 %; the axis goes to 99.
        assertThat(dot(svg(latency("one", values(5))), "cx")).isBetween(185.0, 190.0);
        assertThat(dot(svg(latency("six", values(1, 2, 3, 4, 5, 6))), "cx")).isBetween(450.0, 460.0);
    }

    @Test
    void a_curve_of_however_many_values_ends_with_a_dot_at_the_largest() throws IOException {
        LatencyHistogram many = new LatencyHistogram();
        for (int i = 0; i < 100_000; i++) {
            many.record(1_000);
        }
        many.record(900_000);
        String svg = svg(new LatencyChart("many", List.of(new LatencyCurve("service time", many))));

        assertThat(svg).contains("max 900", ">99.999<", ">99.9999<").doesNotContain(">99.99999<");
        // The scale goes from 1 ms to a second.
        assertThat(dot(svg, "cy")).isBetween(66.0, 75.0);
    }

    @Test
    void withoutValuesTheChartsSaySo() throws IOException {
        assertThat(svg(throughput(new TimelineBuilder().build()))).contains(">no attempts<");
        assertThat(svg(latency("none", new ExactLatencies()))).contains(">no latencies<");
    }

    @Test
    void onlyTheRunsLastSecondIsDrawnAsAnIncompleteOne() throws IOException {
        Timeline run = run(3.4);

        assertThat(svg(throughput(run))).contains("the last second, which lasted 0.400 s");
        assertThat(svg(throughput("part", run.seconds().subList(1, 3), run.endUs())))
                .doesNotContain("the last second");
    }

    @Test
    void aTitleTooLongForThePictureIsCutAndStillThereAsAWhole() throws IOException {
        String svg = svg(throughput("x".repeat(100), List.of(), 0));

        assertThat(svg)
                .contains("<title>" + "x".repeat(100) + "</title>")
                .contains(">" + "x".repeat(67) + "...</text>");
        assertThat(svg(throughput("\ud83d\ude00".repeat(71), List.of(), 0)))
                .contains(">" + "\ud83d\ude00".repeat(67) + "...</text>");
    }

    @Test
    void textIsEscaped() throws Exception {
        String title = "a<b> & \"c\" ]]> \u0007\u00fc\u2603\ud83d\ude00";
        String svg = svg(throughput(title, List.of(), 0));

        assertThat(xml(svg).getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("a<b> & \"c\" ]]> ?\u00fc\u2603\ud83d\ude00");
    }

    @Test
    void pngIsTwiceAsFineAndHasInkInTheColourOfItsCurve() throws IOException {
        List<Path> files = new ArrayList<>();
        Consumer<String> refuse = warning -> {
            throw new AssertionError(warning);
        };
        ReportFiles.write(directory.resolve("new"), new SampleRun(3, 100).data(), refuse, files);

        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "throughput.csv",
                        "response-time.hgrm",
                        "throughput.svg",
                        "latency.svg",
                        "throughput.png",
                        "latency.png");
        var image = ImageIO.read(files.get(4).toFile());
        assertThat(image.getWidth()).isEqualTo(1_600);
        assertThat(image.getRGB(0, 0)).isEqualTo(0xFFFFFFFF);
        int blue = 0;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                blue += (image.getRGB(x, y) & 0xFFFFFF) == Chart.BLUE ? 1 : 0;
            }
        }
        assertThat(blue).isGreaterThan(1_000);
    }

    /** 200 requests a second, each of 30 ms, every 40th refused and tried again; in a long run one in five seconds. */
    private static Timeline run(double seconds) {
        TimelineBuilder builder = new TimelineBuilder();
        long each = seconds > 1_000 ? 5_000_000 : 5_000;
        for (long start = 0; start < seconds * 1e6; start += each) {
            boolean refused = start / each % 40 == 7;
            builder.add(start, Math.min((long) (seconds * 1e6), start + 30_000), 30_000, 30_000, !refused, 1);
            if (refused) {
                builder.add(start, Math.min((long) (seconds * 1e6), start + 60_000), 30_000, 30_000, true, 2);
            }
        }
        return builder.build();
    }

    private static Chart throughput(Timeline timeline) {
        return throughput("Throughput of a run", timeline.seconds(), timeline.endUs());
    }

    private static Chart throughput(String title, List<TimelineSecond> seconds, long endUs) {
        return new ThroughputChart(title, seconds, endUs, List.of(), Optional.empty());
    }

    private static Chart latency(String name, ExactLatencies latencies) {
        return new LatencyChart("Latency of " + name, List.of(new LatencyCurve("service time", latencies)));
    }

    private static ExactLatencies values(long... values) {
        ExactLatencies latencies = new ExactLatencies();
        for (long value : values) {
            latencies.record(value);
        }
        return latencies;
    }

    private static String svg(Chart chart) {
        SvgCanvas canvas = new SvgCanvas(Chart.WIDTH, chart.height(), chart.title(), chart.description());
        chart.paint(canvas);
        return canvas.finish();
    }

    private static Document xml(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    /** A coordinate of the dot at the end of the first curve. */
    private static double dot(String svg, String coordinate) {
        Matcher circle = Pattern.compile(coordinate + "=\"([0-9.]+)\"").matcher(svg);
        assertThat(circle.find()).isTrue();
        return Double.parseDouble(circle.group(1));
    }

    private static List<Double> numbersIn(String svg) {
        List<Double> numbers = new ArrayList<>();
        Matcher points =
                Pattern.compile("(?<![a-z-])(?:points|x|y)=\"([^\"%]+)\"").matcher(svg);
        while (points.find()) {
            for (String number : points.group(1).split("[ ,]")) {
                numbers.add(Double.parseDouble(number));
            }
        }
        return numbers;
    }
}
