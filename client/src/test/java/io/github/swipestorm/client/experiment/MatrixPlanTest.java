package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.distribution.LessBlocking;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixPlanTest {

    /** As the command does, where roles say how many workers there are. */
    private static LoadPlan base(Optional<Workload> workload) {
        LoadPlan.Builder plan = Plans.plan(Plans.NOWHERE).threads(3).requests(100);
        workload.ifPresent(sent -> plan.workload(sent)
                .threads(
                        sent.roles().isEmpty()
                                ? 3
                                : sent.roles().stream().mapToInt(Role::workers).sum()));
        return plan.build();
    }

    private static List<Variant> variants(String... lines) {
        return MatrixPlan.parse("plan.yaml", String.join("\n", lines), Set.of("store"))
                .variants("here", "", MatrixPlanTest::base);
    }

    @Test
    void every_combination_is_there_once_and_named_by_what_varies() {
        List<Variant> variants = variants(
                "# a comment",
                "threads: [50, 200]",
                "transport: [classic, nio]",
                "keepAlive: [true, false]",
                "duration: 2s");

        assertThat(variants)
                .extracting(Variant::name)
                .startsWith(
                        "threads=50 transport=classic keepAlive=true", "threads=50 transport=classic keepAlive=false")
                .doesNotHaveDuplicates()
                .hasSize(8);
        LoadPlan last = variants.get(7).plan();
        assertThat(last.threads()).isEqualTo(200);
        assertThat(last.transport().kind()).isEqualTo(new Nio());
        assertThat(last.transport().keepAlive()).isFalse();
        assertThat(variants).allSatisfy(variant -> {
            assertThat(variant.plan().stop().duration()).contains(Duration.ofSeconds(2));
            assertThat(variant.plan().stop().bounded()).isFalse();
            assertThat(variant.server()).isEqualTo("here");
        });
    }

    @Test
    void every_key_changes_what_it_says() {
        LoadPlan plan = variants(
                        "model: less-blocking",
                        "transport: nio",
                        "eventLoops: 2",
                        "pipeline: 4",
                        "requests: 77",
                        "rate: 300/m",
                        "threads: 9")
                .get(0)
                .plan();

        assertThat(plan.model()).isEqualTo(new LessBlocking());
        assertThat(plan.transport().eventLoops()).isEqualTo(2);
        assertThat(plan.transport().pipeline()).isEqualTo(4);
        assertThat(plan.stop().requests()).isEqualTo(77);
        assertThat(plan.openLoop())
                .get()
                .satisfies(loop -> assertThat(loop.start()).hasToString("300/m"));
        assertThat(plan.threads()).isEqualTo(9);
    }

    @Test
    void agents_vary_and_leave_the_plan_as_it_is() {
        List<Variant> variants = variants("agents: [1, 3]");

        assertThat(variants).extracting(Variant::name).containsExactly("agents=1", "agents=3");
        assertThat(variants).extracting(Variant::agents).containsExactly(OptionalInt.of(1), OptionalInt.of(3));
        assertThat(variants.get(1).plan()).isEqualTo(variants.get(0).plan());
        assertThat(variants("threads: 1").get(0).agents()).isEmpty();
    }

    @Test
    void a_duration_is_written_as_everywhere() {
        assertThat(variants("duration: 1.5h").get(0).plan().stop().duration()).contains(Duration.ofMinutes(90));
    }

    @Test
    void a_closed_loop_stands_beside_open_ones() {
        List<Variant> variants = variants("rate: [none, 100]");

        assertThat(variants).extracting(Variant::name).containsExactly("rate=none", "rate=100");
        assertThat(variants.get(0).plan().openLoop()).isEmpty();
        assertThat(variants.get(1).plan().openLoop()).isPresent();
    }

    @Test
    void where_nothing_varies_the_one_setting_is_named_by_all() {
        assertThat(variants("threads: 5", "transport: nio"))
                .extracting(Variant::name)
                .containsExactly("threads=5 transport=nio");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "threads: [1, 2]~thread: 5 | line 2: 'thread' is not a key of a matrix; use workload, roles, think, transport,",
                "connections: 10 | line 1: every worker has one connection",
                "threads: many | line 1: 'threads': 'many' is not a whole number",
                "threads:~  - 1~  - 0 | line 3: 'threads' must be 1 to 100000, not 0",
                "duration: 0s | line 1: 'duration' must be ",
                "transport: classic~pipeline: 2 | leave 'pipeline: 2' out, or use 'transport: nio'",
                "keepAlive: false~pipeline: 2~transport: nio | 'keepAlive: false'",
                "agents: [1, 0] | line 1: 'agents': a run needs 1 to 1000 agents, not 0",
                "threads: [4, 2]~agents: [1, 3] | line 2: 'threads: 2' cannot be shared among 3 agents",
                "threads: [1, 1] | line 1: 'threads' has a value twice",
                "threads: 1~threads: 2 | line 2: 'threads' is there twice",
                "threads: [] | line 1: 'threads' has no value",
                "threads: | line 1: a value of 'threads' must be a single word or number",
                "threads: [[1]] | line 1: a value of 'threads' must be a single word or number",
                "[a]: 1 | line 1: it is not YAML",
                "threads: [1 | line 1: it is not YAML",
                "a: b: c | line 1: it is not YAML",
                "just words | line 1: it must be keys with lists",
                "'' | line 1: it must be keys with lists",
                "transport: [classic, warp] | line 1: 'transport': 'warp' is none of classic, nio",
                "keepAlive: maybe | line 1: 'keepAlive': 'maybe' is neither true nor false",
                "duration: long | line 1: 'duration': 'long' is not a time",
                "duration: 0.1ms | line 1: 'duration': '0.1ms' is too short",
                "rate: fast | line 1: 'rate': 'fast' is not a rate",
                "pipeline: 2 | line 1: Transport classic does not support 'pipeline': leave 'pipeline: 2' out, or use transport nio",
                "eventLoops: 2 | line 1: Transport classic does not support 'eventLoops'",
                "requests: 5~duration: 1s | line 1: a run ends by 'duration' or by 'requests'",
            })
    void what_is_wrong_is_named_in_one_line_with_its_line_and_key(String text, String expected) {
        assertThatThrownBy(() -> variants(text.split("~")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("plan.yaml, ")
                .hasMessageContaining(expected)
                .hasMessageNotContaining("\n");
    }

    @Test
    void too_many_combinations_are_refused_before_they_are_made() {
        StringBuilder numbers = new StringBuilder("1");
        for (int i = 2; i <= 40; i++) {
            numbers.append(", ").append(i);
        }

        assertThatThrownBy(() -> variants("threads: [" + numbers + "]", "requests: [" + numbers + "]"))
                .hasMessage(
                        "plan.yaml, line 2: with 'requests' there are more than 1000 combinations: list fewer values");
    }

    @Test
    void workloads_and_think_times_vary_and_roles_say_how_many_workers_there_are() {
        String examples = "../examples/workloads/";
        MatrixPlan plan = MatrixPlan.parse(
                "plan.yaml",
                "workload: [swipes, " + examples + "board-http.yaml]\nthink: [none, 0.5s..1.5s]\nhttp: [\"1.1\"]",
                Set.of());

        List<Variant> variants = plan.variants("here", "", MatrixPlanTest::base);

        assertThat(variants)
                .extracting(Variant::name)
                .contains("workload=swipes think=none", "workload=" + examples + "board-http.yaml think=0.5s..1.5s");
        LoadPlan swipes = variants.get(0).plan();
        assertThat(swipes.workload().name()).isEqualTo("swipes");
        assertThat(swipes.threads()).isEqualTo(3);
        assertThat(ThinkingWorkload.think(swipes.workload())).isEmpty();
        LoadPlan board = variants.get(3).plan();
        assertThat(board.workload().name()).isEqualTo("board-http");
        assertThat(board.threads()).isEqualTo(10);
        assertThat(ThinkingWorkload.think(board.workload())).isPresent();
        assertThatThrownBy(() -> variants("think: soon")).hasMessageStartingWith("plan.yaml, line 1: 'think'");
        assertThatThrownBy(() -> variants("http: 3")).hasMessageContaining("'3' is none of 1.1, 2, auto");
        assertThatThrownBy(() -> variants("workload: no.yaml")).hasMessageContaining("no.yaml");
    }

    @Test
    void roles_vary_by_their_numbers_of_workers() {
        List<Variant> variants = MatrixPlan.parse(
                        "plan.yaml",
                        "workload: ../examples/workloads/board-http.yaml\n"
                                + "roles: [writer=1 reader=2, reader=7]\nthink: 1s",
                        Set.of())
                .variants("here", "", MatrixPlanTest::base);

        assertThat(variants).extracting(Variant::name).containsExactly("roles=writer=1 reader=2", "roles=reader=7");
        assertThat(variants).extracting(variant -> variant.plan().threads()).containsExactly(3, 12);
        LoadPlan one = variants.get(0).plan();
        assertThat(one.roles()).extracting(Role::workers).containsExactly(1, 2);
        assertThat(ThinkingWorkload.think(one.workload())).isPresent();
        // What agents get.
        assertThat(((HttpWorkload) ThinkingWorkload.sent(one.workload()))
                        .definition()
                        .toString())
                .contains("workers=1", "workers=2")
                .doesNotContain("workers=5");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "writer | are no roles: write them like 'writer=1 reader=5'",
                "writer=1 x | are no roles",
                "writer=0 | must have at least 1 worker, not 0",
                "boss=1 | the workload 'board-http' has no role 'boss', but writer, reader",
            })
    void roles_that_are_wrong_are_named_with_their_line(String roles, String problem) {
        MatrixPlan plan = MatrixPlan.parse(
                "plan.yaml", "workload: ../examples/workloads/board-http.yaml\nroles: \"" + roles + "\"", Set.of());

        assertThatThrownBy(() -> plan.variants("here", "", MatrixPlanTest::base))
                .hasMessageStartingWith("plan.yaml, line 2: 'roles'")
                .hasMessageContaining(problem);
    }

    @Test
    void a_workload_without_roles_cannot_vary_them() {
        assertThatThrownBy(() -> variants("roles: writer=1"))
                .hasMessageContaining("has no roles: name a workload file");
    }

    @Test
    void a_version_of_http_keeps_how_connections_are_shared() {
        TransportChoice typed =
                TransportChoice.of(new Nio()).with(HttpProtocol.http2().withStreams(7));
        MatrixPlan plan = MatrixPlan.parse("plan.yaml", "http: [\"1.1\", 2]", Set.of());

        List<Variant> variants = plan.variants(
                "here",
                "",
                workload -> base(workload).toBuilder().transport(typed).build());

        assertThat(variants)
                .extracting(variant -> variant.plan().transport().http())
                .containsExactly(HttpProtocol.HTTP_1_1, HttpProtocol.http2().withStreams(7));
    }

    @Test
    void as_many_servers_as_run_at_once_are_few() {
        String stores = IntStream.rangeClosed(1, 33).mapToObj(i -> "s" + i).collect(Collectors.joining(", "));

        assertThatThrownBy(() -> variants("threads: 1", "store: [" + stores + "]"))
                .hasMessage("plan.yaml, line 2: with 'store' there are more than 32 servers, all of which run at once:"
                        + " list fewer values, or use several plans");
        assertThat(MatrixPlan.parse("plan.yaml", "threads: 1\nstore: [a, b]", Set.of("store"))
                        .refuse("store", "b", "no"))
                .hasMessage("plan.yaml, line 2: 'store': no");
    }

    @Test
    void server_keys_name_variants_and_change_no_plan() {
        MatrixPlan plan = MatrixPlan.parse(
                "plan.yaml", "store: [mutex, rwlock]\nserver: albums\nthreads: 4", Set.of("store", "server"));

        assertThat(plan.servers())
                .containsExactly(
                        Map.of("store", "mutex", "server", "albums"), Map.of("store", "rwlock", "server", "albums"));
        String difference = plan.difference(plan.servers().get(1));
        assertThat(difference).isEqualTo("store=rwlock");
        assertThat(plan.variants("here", difference, MatrixPlanTest::base))
                .singleElement()
                .satisfies(variant -> {
                    assertThat(variant.name()).isEqualTo("store=rwlock");
                    assertThat(variant.plan().threads()).isEqualTo(4);
                });
        assertThatThrownBy(() -> MatrixPlan.parse("plan.yaml", "shop: x", Set.of("store")))
                .hasMessageContaining("'shop' is not a key of a matrix")
                .hasMessageEndingWith(", store");
    }
}
