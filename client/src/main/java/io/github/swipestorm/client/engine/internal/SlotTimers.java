package io.github.swipestorm.client.engine.internal;

import java.util.Arrays;

/** Lanes that wait for an instant, the earliest first: a binary heap in two arrays. For one thread. */
final class SlotTimers {

    private long[] instants;
    private int[] lanes;
    private int size;

    /** No lane waits yet; room for so many. */
    SlotTimers(int capacity) {
        instants = new long[Math.max(1, capacity)];
        lanes = new int[Math.max(1, capacity)];
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The earliest instant. To be asked only when a lane waits. */
    long earliest() {
        return instants[0];
    }

    /** A lane waits for an instant. */
    void add(long instant, int lane) {
        if (size == instants.length) {
            instants = Arrays.copyOf(instants, 2 * size);
            lanes = Arrays.copyOf(lanes, 2 * size);
        }
        int place = size++;
        while (place > 0 && instants[(place - 1) / 2] > instant) {
            move((place - 1) / 2, place);
            place = (place - 1) / 2;
        }
        put(place, instant, lane);
    }

    /** Takes the lane out that waits for the earliest instant. */
    int remove() {
        int first = lanes[0];
        size--;
        long instant = instants[size];
        int lane = lanes[size];
        int place = 0;
        for (int child = 1; child < size; child = 2 * place + 1) {
            if (child + 1 < size && instants[child + 1] < instants[child]) {
                child++;
            }
            if (instants[child] >= instant) {
                break;
            }
            move(child, place);
            place = child;
        }
        put(place, instant, lane);
        return first;
    }

    private void move(int from, int to) {
        put(to, instants[from], lanes[from]);
    }

    private void put(int place, long instant, int lane) {
        instants[place] = instant;
        lanes[place] = lane;
    }
}
