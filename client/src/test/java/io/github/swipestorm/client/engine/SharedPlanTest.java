package io.github.swipestorm.client.engine;

import static io.github.swipestorm.client.engine.internal.ScriptedTransport.CREATED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.ArrivalSchedule;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.arrival.UserStage;
import io.github.swipestorm.client.clock.ClockOffset;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.engine.internal.ScriptedTransport;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.workload.mix.DataOrder;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All machines together do what one would have done. */
class SharedPlanTest {

    private static final List<Stage> STAGES = List.of(
            new Stage(Duration.ofMillis(70), Rate.parse("900"), false),
            new Stage(Duration.ofMillis(50), Rate.parse("300"), true));

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void every_number_belongs_to_exactly_one_share(int machines) {
        for (long all = 0; all < 23; all++) {
            List<Long> numbers = new ArrayList<>();
            for (MachineShare share : MachineShare.all(machines)) {
                LongStream.range(0, share.count(all)).map(share::number).forEach(numbers::add);
            }
            assertThat(numbers)
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.range(0, all).boxed().toList());
        }
        assertThat(new MachineShare(0, machines).count(WorkItems.UNBOUNDED)).isEqualTo(WorkItems.UNBOUNDED);
    }

    @ParameterizedTest
    @CsvSource({
        "average, 2, 1",
        "average, 3, 1",
        "less-blocking, 3, 4",
        "less-blocking, 5, 4",
        "producer-consumer, 2, 1"
    })
    void the_requests_are_those_of_one_machine(SendingModel model, int machines, int batch)
            throws InterruptedException {
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .model(model)
                .modelSettings(new ModelSettings(batch, 2, 10))
                .threads(7)
                .requests(1_003)
                .warmUp(new WarmUp(20, Optional.empty(), WarmUp.NONE.self()))
                .seed(5)
                .build();
        requireSame(plan, machines);
    }

    @Test
    void so_are_iterations_with_data_and_the_roles_of_workers() throws IOException, InterruptedException {
        Path users = directory.resolve("users.csv");
        Files.writeString(
                users,
                "name\n"
                        + String.join(
                                "\n",
                                IntStream.range(0, 40).mapToObj(i -> "user" + i).toList()));
        HttpWorkload workload = HttpWorkload.builder("board")
                .data("users", users, DataOrder.SHUFFLED)
                .scenario(read -> read.name("read")
                        .workers(3)
                        .steps(steps -> steps.request(get -> get.name("list")
                                        .path("/messages?by=${data.users.name}&n=${random.int(1,9)}&i=${index}"))
                                .request(get -> get.name("one").path("/messages/${random.int(1,99)}"))))
                .scenario(write -> write.name("write")
                        .workers(4)
                        .steps(steps -> steps.request(
                                post -> post.name("add").method("POST").path("/messages?t=${random.text(9)}"))))
                .build();
        LoadPlan plan =
                Plans.plan(Plans.NOWHERE).workload(workload).requests(101).build();

        requireSame(plan, 2);
        requireSame(plan, 3);
        // Each of the two roles has 50 iterations, of which the first machine has 17.
        requireSame(
                plan.toBuilder()
                        .requests(100)
                        .warmUp(new WarmUp(10, Optional.empty(), WarmUp.NONE.self()))
                        .build(),
                3);
        assertThatThrownBy(() -> plan.toBuilder().requests(4).build().forMachine(new MachineShare(0, 3)))
                .hasMessageStartingWith("requests 4 cannot be shared among 3 agents");
        assertThat(workersInRun(plan, 3))
                .containsExactlyElementsOf(IntStream.range(0, 7).boxed().toList());
        assertThatThrownBy(() -> plan.forMachine(new MachineShare(0, 4)))
                .hasMessage(
                        "The scenario 'read' has 3 workers, which cannot be shared among 4 agents, since each needs at least 1: use"
                                + " more, or fewer agents");
    }

    private static List<Integer> workersInRun(LoadPlan plan, int machines) {
        return MachineShare.all(machines).stream()
                .map(plan::forMachine)
                .flatMap(part -> IntStream.range(0, part.workers()).mapToObj(part::workerInRun))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"CONSTANT, true", "POISSON, true", "CONSTANT, false", "POISSON, false", "BURSTS, false"})
    void an_open_loop_sends_every_mth_arrival(ArrivalProcess arrivals, boolean staged) throws InterruptedException {
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .openLoop(new OpenLoop(Rate.parse("50/100ms"), staged ? STAGES : List.of(), arrivals))
                .model(SendingModel.named("less-blocking"))
                .threads(6)
                .maxThreads(8)
                .duration(Duration.ofMillis(120))
                .build();
        ArrivalSchedule schedule = plan.openLoop().orElseThrow().schedule(plan.seed());
        long expected = schedule.countBefore(120_000_000);

        for (int machines : new int[] {1, 2, 3}) {
            assertThat(MachineShare.all(machines).stream()
                            .mapToLong(share -> plan.forMachine(share).requests())
                            .sum())
                    .isEqualTo(expected);
        }
        // Ended by its number of requests: time may be over while a busy machine still owes some.
        requireSame(plan.toBuilder().stop(StopRule.after(expected)).build(), 3);
    }

    @Test
    void users_who_come_and_go_and_a_ramp_up_are_shared_by_their_numbers() {
        UserSchedule schedule = new UserSchedule(
                2,
                List.of(
                        new UserStage(Duration.ofSeconds(9), 11, false),
                        new UserStage(Duration.ofSeconds(5), 3, true)));
        LoadPlan plan = Plans.plan(Plans.NOWHERE).users(schedule).build();
        assertThat(workersInRun(plan, 3))
                .containsExactlyElementsOf(IntStream.range(0, 11).boxed().toList());
        LoadPlan second = plan.forMachine(new MachineShare(1, 3));
        assertThat(second.threads()).isEqualTo(4);
        assertThat(second.users()).contains(schedule);
    }

    @Test
    void what_each_machine_needs_one_of_cannot_be_fewer() {
        LoadPlan few = Plans.plan(Plans.NOWHERE).threads(2).requests(50).build();
        assertThatThrownBy(() -> few.forMachine(new MachineShare(0, 3)))
                .hasMessage(
                        "threads 2 cannot be shared among 3 agents, since each needs at least 1: use more, or fewer agents");
        LoadPlan short2 = few.toBuilder().threads(9).stop(StopRule.after(2)).build();
        assertThatThrownBy(() -> short2.forMachine(new MachineShare(2, 3))).hasMessageStartingWith("requests 2 cannot");
        assertThatThrownBy(() -> few.forMachine(new MachineShare(0, 2)).forMachine(new MachineShare(0, 2)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new MachineShare(3, 3)).isInstanceOf(IllegalArgumentException.class);
        LoadPlan once = few.toBuilder()
                .workload(HttpWorkload.builder("once")
                        .beforeRun(steps -> steps.request(
                                post -> post.name("make").method("POST").path("/x")))
                        .scenario(user -> user.name("user")
                                .steps(steps ->
                                        steps.request(get -> get.name("g").path("/"))))
                        .build())
                .build();
        assertThatThrownBy(() -> once.forMachine(new MachineShare(0, 2))).hasMessageContaining("done once");
        assertThat(once.forMachine(MachineShare.WHOLE)).isSameAs(once);
    }

    private static void requireSame(LoadPlan plan, int machines) throws InterruptedException {
        List<String> whole = new ArrayList<>();
        RunResult single = sent(plan, whole);
        List<String> together = new ArrayList<>();
        List<AgentRun> agents = new ArrayList<>();
        for (MachineShare share : MachineShare.all(machines)) {
            LoadPlan part = plan.forMachine(share);
            RunResult result = sent(part, together);
            assertThat(result.violations()).isEmpty();
            agents.add(agent(share, RunResult.ofBytes(part, result.toBytes())));
        }
        assertThat(together).containsExactlyInAnyOrderElementsOf(whole);

        RunResult merged = RunResult.merged(plan, agents);
        assertThat(merged.violations()).isEmpty();
        assertThat(merged.planned()).isEqualTo(single.planned());
        assertThat(merged.counts()).isEqualTo(single.counts());
        assertThat(merged.begunIterations()).isEqualTo(single.begunIterations());
        assertThat(merged.reason()).isEqualTo(single.reason());
        assertThat(merged.warmUp().map(WarmUpResult::counts))
                .isEqualTo(single.warmUp().map(WarmUpResult::counts));
        assertThat(merged.recorded().operations().stream().map(row -> row.counts()))
                .containsExactlyElementsOf(single.recorded().operations().stream()
                        .map(row -> row.counts())
                        .toList());
    }

    private static AgentRun agent(MachineShare share, RunResult result) {
        return new AgentRun(
                String.valueOf(share.machine() + 1),
                "127.0.0.1:9",
                "host",
                2,
                result,
                ClockOffset.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    private static RunResult sent(LoadPlan plan, List<String> into) throws InterruptedException {
        List<String> all = Collections.synchronizedList(into);
        return new ScriptedTransport((request, attempt, overall) -> {
                    all.add(request.operation().name() + " " + new String(request.path(), UTF_8) + " "
                            + new String(request.body(), UTF_8));
                    return CREATED;
                })
                .run(plan);
    }
}
