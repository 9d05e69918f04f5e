package io.github.swipestorm.client.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ThinkingWorkloadTest {

    private static final Target TARGET = Target.parse("http://localhost:1");
    private static final Workload SWIPES = new RandomSwipes();
    private static final ThinkTime THINK = ThinkTime.parse("0.5s..1.5s");
    private static final Workload THINKING = new ThinkingWorkload(SWIPES, THINK);

    @Test
    void an_iteration_is_one_request_of_the_workload_and_a_pause_after_it() {
        VirtualUser user = user(THINKING, 3, 100);

        user.begin(5);

        assertThat(user.next()).isEqualTo(VirtualUser.Next.REQUEST);
        assertThat(user.thinkNanos()).isZero();
        assertThat(user.ordinal()).isZero();
        assertThat(body(user)).isEqualTo(SWIPES.requests(1).request(105).body());
        assertThat(body(user))
                .as("a retry")
                .isEqualTo(SWIPES.requests(1).request(105).body());
        user.received(new Response(201, 0));
        assertThat(user.next()).isEqualTo(VirtualUser.Next.COMPLETED);
        assertThat(user.thinkNanos()).isBetween(500_000_000L, 1_500_000_000L);
    }

    @Test
    void think_times_follow_from_the_seed_and_the_index() {
        long[] of0And1 =
                LongStream.range(0, 50).map(i -> pause(user(THINKING, 0, 0), i)).toArray();
        long[] later = LongStream.range(0, 50)
                .map(i -> pause(user(THINKING, 9, 10), i - 10))
                .toArray();

        assertThat(later).isEqualTo(of0And1);
        assertThat(of0And1).doesNotHaveDuplicates();
    }

    @Test
    void pauses_of_scenarios_are_added() {
        Workload scenario = HttpWorkload.builder("shop")
                .operation(get -> get.name("get").path("/"))
                .scenario(buyer -> buyer.name("buyer")
                        .pace(Duration.ofSeconds(5))
                        .steps(steps ->
                                steps.pause("7s").request("get").pause("2s").request("get")))
                .build();
        VirtualUser user = user(new ThinkingWorkload(scenario, ThinkTime.parse("1s")), 0, 0);
        List<Long> pauses = new ArrayList<>();

        user.begin(0);
        while (user.next() == VirtualUser.Next.REQUEST) {
            pauses.add(user.thinkNanos());
            user.compose();
            user.received(new Response(200, 0));
        }
        pauses.add(user.thinkNanos());

        assertThat(pauses).containsExactly(7_000_000_000L, 3_000_000_000L, 1_000_000_000L);
        assertThat(user.paceNanos()).isEqualTo(5_000_000_000L);
    }

    @Test
    void it_sends_what_the_other_sends_under_its_name() {
        assertThat(THINKING.name()).isEqualTo(SWIPES.name());
        assertThat(THINKING.operations()).isEqualTo(SWIPES.operations());
        assertThat(ThinkingWorkload.sent(THINKING)).isEqualTo(SWIPES);
        assertThat(ThinkingWorkload.think(THINKING)).contains(THINK);
        assertThat(ThinkingWorkload.think(SWIPES)).isEmpty();
        assertThat(THINKING.iterations(1, TARGET).orElseThrow().scenarios()).containsExactly(SWIPES.name());
        assertThat(THINKING)
                .isEqualTo(new ThinkingWorkload(new RandomSwipes(), ThinkTime.parse("0.5s..1.5s")))
                .isNotEqualTo(new ThinkingWorkload(SWIPES, ThinkTime.parse("1s")));
    }

    private static VirtualUser user(Workload workload, int worker, long first) {
        return workload.iterations(1, TARGET).orElseThrow().users().user(worker, first);
    }

    private static long pause(VirtualUser user, long iteration) {
        user.begin(iteration);
        user.next();
        user.received(new Response(201, 0));
        user.next();
        return user.thinkNanos();
    }

    private static byte[] body(VirtualUser user) {
        var request = user.compose();
        return Arrays.copyOf(request.body(), request.bodyLength());
    }
}
