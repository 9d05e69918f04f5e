package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SlotTimersTest {

    /** Below zero: take one out; otherwise: a slot waits for that instant. */
    @Property
    void lanes_come_out_as_from_a_priority_queue(
            @ForAll @Size(max = 300) List<@IntRange(min = -60, max = 100) Integer> steps,
            @ForAll @IntRange(max = 20) int capacity) {
        SlotTimers timers = new SlotTimers(capacity);
        PriorityQueue<Long> expected = new PriorityQueue<>();
        Map<Integer, Long> waiting = new HashMap<>();
        int slot = 0;
        for (int step : steps) {
            if (step >= 0) {
                timers.add(step, slot);
                expected.add((long) step);
                waiting.put(slot++, (long) step);
            } else if (!expected.isEmpty()) {
                takeOne(timers, expected, waiting);
            }
            assertThat(timers.isEmpty()).isEqualTo(expected.isEmpty());
        }
        while (!expected.isEmpty()) {
            takeOne(timers, expected, waiting);
        }
        assertThat(timers.isEmpty()).isTrue();
    }

    private static void takeOne(SlotTimers timers, PriorityQueue<Long> expected, Map<Integer, Long> waiting) {
        long earliest = expected.remove();
        assertThat(timers.earliest()).isEqualTo(earliest);
        assertThat(waiting.remove(timers.remove()))
                .as("each slot once, at its instant")
                .isEqualTo(earliest);
    }

    @Test
    void all_instants_can_be_replaced() {
        SlotTimers timers = new SlotTimers(2);
        for (int slot = 0; slot < 20; slot++) {
            timers.add(100 + slot, slot);
        }

        timers.replaceAll((slot, instant) -> slot % 2 == 0 ? -instant : instant);

        for (int slot = 18; slot >= 0; slot -= 2) {
            assertThat(timers.earliest()).isEqualTo(-100 - slot);
            assertThat(timers.remove()).isEqualTo(slot);
        }
        for (int slot = 1; slot < 20; slot += 2) {
            assertThat(timers.remove()).isEqualTo(slot);
        }
        assertThat(timers.isEmpty()).isTrue();
    }

    @Test
    void timers_are_used_again_and_again() {
        SlotTimers timers = new SlotTimers(1);
        for (int round = 0; round < 1_000; round++) {
            timers.add(7, 1);
            timers.add(Long.MAX_VALUE - 1, 2);
            timers.add(0, 3);

            assertThat(List.of(timers.remove(), timers.remove(), timers.remove()))
                    .containsExactly(3, 1, 2);
        }
        assertThat(timers.isEmpty()).isTrue();
    }
}
