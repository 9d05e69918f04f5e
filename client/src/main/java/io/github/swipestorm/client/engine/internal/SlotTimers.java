package io.github.swipestorm.client.engine.internal;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/** Slots that wait for an instant, the earliest first: a binary heap in two arrays. Not thread-safe. */
final class SlotTimers {

    private long[] instants;
    private int[] slots;
    private int size;

    /** An empty heap with an initial capacity. */
    SlotTimers(int capacity) {
        instants = new long[Math.max(1, capacity)];
        slots = new int[Math.max(1, capacity)];
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The earliest instant. Call it only when a slot waits. */
    long earliest() {
        return instants[0];
    }

    /** Adds a slot that waits for an instant. */
    void add(long instant, int slot) {
        if (size == instants.length) {
            instants = Arrays.copyOf(instants, 2 * size);
            slots = Arrays.copyOf(slots, 2 * size);
        }
        int place = size++;
        while (place > 0 && instants[(place - 1) / 2] > instant) {
            move((place - 1) / 2, place);
            place = (place - 1) / 2;
        }
        put(place, instant, slot);
    }

    /** Removes the slot that waits for the earliest instant. */
    int remove() {
        int first = slots[0];
        size--;
        long instant = instants[size];
        int slot = slots[size];
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
        put(place, instant, slot);
        return first;
    }

    /**
     * Gives each slot that waits a new instant.
     *
     * @param newInstants by the number of the slot and the instant that it waits for
     */
    void replaceAll(LongBinaryOperator newInstants) {
        long[] before = Arrays.copyOf(instants, size);
        int[] waiting = Arrays.copyOf(slots, size);
        size = 0;
        for (int i = 0; i < waiting.length; i++) {
            add(newInstants.applyAsLong(waiting[i], before[i]), waiting[i]);
        }
    }

    private void move(int from, int to) {
        put(to, instants[from], slots[from]);
    }

    private void put(int place, long instant, int slot) {
        instants[place] = instant;
        slots[place] = slot;
    }
}
