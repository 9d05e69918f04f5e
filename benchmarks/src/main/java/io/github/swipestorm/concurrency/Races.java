package io.github.swipestorm.concurrency;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What two threads may observe that change the same thing at the same time, with and without protection (jcstress). */
public final class Races {

    private Races() {}

    /** Two threads add 1 to a plain field. */
    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both additions count.")
    @Outcome(id = "1", expect = ACCEPTABLE_INTERESTING, desc = "One addition is lost.")
    public static class PlainCounter {

        private int count;

        @Actor
        public void one() {
            count++;
        }

        @Actor
        public void other() {
            count++;
        }

        @Arbiter
        public void read(I_Result result) {
            result.r1 = count;
        }
    }

    /** Two threads add 1 to an {@link AtomicInteger}; any other outcome than 2 fails the test. */
    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both additions count.")
    public static class AtomicCounter {

        private final AtomicInteger count = new AtomicInteger();

        @Actor
        public void one() {
            count.getAndIncrement();
        }

        @Actor
        public void other() {
            count.getAndIncrement();
        }

        @Arbiter
        public void read(I_Result result) {
            result.r1 = count.get();
        }
    }

    /** Two threads put a key each into a new {@link HashMap}: how many keys it has, and how many it says it has. */
    @JCStressTest
    @State
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Both keys are in the map.")
    @Outcome(id = "1, .", expect = ACCEPTABLE_INTERESTING, desc = "One key is lost.")
    @Outcome(id = "2, 1", expect = ACCEPTABLE_INTERESTING, desc = "Both keys are in the map, which says it has one.")
    @Outcome(id = "0, .", expect = ACCEPTABLE_INTERESTING, desc = "Both keys are lost.")
    public static class BareMap {

        private final Map<Integer, Integer> map = new HashMap<>();

        @Actor
        public void one() {
            map.put(1, 1);
        }

        @Actor
        public void other() {
            map.put(2, 2);
        }

        @Arbiter
        public void read(II_Result result) {
            count(map, result);
        }
    }

    /** The same with a {@link ConcurrentHashMap}; any other outcome than both keys fails the test. */
    @JCStressTest
    @State
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Both keys are in the map.")
    public static class ConcurrentMap {

        private final Map<Integer, Integer> map = new ConcurrentHashMap<>();

        @Actor
        public void one() {
            map.put(1, 1);
        }

        @Actor
        public void other() {
            map.put(2, 2);
        }

        @Arbiter
        public void read(II_Result result) {
            count(map, result);
        }
    }

    private static void count(Map<Integer, Integer> map, II_Result result) {
        result.r1 = (map.containsKey(1) ? 1 : 0) + (map.containsKey(2) ? 1 : 0);
        result.r2 = map.size();
    }
}
