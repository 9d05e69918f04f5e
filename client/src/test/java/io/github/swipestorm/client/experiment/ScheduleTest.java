package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    private static final List<Variant> ABC =
            List.of(FakeTrials.variant("A", 1), FakeTrials.variant("B", 2), FakeTrials.variant("C", 3));

    @Test
    void a_shuffled_schedule_has_every_setting_once_in_every_round() {
        List<PlannedRun> runs = Schedule.shuffled(ABC, 20, 7).runs();

        assertThat(runs).hasSize(60);
        for (int round = 0; round < 20; round++) {
            assertThat(runs.subList(3 * round, 3 * round + 3))
                    .extracting(planned -> planned.variant().name())
                    .containsExactlyInAnyOrder("A", "B", "C");
        }
    }

    @Test
    void a_shuffled_schedule_takes_many_orders_and_the_same_ones_for_the_same_seed() {
        List<PlannedRun> runs = Schedule.shuffled(ABC, 60, 7).runs();
        Set<String> orders = new HashSet<>();
        for (int i = 0; i < runs.size(); i += 3) {
            orders.add(runs.get(i).variant().name() + runs.get(i + 1).variant().name());
        }

        assertThat(orders).as("all six orders").hasSize(6);
        assertThat(Schedule.shuffled(ABC, 60, 7).runs()).isEqualTo(runs);
        assertThat(Schedule.shuffled(ABC, 60, 8).runs()).isNotEqualTo(runs);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 10})
    void in_a_mirrored_schedule_every_setting_has_the_same_mean_position(int rounds) {
        Map<String, Integer> positions = new HashMap<>();
        List<PlannedRun> runs = Schedule.mirrored(ABC, rounds).runs();
        for (int i = 0; i < runs.size(); i++) {
            positions.merge(runs.get(i).variant().name(), i, Integer::sum);
        }

        assertThat(new HashSet<>(positions.values())).hasSize(1);
        assertThat(runs.subList(0, 6))
                .extracting(planned -> planned.variant().name())
                .containsExactly("A", "B", "C", "C", "B", "A");
    }

    @Test
    void what_is_finished_is_not_run_again_whatever_the_order_of_its_rows() throws Exception {
        Schedule schedule = Schedule.mirrored(ABC, 2);
        FakeTrials runs = new FakeTrials(0, variant -> 100);
        List<Trial> finished = new ArrayList<>();
        for (int i : new int[] {4, 0, 2}) {
            finished.add(runs.run(schedule.runs().get(i)));
        }

        assertThat(schedule.next(finished)).contains(schedule.runs().get(1));
        finished.add(runs.run(schedule.runs().get(1)));
        assertThat(schedule.next(finished)).contains(schedule.runs().get(3));
        finished.add(runs.run(schedule.runs().get(3)));
        finished.add(runs.run(schedule.runs().get(5)));
        assertThat(schedule.next(finished)).isEmpty();
    }

    @Test
    void two_settings_of_one_name_are_refused_by_that_name() {
        assertThatThrownBy(() -> Schedule.mirrored(List.of(ABC.get(0), ABC.get(0)), 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'A' is there twice");
    }
}
