package io.github.swipestorm.client.distribution;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.ArrivalSchedule;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.testing.Member;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where an int would end: at 2,147,483,647 requests. The models begin close to it instead of counting up to it. */
class ManyRequestsTest {

    private static final long LIMIT = 1L << 31;
    private static final long REQUESTS = 5_000_000_000L;

    @Test
    @Tag("fault")
    @DisplayName("More than 2^31 requests under Average -> every worker continues with its share")
    void average_goes_on() {
        int workers = 99_999;
        RequestSource source = new Average()
                .share(new WorkItems(REQUESTS, workers), ModelSettings.DEFAULT)
                .sources()
                .get(7);
        long expected = 7;
        for (int i = 0; i < 50_000; i++, expected += workers) {
            assertThat(source.poll()).isEqualTo(expected < REQUESTS ? expected : RequestSource.FINISHED);
        }
        assertThat(expected).isGreaterThan(2 * LIMIT);
    }

    @Test
    @Tag("fault")
    @DisplayName("More than 2^31 requests under Less-Blocking -> batches continue")
    void less_blocking_goes_on() throws Exception {
        WorkDistribution distribution = new LessBlocking().share(new WorkItems(REQUESTS, 2), ModelSettings.DEFAULT);
        begin(distribution, "claimed", LIMIT - 10);

        RequestSource source = distribution.sources().get(0);
        assertThat(LongStream.range(0, 1_000).map(i -> source.poll()).boxed().toList())
                .isEqualTo(LongStream.range(LIMIT - 10, LIMIT + 990).boxed().toList());
        begin(distribution, "claimed", REQUESTS - 3);
        RequestSource last = distribution.sources().get(1);
        assertThat(List.of(last.poll(), last.poll(), last.poll(), last.poll()))
                .containsExactly(REQUESTS - 3, REQUESTS - 2, REQUESTS - 1, RequestSource.FINISHED);
    }

    @Test
    @Tag("fault")
    @DisplayName("More than 2^31 requests under Producer-Consumer -> the producer continues")
    void producer_consumer_goes_on() throws Exception {
        WorkDistribution distribution =
                new ProducerConsumer().share(new WorkItems(REQUESTS, 1), new ModelSettings(1, 1, 100));
        begin(distribution, "produced", LIMIT - 10);
        Member<Void> producer = Member.running(distribution.producers().get(0));
        Awaitility.await()
                .atMost(MAX_WAIT)
                .until(() -> distribution.queueDepth().getAsLong() == 100);

        RequestSource source = distribution.sources().get(0);
        assertThat(LongStream.range(0, 100).map(i -> source.poll()).boxed().toList())
                .isEqualTo(LongStream.range(LIMIT - 10, LIMIT + 90).boxed().toList());
        distribution.stop();
        producer.result();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000", "0.7/s", "10000000"})
    void a_timetable_goes_on(String rate) {
        ArrivalSchedule schedule = new OpenLoop(Rate.parse(rate), List.of(), ArrivalProcess.CONSTANT).schedule(1);

        for (long index = LIMIT - 3; index < LIMIT + 3; index++) {
            assertThat(schedule.due(index + 1)).isGreaterThan(schedule.due(index));
        }
    }

    private static void begin(WorkDistribution distribution, String counter, long at)
            throws ReflectiveOperationException {
        Field field = distribution.getClass().getDeclaredField(counter);
        field.setAccessible(true);
        ((AtomicLong) field.get(distribution)).set(at);
    }
}
