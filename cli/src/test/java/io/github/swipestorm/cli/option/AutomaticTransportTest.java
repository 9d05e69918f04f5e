package io.github.swipestorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.swipestorm.cli.server.ServerKind;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.Nio;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which transport {@code --transport auto} takes, and the reason that it gives. */
class AutomaticTransportTest {

    private static final ServerUnderTest GIVEN =
            ServerUnderTest.at(Target.parse("https://localhost:8443"), OptionalLong.empty());
    private static final ServerUnderTest OWN = ServerUnderTest.planned("servlet", ServerKind.SERVLET);

    @Command
    private static final class Options {

        @Mixin
        private LoadOptions.Transport transport;

        @Mixin
        private PlanOptions plan;

        private static LoadPlan plan(ServerUnderTest server, String... words) {
            Options options = new Options();
            OptionTypes.register(new CommandLine(options)).parseArgs(words);
            return options.plan.plan(new PlanOptions.Core(
                    server,
                    Optional.empty(),
                    Optional.empty(),
                    OptionalInt.of(2),
                    new Average(),
                    options.transport.typed(),
                    Optional.empty(),
                    Optional.empty(),
                    new PlanOptions.End(10L, null, null)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', auto: takes the least CPU per request",
        "--pipeline=2, auto: takes the least CPU per request",
        "--proxy=http://localhost:3128, auto: takes the least CPU per request",
        "--follow-redirects, auto: takes the least CPU per request",
        "--transport=AUTO, auto: takes the least CPU per request",
    })
    void a_url_is_reached_over_event_loops(String option, String reason) {
        LoadPlan plan = Options.plan(GIVEN, option.isEmpty() ? "--seed=1" : option);

        assertThat(plan.transport().kind()).isEqualTo(new Nio());
        assertThat(plan.transportReason()).contains(reason);
    }

    @Test
    void a_server_that_is_started_here_is_reached_as_in_the_reference_study() {
        LoadPlan plan = Options.plan(OWN);

        assertThat(plan.transport().kind()).isEqualTo(new Classic());
        assertThat(plan.transportReason()).contains("auto: that of the reference study");
    }

    @Test
    void the_other_transport_is_taken_for_what_the_preferred_one_lacks() {
        LoadPlan plan = Options.plan(OWN, "--event-loops=3");

        assertThat(plan.transport().kind()).isEqualTo(new Nio());
        assertThat(plan.transportReason()).contains("auto: classic does not have --event-loops");
    }

    @Test
    void virtual_threads_take_classic_and_contradict_a_pipeline() {
        assumeTrue(WorkerThreads.VIRTUAL.available());
        LoadPlan plan = Options.plan(GIVEN, "--virtual-threads");

        assertThat(plan.transport().kind()).isEqualTo(new Classic());
        assertThat(plan.transportReason()).contains("auto: nio does not have --virtual-threads");
        assertThatThrownBy(() -> Options.plan(GIVEN, "--virtual-threads", "--pipeline=2"))
                .isInstanceOf(PlanException.class);
    }

    @Test
    void a_transport_that_is_named_is_taken_without_a_reason() {
        LoadPlan plan = Options.plan(GIVEN, "--transport=classic");

        assertThat(plan.transport().kind()).isEqualTo(new Classic());
        assertThat(plan.transportReason()).isEmpty();
    }

    @Test
    void another_transport_has_another_reason_and_a_stored_plan_keeps_its_own() {
        LoadPlan plan = Options.plan(GIVEN);

        assertThat(LoadPlan.fromJson(plan.toJson()).transportReason()).isEqualTo(plan.transportReason());
        assertThat(plan.toBuilder().transport(new Classic()).build().transportReason())
                .isEmpty();
    }
}
