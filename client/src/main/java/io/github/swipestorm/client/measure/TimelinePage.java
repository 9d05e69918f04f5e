package io.github.swipestorm.client.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.AbstractHistogram;

/** The counters of consecutive seconds, one array per counter: a record per second would need an allocation each. */
final class TimelinePage {
    static final int BITS = 9;
    static final int SECONDS = 1 << BITS;
    static final long NONE = -1;
    /** What one takes in memory. */
    static final long BYTES = 64 << 10;

    final long[] okByStart = new long[SECONDS];
    final long[] failedByStart = new long[SECONDS];
    final long[] ok = new long[SECONDS];
    final long[] failed = new long[SECONDS];
    final long[] retries = new long[SECONDS];
    final long[] sumUs = new long[SECONDS];
    final long[] maxUs = new long[SECONDS];
    /** Of ok attempts; {@link #NONE} once the size of one of them is unknown. */
    final long[] okBytes = new long[SECONDS];

    final long[] p50Us = new long[SECONDS];
    final long[] p99Us = new long[SECONDS];
    final long[] responseP50Us = new long[SECONDS];
    final long[] responseP95Us = new long[SECONDS];
    final long[] responseP99Us = new long[SECONDS];
    final long[] maxResponseUs = new long[SECONDS];
    /**
     * Of ok attempts done, encoded; null without any, and where histograms are not kept. Never modified, only replaced.
     */
    final byte[][] service = new byte[SECONDS][];

    final byte[][] response = new byte[SECONDS][];

    TimelinePage() {
        for (long[] percentiles : List.of(p50Us, p99Us, responseP50Us, responseP95Us, responseP99Us)) {
            Arrays.fill(percentiles, NONE);
        }
    }

    TimelinePage(TimelinePage from) {
        long[][] targets = columns();
        long[][] sources = from.columns();
        for (int i = 0; i < targets.length; i++) {
            System.arraycopy(sources[i], 0, targets[i], 0, SECONDS);
        }
        System.arraycopy(from.service, 0, service, 0, SECONDS);
        System.arraycopy(from.response, 0, response, 0, SECONDS);
    }

    /** Adds the same second of another page. Percentiles are recomputed from the histograms, never from percentiles. */
    void add(TimelinePage other, int slot) {
        if (other.ok[slot] > 0) {
            addLatencies(other, slot);
        }
        okByStart[slot] += other.okByStart[slot];
        failedByStart[slot] += other.failedByStart[slot];
        ok[slot] += other.ok[slot];
        failed[slot] += other.failed[slot];
        retries[slot] += other.retries[slot];
        sumUs[slot] += other.sumUs[slot];
        boolean known = okBytes[slot] != NONE && other.okBytes[slot] != NONE;
        okBytes[slot] = known ? okBytes[slot] + other.okBytes[slot] : NONE;
    }

    private void addLatencies(TimelinePage other, int slot) {
        maxUs[slot] = Math.max(maxUs[slot], other.maxUs[slot]);
        maxResponseUs[slot] = Math.max(maxResponseUs[slot], other.maxResponseUs[slot]);
        if (ok[slot] == 0) {
            copyLatencies(other, slot);
        } else if (service[slot] != null && other.service[slot] != null) {
            AbstractHistogram bothService = EncodedHistogram.ofBytes(service[slot]);
            bothService.add(EncodedHistogram.ofBytes(other.service[slot]));
            AbstractHistogram bothResponse = EncodedHistogram.ofBytes(response[slot]);
            bothResponse.add(EncodedHistogram.ofBytes(other.response[slot]));
            keep(slot, bothService, bothResponse);
        } else {
            for (long[] percentiles : List.of(p50Us, p99Us, responseP50Us, responseP95Us, responseP99Us)) {
                percentiles[slot] = NONE;
            }
            service[slot] = null;
            response[slot] = null;
        }
    }

    /** What was counted after an earlier state of this page; null when nothing was. */
    TimelinePage minus(TimelinePage earlier) {
        TimelinePage added = null;
        for (int slot = 0; slot < SECONDS; slot++) {
            if (started(slot) != earlier.started(slot)
                    || ok[slot] != earlier.ok[slot]
                    || failed[slot] != earlier.failed[slot]) {
                added = added == null ? new TimelinePage() : added;
                added.addDifference(this, earlier, slot);
            }
        }
        return added;
    }

