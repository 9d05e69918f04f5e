package io.github.swipestorm.client.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiskSpaceTest {

    private static LoadPlan requests(long requests, int retries) {
        return Plans.plan(Plans.NOWHERE).requests(requests).retries(retries).build();
    }

    private static LoadPlan seconds(long seconds) {
        return Plans.plan(Plans.NOWHERE).duration(Duration.ofSeconds(seconds)).build();
    }

    @Test
    void rows_that_surely_do_not_fit_are_refused_with_space_need_and_remedy() {
        DiskSpace space = new DiskSpace(60_000_000, false);

        assertThatCode(() -> space.requireFor(List.of(requests(1_000_000, 0)))).doesNotThrowAnyException();
        assertThatThrownBy(() -> space.requireFor(List.of(requests(500_000, 0), requests(500_001, 0))))
                .hasMessage(
                        "The disk has 60.0 MB free for rows, and the rows of 1,000,001 requests take at least 60.0 MB:"
                                + " make room, choose another output directory, or a records file name that ends in .gz,"
                                + " or leave the rows out with records file none");
        assertThatCode(() -> new DiskSpace(1_000, true).requireFor(List.of(requests(1_000_000, 0))))
                .as("the size of compressed rows is unknown")
                .doesNotThrowAnyException();
        assertThatCode(() -> space.requireFor(List.of(seconds(1_000_000))))
                .as("the number of requests of a closed loop is unknown")
                .doesNotThrowAnyException();
    }

    @Test
    void rows_that_may_not_fit_are_warned_about() {
        DiskSpace space = new DiskSpace(80_000_000, false);

        assertThat(space.warnings(List.of(requests(1_000_000, 0)))).isEmpty();
        assertThat(space.warnings(List.of(requests(500_001, 1))))
                .singleElement()
                .asString()
                .startsWith(
                        "The disk has 80.0 MB free for rows, room for those of some 1,000,000 attempts, and there may"
                                + " be more: ")
                .endsWith("records file none");
        assertThat(space.warnings(List.of(seconds(10)))).isEmpty();
        assertThat(space.warnings(List.of(seconds(11)))).hasSize(1);
    }
}
