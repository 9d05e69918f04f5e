package io.github.swipestorm.client.inference;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Measured throughputs that others published together with their own fits of the Universal Scalability Law. */
final class PublishedSweeps {
    private PublishedSweeps() {}

    /**
     * SPEC SDM91 on a Sun SPARCcenter 2000 (Gunther 2007, "Guerrilla Capacity Planning"; data set specsdm91 of the R
     * package usl). Its README gives sigma 0.0277285, kappa 0.0001044 and lambda 89.9952330, its tests the peak 97 and the
     * fitted values 90, 1078, 1541, 1850, 1879, 1822 and 1646.
     */
    static final List<ThroughputPoint> SPEC_SDM91 =
            points(new int[] {1, 18, 36, 72, 108, 144, 216}, 64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2);

    /**
     * A Cisco UCS server running a MySQL benchmark (Schwartz 2015, "Practical Scalability Analysis with the Universal
     * Scalability Law"; data in the tests of usl4j). The book has sigma 0.02671591, kappa 7.690945e-4, lambda 995.6486, and
     * its peak at 35 with 12,341.
     */
    static final List<ThroughputPoint> CISCO = points(
            IntStream.rangeClosed(1, 32).toArray(),
            955.16,
            1878.91,
            2688.01,
            3548.68,
            4315.54,
            5130.43,
            5931.37,
            6531.08,
            7219.8,
            7867.61,
            8278.71,
            8646.7,
            9047.84,
            9426.55,
            9645.37,
            9897.24,
            10097.6,
            10240.5,
            10532.39,
            10798.52,
            11151.43,
            11518.63,
            11806,
            12089.37,
            12075.41,
            12177.29,
            12211.41,
            12158.93,
            12155.27,
            12118.04,
            12140.4,
            12074.39);

    static List<ThroughputPoint> points(int[] threads, double... throughputs) {
        return IntStream.range(0, threads.length)
                .mapToObj(i -> new ThroughputPoint(threads[i], List.of(throughputs[i])))
                .toList();
    }

    static List<ThroughputPoint> points(int[] threads, IntToDoubleFunction throughput) {
        return points(threads, IntStream.of(threads).mapToDouble(throughput).toArray());
    }
}
