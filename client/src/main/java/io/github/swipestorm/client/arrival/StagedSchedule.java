package io.github.swipestorm.client.arrival;

/**
 * Constant arrivals along a rate curve: request i is due when the area under the rate reaches i, to the nearest
 * nanosecond.
 */
final class StagedSchedule implements ArrivalSchedule {

    private final RateCurve curve;

    StagedSchedule(RateCurve curve) {
        this.curve = curve;
    }

    @Override
    public long due(long index) {
        return curve.instantOf(index);
    }

    @Override
    public long countBefore(long nanos) {
        if (nanos <= 0) {
            return 0;
        }
        // Both area and instants are rounded; the instants take precedence.
        long count = (long) Math.ceil(curve.areaUntil(nanos));
        while (count > 0 && due(count - 1) >= nanos) {
            count--;
        }
        while (due(count) < nanos) {
            count++;
        }
        return count;
    }
}
