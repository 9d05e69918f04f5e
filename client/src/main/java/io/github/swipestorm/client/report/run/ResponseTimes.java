package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.report.experiment.FinishedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Response times of a run in units of one or more seconds, so that the percentile of any selection of units can be
 * computed without adding histograms. Values are those of {@code LatencyHistogram}, in microseconds. Immutable.
 */
public final class ResponseTimes {

    private final long[] values;
    /** How many response times of each unit are at most as long as each value. */
    private final long[][] atMost;

    private ResponseTimes(List<SortedMap<Long, Long>> units) {
        TreeSet<Long> all = new TreeSet<>();
        units.forEach(unit -> all.addAll(unit.keySet()));
        values = all.stream().mapToLong(Long::longValue).toArray();
        atMost = new long[units.size()][values.length];
        for (int unit = 0; unit < atMost.length; unit++) {
            long sum = 0;
            for (int i = 0; i < values.length; i++) {
                sum += units.get(unit).getOrDefault(values[i], 0L);
                atMost[unit][i] = sum;
            }
        }
    }

    /** Takes seconds in their order, and merges neighbours when there are many. */
    public static final class Builder {

        private List<SortedMap<Long, Long>> units = new ArrayList<>();
        private int secondsOfUnit = 1;
        private int seconds;

        /** Adds the next second: how often each value occurred. */
        public void add(SortedMap<Long, Long> second) {
            if (seconds % secondsOfUnit != 0) {
                second.forEach((value, count) -> units.get(units.size() - 1).merge(value, count, Long::sum));
            } else {
                units.add(new TreeMap<>(second));
            }
            seconds++;
            if (units.size() > FinishedRun.MOST_UNITS && seconds % (2 * secondsOfUnit) == 0) {
                List<SortedMap<Long, Long>> pairs = new ArrayList<>();
                for (int i = 0; i < units.size(); i += 2) {
                    SortedMap<Long, Long> pair = units.get(i);
                    units.get(i + 1).forEach((value, count) -> pair.merge(value, count, Long::sum));
                    pairs.add(pair);
                }
                units = pairs;
                secondsOfUnit *= 2;
            }
        }

        public int seconds() {
            return seconds;
        }

        /** Empty when there is no response time at all. */
        public Optional<ResponseTimes> build() {
            return units.stream().allMatch(SortedMap::isEmpty)
                    ? Optional.empty()
                    : Optional.of(new ResponseTimes(units));
        }
    }

    /** How many units there are. */
    public int units() {
        return atMost.length;
    }

    /** The share of each unit's response times that are longer than a value; 0 in a unit without any. */
    public double[] sharesAbove(double us) {
        int index = 0;
        while (index < values.length && values[index] <= us) {
            index++;
        }
        double[] shares = new double[atMost.length];
        for (int unit = 0; unit < shares.length; unit++) {
            long all = atMost[unit][values.length - 1];
            long below = index == 0 ? 0 : atMost[unit][index - 1];
            shares[unit] = all == 0 ? 0 : (double) (all - below) / all;
        }
        return shares;
    }

    /**
     * The percentile by nearest rank, in microseconds, of units with these weights; 0 of none.
     *
     * @param drawn how often each unit was drawn, as many as there are units
     * @param percentile above 0 and at most 100
     */
    public double percentileUs(int[] drawn, double percentile) {
        long rank = Math.max(1, (long) Math.ceil(percentile / 100 * count(drawn, values.length - 1)));
        int low = 0;
        int high = values.length - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (count(drawn, middle) >= rank) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return count(drawn, high) == 0 ? 0 : values[high];
    }

    private long count(int[] drawn, int index) {
        long count = 0;
        for (int unit = 0; unit < drawn.length; unit++) {
            count += drawn[unit] * atMost[unit][index];
        }
        return count;
    }
}
