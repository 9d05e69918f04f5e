package io.github.swipestorm.client.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.Capability;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.Transport;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.TransportType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreflightTest {

    /** A transport whose closed connections keep their local ports. */
    private record Lingering() implements TransportType {

        @Override
        public String name() {
            return "lingering";
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public Transport open(TransportSettings settings) {
            throw new UnsupportedOperationException("never opened");
        }
    }

    private static final Target FAR = Target.parse("http://intranet/app");
    private static final Target HERE = Target.parse("http://localhost:8080");
    private static final HostLimits.OpenFiles PLENTY = new HostLimits.OpenFiles(1_000_000, 1_000_000, 1_000_000);
    private static final LocalPorts USUAL = new LocalPorts(32_768, 60_999, 2);

    @Test
    void the_main_job_on_a_usual_linux_meets_no_limit() {
        HostLimits usual = limits(new HostLimits.OpenFiles(1_024, 524_288, 2_000_000), USUAL);

        assertThat(Preflight.warnings(
                        Plans.plan(HERE).threads(200).requests(500_000).build(), true, usual))
                .isEmpty();
    }

    @Test
    void unknown_limits_give_no_warning() {
        LoadPlan.Builder hungry = Plans.plan(FAR)
                .threads(100_000)
                .duration(Duration.ofHours(1))
                .transport(newConnections(new Lingering()));

        assertThat(Preflight.warnings(hungry.build(), true, new HostLimits(Optional.empty(), Optional.empty())))
                .isEmpty();
    }

    @Nested
    class Files {

        @Test
        void as_many_as_are_needed_are_enough_and_one_less_is_not() {
            assertThat(files(1_000, false, new HostLimits.OpenFiles(1_250, 1_250, 1_250)))
                    .isEmpty();
            assertThat(files(1_000, false, new HostLimits.OpenFiles(1_249, 1_249, 1_250)))
                    .hasSize(1);
        }

        @Test
        void the_shell_may_raise_a_limit_below_the_hard_one_by_itself() {
            assertThat(files(5_000, false, new HostLimits.OpenFiles(1_024, 524_288, 1_000_000)))
                    .containsExactly("5000 threads need some 5250 open files in the client, and a process may have 1024"
                            + " here; first, in the shell that starts it: ulimit -n 5250");
        }

        @Test
        void the_hard_limit_only_the_administrator_raises() {
            assertThat(files(5_000, true, new HostLimits.OpenFiles(4_096, 4_096, 1_000_000)))
                    .containsExactly("5000 threads need some 5250 open files in the client and as many in the server"
                            + " that it starts, and a process may have 4096 here; first, in the shell that starts it:"
                            + " sudo prlimit --pid $$ --nofile=5250:5250");
        }

        @Test
        void the_machine_needs_both_ends_of_each_connection_when_the_server_is_on_it() {
            HostLimits.OpenFiles few = new HostLimits.OpenFiles(1_000_000, 1_000_000, 8_000);

            assertThat(files(5_000, false, few)).isEmpty();
            assertThat(files(5_000, true, few))
                    .containsExactly("5000 threads need some 10500 open files, those of the server included, and this"
                            + " machine has 8000 left: sudo sysctl -w fs.file-max=$(($(cat /proc/sys/fs/file-max) +"
                            + " 2500))");
        }

        private List<String> files(int threads, boolean ownServer, HostLimits.OpenFiles files) {
            return Preflight.warnings(
                    Plans.plan(FAR).threads(threads).requests(1).build(),
                    ownServer,
                    new HostLimits(Optional.of(files), Optional.empty()));
        }
    }

    @Nested
    class Ports {

        @Test
        void a_connection_that_is_kept_needs_one_port() {
            assertThat(ports(Plans.plan(HERE).threads(28_232).requests(1), USUAL))
                    .isEmpty();
            assertThat(ports(Plans.plan(HERE).threads(28_233).requests(1), USUAL))
                    .containsExactly(
                            "28233 connections need as many local ports, and there are 28232 (32768 to 60999): "
                                    + "sudo sysctl -w net.ipv4.ip_local_port_range='1024 65535'");
        }

        @Test
        void more_threads_than_there_can_be_ports_are_too_many() {
            assertThat(ports(Plans.plan(FAR).threads(64_513).requests(1), USUAL))
                    .singleElement()
                    .asString()
                    .endsWith("use at most 64512 threads");
        }

        @Test
        void a_rate_is_held_against_the_time_that_a_closed_connection_keeps_its_port() {
            assertThat(ports(renewing(FAR).rate("470").duration(Duration.ofHours(1)), USUAL))
                    .isEmpty();
            assertThat(ports(renewing(FAR).rate("471").duration(Duration.ofHours(1)), USUAL))
                    .containsExactly("With a new connection for each request, each request takes a local port, a closed"
                            + " connection may keep it for 60 s, and there are 28232 (32768 to 60999), enough for"
                            + " 470 requests a second where up to 471 are due: sudo sysctl -w"
                            + " net.ipv4.tcp_tw_reuse=1");
        }

        @Test
        void a_run_with_fewer_requests_than_ports_cannot_use_them_up() {
            assertThat(ports(renewing(FAR).rate("5000").requests(28_232), USUAL))
                    .isEmpty();
            assertThat(ports(renewing(FAR).rate("5000").duration(Duration.ofSeconds(5)), USUAL))
                    .isEmpty();
            assertThat(ports(renewing(FAR).rate("5000").duration(Duration.ofSeconds(6)), USUAL))
                    .hasSize(1);
            assertThat(ports(renewing(FAR).requests(28_232), USUAL)).isEmpty();
        }

        @Test
        void a_closed_loop_is_as_fast_as_the_server_lets_it() {
            assertThat(ports(renewing(FAR).requests(28_233), USUAL))
                    .singleElement()
                    .asString()
                    .contains("enough for 470 requests a second: sudo");
            assertThat(ports(renewing(FAR).duration(Duration.ofSeconds(1)), USUAL))
                    .hasSize(1);
        }

        @Test
        void of_stages_the_highest_rate_counts() {
            OpenLoop stages = new OpenLoop(
                    Rate.parse("10"),
                    List.of(
                            new Stage(Duration.ofMinutes(5), Rate.parse("900")),
                            new Stage(Duration.ofMinutes(5), Rate.parse("0"))),
                    ArrivalProcess.CONSTANT);

            assertThat(ports(
                            renewing(FAR)
                                    .openLoop(stages)
                                    .duration(stages.duration().orElseThrow()),
                            USUAL))
                    .singleElement()
                    .asString()
                    .contains("up to 900 are due");
        }

        @ParameterizedTest
        @CsvSource({
            "http://localhost:8080, 2, false",
            "http://127.0.0.2:8080, 2, false",
            "http://[::1]:8080, 2, false",
            "http://localhost:8080, 0, true",
            "http://intranet, 2, true",
            "http://intranet, 1, false",
        })
        void where_linux_uses_a_port_again_after_a_second_a_minute_does_not_count(
                String target, int reuse, boolean warned) {
            LocalPorts ports = new LocalPorts(32_768, 60_999, reuse);

            assertThat(ports(renewing(Target.parse(target)).requests(1_000_000), ports))
                    .hasSize(warned ? 1 : 0);
        }

        @Test
        void even_reused_ports_have_a_highest_rate() {
            assertThat(ports(renewing(HERE).rate("30000").requests(1_000_000), USUAL))
                    .singleElement()
                    .asString()
                    .contains("for 1 s", "enough for 28232")
                    .endsWith("ip_local_port_range='1024 65535'");
            assertThat(ports(renewing(HERE).rate("70000").requests(1_000_000), new LocalPorts(1_024, 65_535, 1)))
                    .singleElement()
                    .asString()
                    .endsWith("use a lower rate");
        }

        @Test
        void through_a_proxy_connections_go_to_the_proxy() {
            HttpFeatures proxy =
                    new HttpFeatures(Optional.of(Target.parse("http://localhost:3128")), Optional.empty(), false);

            assertThat(ports(
                            renewing(FAR)
                                    .transport(newConnections(new Classic()).with(proxy))
                                    .requests(1_000_000),
                            USUAL))
                    .isEmpty();
        }

        private LoadPlan.Builder renewing(Target target) {
            return Plans.plan(target).threads(10).transport(newConnections(new Lingering()));
        }

        private List<String> ports(LoadPlan.Builder plan, LocalPorts ports) {
            return Preflight.warnings(plan.build(), false, limits(PLENTY, ports));
        }
    }

    private static HostLimits limits(HostLimits.OpenFiles files, LocalPorts ports) {
        return new HostLimits(Optional.of(files), Optional.of(ports));
    }

    private static TransportChoice newConnections(TransportType kind) {
        return new TransportChoice(kind, false, 1, 1, false, HttpFeatures.NONE, TlsOptions.DEFAULT);
    }
}