    private long started(int slot) {
        return okByStart[slot] + failedByStart[slot];
    }

    private void addDifference(TimelinePage now, TimelinePage earlier, int slot) {
        okByStart[slot] = now.okByStart[slot] - earlier.okByStart[slot];
        failedByStart[slot] = now.failedByStart[slot] - earlier.failedByStart[slot];
        ok[slot] = now.ok[slot] - earlier.ok[slot];
        failed[slot] = now.failed[slot] - earlier.failed[slot];
        retries[slot] = now.retries[slot] - earlier.retries[slot];
        sumUs[slot] = now.sumUs[slot] - earlier.sumUs[slot];
        okBytes[slot] = now.okBytes[slot] == NONE || earlier.okBytes[slot] == NONE
                ? now.okBytes[slot]
                : now.okBytes[slot] - earlier.okBytes[slot];
        maxUs[slot] = now.maxUs[slot];
        maxResponseUs[slot] = now.maxResponseUs[slot];
        if (ok[slot] == 0) {
            return;
        }
        if (earlier.ok[slot] == 0) {
            copyLatencies(now, slot);
        } else if (now.service[slot] != null && earlier.service[slot] != null) {
            AbstractHistogram serviceTimes = EncodedHistogram.ofBytes(now.service[slot]);
            serviceTimes.subtract(EncodedHistogram.ofBytes(earlier.service[slot]));
            AbstractHistogram responseTimes = EncodedHistogram.ofBytes(now.response[slot]);
            responseTimes.subtract(EncodedHistogram.ofBytes(earlier.response[slot]));
            keep(slot, serviceTimes, responseTimes);
        }
    }

    private void copyLatencies(TimelinePage other, int slot) {
        p50Us[slot] = other.p50Us[slot];
        p99Us[slot] = other.p99Us[slot];
        responseP50Us[slot] = other.responseP50Us[slot];
        responseP95Us[slot] = other.responseP95Us[slot];
        responseP99Us[slot] = other.responseP99Us[slot];
        service[slot] = other.service[slot];
        response[slot] = other.response[slot];
    }

    private void keep(int slot, AbstractHistogram serviceTimes, AbstractHistogram responseTimes) {
        writePercentiles(slot, serviceTimes, responseTimes);
        ByteBuffer scratch = ByteBuffer.allocate(
                Math.max(serviceTimes.getNeededByteBufferCapacity(), responseTimes.getNeededByteBufferCapacity()));
        service[slot] = EncodedHistogram.bytes(serviceTimes, scratch);
        response[slot] = EncodedHistogram.bytes(responseTimes, scratch);
    }

    /** A histogram returns the upper end of a cell, which may be above the longest latency. */
    void writePercentiles(int slot, AbstractHistogram serviceTimes, AbstractHistogram responseTimes) {
        p50Us[slot] = Math.min(maxUs[slot], serviceTimes.getValueAtPercentile(50));
        p99Us[slot] = Math.min(maxUs[slot], serviceTimes.getValueAtPercentile(99));
        responseP50Us[slot] = Math.min(maxResponseUs[slot], responseTimes.getValueAtPercentile(50));
        responseP95Us[slot] = Math.min(maxResponseUs[slot], responseTimes.getValueAtPercentile(95));
        responseP99Us[slot] = Math.min(maxResponseUs[slot], responseTimes.getValueAtPercentile(99));
    }

    /** All counters, in the order of the serialized form. */
    long[][] columns() {
        return new long[][] {
            okByStart,
            failedByStart,
            ok,
            failed,
            retries,
            sumUs,
            maxUs,
            okBytes,
            p50Us,
            p99Us,
            responseP50Us,
            responseP95Us,
            responseP99Us,
            maxResponseUs
        };
    }

    static int pageOf(long second) {
        return (int) (second >> BITS);
    }

    static int slotOf(long second) {
        return (int) second & (SECONDS - 1);
    }
}
