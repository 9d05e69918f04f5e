package io.github.swipestorm.client.workload.swipes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.api.SwipeBody;
import io.github.swipestorm.api.UserKind;
import io.github.swipestorm.client.workload.RequestGenerator;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.json.JsonMapper;

/**
 * Making one body: as the workloads do it, and the same swipe in the two usual ways for comparison.
 *
 * <pre>{@code scripts/benchmark Composing -prof gc}</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class Composing {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private final RequestGenerator swipes = new RandomSwipes().requests(1).generator();
    private final RequestGenerator sameSwipe = new SameSwipe().requests(1).generator();
    private final SplittableRandom random = new SplittableRandom(1);
    private final JsonMapper mapper = new JsonMapper();
    private long index;

    /** The mapper's input; the API's own class would also validate it. */
    private record Swipe(String swiper, String swipee, String comment) {}

    /** Workload {@code swipes}. */
    @Benchmark
    public byte[] swipes() {
        swipes.compose(index++, 0);
        return swipes.body();
    }

    /** Workload {@code same-swipe}. */
    @Benchmark
    public byte[] sameSwipe() {
        sameSwipe.compose(index++, 0);
        return sameSwipe.body();
    }

    /** The body composed as a string. */
    @Benchmark
    public byte[] withStringBuilder() {
        return new StringBuilder()
                .append("{\"swiper\":\"")
                .append(swiper())
                .append("\",\"swipee\":\"")
                .append(swipee())
                .append("\",\"comment\":\"")
                .append(comment())
                .append("\"}")
                .toString()
                .getBytes(UTF_8);
    }

    /** The body serialised from an object by the JSON mapper. */
    @Benchmark
    public byte[] withJsonMapper() {
        return mapper.writeValueAsBytes(new Swipe(Integer.toString(swiper()), Integer.toString(swipee()), comment()));
    }

    private int swiper() {
        return 1 + random.nextInt(UserKind.SWIPER.highestId());
    }

    private int swipee() {
        return 1 + random.nextInt(UserKind.SWIPEE.highestId());
    }

    private String comment() {
        StringBuilder comment = new StringBuilder(SwipeBody.MOST_COMMENT_CODE_POINTS);
        for (int i = 0; i < SwipeBody.MOST_COMMENT_CODE_POINTS; i++) {
            comment.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return comment.toString();
    }
}
