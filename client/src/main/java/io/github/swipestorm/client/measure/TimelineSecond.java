package io.github.swipestorm.client.measure;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What happened in one second of a run; everything is counted in attempts. Figures by start count attempts that
 * were sent in this second, all others attempts that were done in it. Latencies are those of ok attempts in
 * microseconds, service times unless their names say otherwise, and absent when no attempt was ok.
 *
 * @param second 0 for the first second of the run
 * @param started attempts sent in this second
 * @param okByStart those of {@code started} that were ok in the end
 * @param failedByStart those of {@code started} that failed in the end
 * @param ok attempts done and ok
 * @param failed attempts done and failed
 * @param retries those of {@code started} that were not a request's first
 * @param meanUs mean latency
 * @param p50Us median, up to 0.1 % too high; absent also when only stragglers were ok, see {@link TimelineBuilder}
 * @param p99Us 99th percentile, up to 0.1 % too high; absent when {@code p50Us} is
 * @param maxUs longest latency
 * @param responseP50Us median response time, up to 0.8 % too high; absent when {@code p50Us} is
 * @param responseP95Us 95th percentile of the response times, likewise
 * @param responseP99Us 99th percentile of the response times, likewise
 * @param okBytes bytes in the bodies of {@code ok}'s answers; absent when the size of one of them is not known
 * @param inFlight attempts sent and not yet done at the end of this second
 */
public record TimelineSecond(
        long second,
        long started,
        long okByStart,
        long failedByStart,
        long ok,
        long failed,
        long retries,
        OptionalDouble meanUs,
        OptionalLong p50Us,
        OptionalLong p99Us,
        OptionalLong maxUs,
        OptionalLong responseP50Us,
        OptionalLong responseP95Us,
        OptionalLong responseP99Us,
        OptionalLong okBytes,
        long inFlight) {

    /** Mean latency of the attempts that were done and ok in these seconds, in microseconds; 0 when there were none. */
    public static double meanUs(List<TimelineSecond> seconds) {
        double sumUs = 0;
        long ok = 0;
        for (TimelineSecond second : seconds) {
            sumUs += second.meanUs.orElse(0) * second.ok;
            ok += second.ok;
        }
        return ok == 0 ? 0 : sumUs / ok;
    }
}
