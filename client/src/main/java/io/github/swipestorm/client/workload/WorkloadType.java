package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import io.github.swipestorm.client.workload.swipes.SameRequest;
import java.util.List;
import java.util.function.LongFunction;

/** What can be sent. */
public enum WorkloadType {
    /** The reference study's random swipes. */
    SWIPES("swipes", RandomSwipes::new),
    /** The first of the random swipes, again and again: shows what making requests costs. */
    SAME_SWIPE("same-swipe", seed -> new SameRequest(new RandomSwipes(seed)));

    private final String word;
    private final LongFunction<Workload> constructor;

    WorkloadType(String word, LongFunction<Workload> constructor) {
        this.word = word;
        this.constructor = constructor;
    }

    /** The word that stands for it in options and files. */
    @Override
    public String toString() {
        return word;
    }

    /** The workload of a seed; the same seed gives the same requests. */
    public Workload of(long seed) {
        return constructor.apply(seed);
    }

    /** A workload begun at a later index. */
    public static Workload from(long firstIndex, Workload workload) {
        return new Workload() {
            @Override
            public List<Operation> templates() {
                return workload.templates();
            }

            @Override
            public RequestGenerator composer() {
                return new Later(firstIndex, workload.composer());
            }
        };
    }

    private record Later(long firstIndex, RequestGenerator composer) implements RequestGenerator {

        @Override
        public Operation compose(long index) {
            return composer.compose(firstIndex + index);
        }

        @Override
        public byte[] body() {
            return composer.body();
        }

        @Override
        public int bodyLength() {
            return composer.bodyLength();
        }
    }
}
