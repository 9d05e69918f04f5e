package io.github.swipestorm.client.inference;

import io.github.swipestorm.client.inference.SimulatedSeries.Shape;
import io.github.swipestorm.client.inference.Steadiness.Finding;
import io.github.swipestorm.client.measure.TimelineSecond;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The study behind docs/numbers.md, "Steadiness": critical values, false alarms, what is found in runs that are not steady, and
 * how often intervals hold the truth. Its main method prints the tables; the test takes the same methods with fewer runs.
 */
final class SteadinessStudy {

    private static final double[] CORRELATIONS = {0, 0.3, 0.5, 0.7};

    private SteadinessStudy() {}

    /**
     * Prints all tables, or only those on intervals.
     *
     * @param args the number of simulated runs for each line, and "intervals" for the last two tables only
     */
    public static void main(String[] args) {
        int runs = Integer.parseInt(args[0]);
        if (args.length == 1) {
            printLevels(System.out, runs);
        }
        printIntervals(System.out, runs);
    }

    private static void printLevels(PrintStream out, int runs) {
        out.println("critical values at correlation 0.5");
        for (int n : new int[] {10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100}) {
            out.printf("%d %.2f%n", n, critical(n, runs, 1));
        }
        out.println("changed, by the level test alone, %");
        for (int n : new int[] {10, 20, 60, 100, 300}) {
            for (double correlation : CORRELATIONS) {
                out.printf("%d %.1f %.2f%n", n, correlation, 100 * falseAlarms(n, correlation, runs, 2));
            }
        }
        out.println("answers of changing size, %, scatter 10 %: steady, growing by 30 %");
        for (int n : new int[] {10, 20, 60, 300}) {
            for (double correlation : CORRELATIONS) {
                out.printf(
                        "%d %.1f %.2f %.1f%n",
                        n,
                        correlation,
                        100 * answerSizes(n, correlation, 0.1, 0, runs, 6),
                        100 * answerSizes(n, correlation, 0.1, 0.3, runs, 6));
            }
        }
        out.println("findings, %, scatter 5 %");
        for (Shape shape : Shape.values()) {
            for (int n : new int[] {10, 20, 60, 300}) {
                for (double correlation : new double[] {0, 0.5}) {
                    out.printf(
                            "%s %d %.1f %s%n", shape, n, correlation, findings(shape, n, correlation, 0.05, runs, 3));
                }
            }
        }
    }

    private static void printIntervals(PrintStream out, int runs) {
        out.println("coverage of the 95 % interval, %, and its mean half width, %");
        for (int n : new int[] {10, 20, 60, 300}) {
            for (double correlation : CORRELATIONS) {
                double[] coverage = coverage(n, correlation, runs, 4);
                out.printf("%d %.1f %.1f %.2f%n", n, correlation, 100 * coverage[0], 100 * coverage[1]);
            }
        }
        out.println("runs that end with a precision of 2 %, 300 s at most: coverage, %, mean seconds, ended early, %");
        for (double correlation : CORRELATIONS) {
            double[] stopped = stopped(0.02, correlation, runs, 5);
            out.printf("%.1f %.1f %.0f %.1f%n", correlation, 100 * stopped[0], stopped[1], 100 * stopped[2]);
        }
    }

    /** The value that the statistic exceeds in 2.5 % of all steady runs. */
    static double critical(int n, int runs, long seed) {
        SimulatedSeries simulated = new SimulatedSeries(seed);
        double[] statistics = new double[runs];
        for (int run = 0; run < runs; run++) {
            statistics[run] = LevelTest.of(simulated.scatter(n, 0.5)).statistic();
        }
        Arrays.sort(statistics);
        return statistics[(int) (0.975 * runs)];
    }

    /** In what share of all steady runs the level test finds a change. */
    static double falseAlarms(int n, double correlation, int runs, long seed) {
        SimulatedSeries simulated = new SimulatedSeries(seed);
        int changed = 0;
        for (int run = 0; run < runs; run++) {
            changed += LevelTest.of(simulated.scatter(n, correlation)).changed() ? 1 : 0;
        }
        return (double) changed / runs;
    }

    /**
     * In what share of all runs a change of the mean size of answers is found.
     *
     * @param growth from the begin of a run to its end, as a share of the mean size
     */
    static double answerSizes(int n, double correlation, double scatter, double growth, int runs, long seed) {
        SimulatedSeries simulated = new SimulatedSeries(seed);
        int changed = 0;
        for (int run = 0; run < runs; run++) {
            double[] sizes = simulated.scatter(n, correlation);
            Arrays.setAll(sizes, i -> 1_000 * (1 + growth * i / n + scatter * sizes[i]));
            changed += ResponseSizeChange.changed(SimulatedSeries.sizes(sizes)).isPresent() ? 1 : 0;
        }
        return (double) changed / runs;
    }

    /** How many of 100 runs get each finding on their throughput. */
    static Map<Finding, Double> findings(Shape shape, int n, double correlation, double scatter, int runs, long seed) {
        SimulatedSeries simulated = new SimulatedSeries(seed);
        Map<Finding, Double> findings = new EnumMap<>(Finding.class);
        for (int run = 0; run < runs; run++) {
            Finding finding = Steadiness.of(simulated.run(shape, n, correlation, scatter))
                    .throughput()
                    .finding();
            findings.merge(finding, 100.0 / runs, Double::sum);
        }
        return findings;
    }

    /** In what share of steady runs the interval holds the level, and the mean of its half width as a share. */
    static double[] coverage(int n, double correlation, int runs, long seed) {
        SimulatedSeries simulated = new SimulatedSeries(seed);
        int held = 0;
        double precision = 0;
        for (int run = 0; run < runs; run++) {
            Estimate estimate = BatchMeans.of(simulated.throughputs(Shape.STEADY, n, correlation, 0.05));
            held += estimate.interval().contains(SimulatedSeries.LEVEL) ? 1 : 0;
            precision += (estimate.interval().high() - estimate.interval().low()) / 2 / estimate.value() / runs;
        }
        return new double[] {(double) held / runs, precision};
    }

    /**
     * Runs that warm up for 8 s and end as soon as their steady part is known to a precision: in what share the
     * interval then holds the level, the mean of their seconds, and the share that ended before 300 s.
     */
    static double[] stopped(double precision, double correlation, int runs, long seed) {
        SimulatedSeries simulated = new SimulatedSeries(seed);
        int held = 0;
        int ended = 0;
        double total = 0;
        for (int run = 0; run < runs; run++) {
            double[] values = simulated.throughputs(Shape.STEADY, 300, correlation, 0.05);
            for (int i = 0; i < values.length; i++) {
                values[i] *= 1 - 0.6 * Math.exp(-i / 2.0);
            }
            List<TimelineSecond> seconds = SimulatedSeries.seconds(values);
            int length = Steadiness.LEAST_SECONDS;
            Steadiness steadiness = Steadiness.of(seconds.subList(0, length));
            while (length < values.length && !steadiness.preciseTo(precision)) {
                length++;
                steadiness = Steadiness.of(seconds.subList(0, length));
            }
            if (steadiness.preciseTo(precision)) {
                ended++;
                held += steadiness.part().orElseThrow().throughput().interval().contains(SimulatedSeries.LEVEL) ? 1 : 0;
            }
            total += length;
        }
        return new double[] {(double) held / ended, total / runs, (double) ended / runs};
    }
}
