package io.github.swipestorm.client.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each source makes of the texts of a kernel, and of texts that no kernel writes. */
class SystemSourcesTest {

    @TempDir
    private Path directory;

    private FakeSystem system;

    @BeforeEach
    void make() {
        system = new FakeSystem(directory);
    }

    @Test
    void a_core_is_busy_when_it_neither_idles_nor_waits_for_a_disk_nor_is_stolen() throws IOException {
        system.with(
                "proc/stat",
                "cpu  900 0 0 900 0 0 0 0 0 0\n"
                        + "cpu0 100 0 50 800 20 0 10 5 0 0\n"
                        + "cpu1 0 0 0 0 0 0 0 0 0 0\n"
                        + "intr 7 0 0\n");
        MachineCpu cpu = new MachineCpu(system.proc());
        assertThat(FakeSystem.read(cpu).coreBusy()).as("the first look").isEmpty();
        system.with(
                "proc/stat", "cpu  1 1 1 1 1\ncpu0 130 5 60 820 30 2 13 25 0 0\ncpu1 0 0 0 100 0 0 0 0 0 0\nintr 7\n");

        TelemetrySample sample = FakeSystem.read(cpu);

        assertThat(sample.coreBusy()).hasSize(2);
        assertThat(sample.coreBusy().get(0)).isCloseTo(0.5, within(1e-9));
        assertThat(sample.coreBusy().get(1)).isZero();
        assertThat(sample.get(Metric.CPU_STEAL)).hasValue(0.2);
    }

    @Test
    void a_core_that_comes_or_goes_makes_one_sample_without_cores() throws IOException {
        system.with("proc/stat", "cpu0 1 0 0 1 0 0 0 0\n");
        MachineCpu cpu = new MachineCpu(system.proc());
        FakeSystem.read(cpu);
        system.with("proc/stat", "cpu0 2 0 0 1 0 0 0 0\ncpu1 2 0 0 1 0 0 0 0\n");

        assertThat(FakeSystem.read(cpu).coreBusy()).isEmpty();
        assertThat(FakeSystem.read(cpu).coreBusy()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "intr 1 2\n", "cpu0 1 2 3\n", "cpu0 a b c d e f g h\n", "cpu 1 2 3 4 5 6 7 8\n"})
    void what_is_no_cpu_time_is_refused(String text) {
        system.with("proc/stat", text);

        assertThatIOException().isThrownBy(() -> FakeSystem.read(new MachineCpu(system.proc())));
    }

    @Test
    void bytes_of_all_interfaces_are_reported_per_second() throws IOException {
        String head = "Inter-|   Receive  |  Transmit\n face |bytes packets|bytes packets\n";
        system.with(
                "proc/self/net/dev",
                head + "    lo: 1000 1 0 0 0 0 0 0 2000 2 0 0 0 0 0 0\n  eth0:50 1 0 0 0 0 0 0 60 2 0 0 0 0 0 0\n");
        NetworkBytes bytes = new NetworkBytes(system.proc());
        FakeSystem.read(bytes);
        system.with(
                "proc/self/net/dev",
                head + "    lo: 5000 1 0 0 0 0 0 0 4000 2 0 0 0 0 0 0\n  eth0:150 1 0 0 0 0 0 0 80 2 0 0 0 0 0 0\n");

        TelemetrySample sample = FakeSystem.read(bytes, 2);

        assertThat(sample.get(Metric.BYTES_IN)).hasValue(2050);
        assertThat(sample.get(Metric.BYTES_OUT)).hasValue(1010);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no interfaces", "lo: 1 2 3", "lo: a b c d e f g h i j"})
    void what_is_no_list_of_interfaces_is_refused(String text) {
        system.with("proc/self/net/dev", text);

        assertThatIOException().isThrownBy(() -> FakeSystem.read(new NetworkBytes(system.proc())));
    }

    @Test
    void counters_that_go_back_leave_the_reading_out() throws IOException {
        system.with("proc/self/net/dev", "lo: 1000 1 0 0 0 0 0 0 1000 2");
        NetworkBytes bytes = new NetworkBytes(system.proc());
        FakeSystem.read(bytes);
        system.with("proc/self/net/dev", "lo: 10 1 0 0 0 0 0 0 3000 2");

        TelemetrySample sample = FakeSystem.read(bytes);

        assertThat(sample.get(Metric.BYTES_IN)).isEmpty();
        assertThat(sample.get(Metric.BYTES_OUT)).hasValue(2000);
    }

    @Test
    void a_process_may_be_called_what_it_likes() throws IOException {
        String rest = " S 1 1 1 0 -1 4194304 9 0 0 0 %d %d 7 7 20 0 33 0 1 1 1";
        system.with("proc/42/stat", "42 (a) S 1 (b c)" + rest.formatted(1000, 500));
        ProcessSource ticks = ProcessSource.cpuTime(List.of(system.proc().resolve("42")), Metric.SERVER_CPU);
        assertThat(FakeSystem.read(ticks).get(Metric.SERVER_CPU)).isEmpty();
        system.with("proc/42/stat", "42 (a) S 1 (b c)" + rest.formatted(1100, 550));

        assertThat(FakeSystem.read(ticks, 2).get(Metric.SERVER_CPU)).hasValue(0.75);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "42 (a) S 1", "42 (a) S a b c d e f g h i j k l m n"})
    void what_is_no_state_of_a_process_is_refused(String text) {
        system.with("proc/42/stat", text);

        assertThatIOException()
                .isThrownBy(() -> FakeSystem.read(
                        ProcessSource.cpuTime(List.of(system.proc().resolve("42")), Metric.SERVER_CPU)));
    }

    @Test
    void memory_is_read_in_bytes_and_gone_when_the_process_is() throws IOException {
        system.with("proc/42/status", "Name:\tx VmRSS: 9 kB\nVmRSS:\t    2048 kB\nThreads:\t3\n");
        ProcessSource memory = ProcessSource.memory(List.of(system.proc().resolve("42")), Metric.SERVER_RSS);
        assertThat(FakeSystem.read(memory).get(Metric.SERVER_RSS)).hasValue(2_097_152);
        system.with("proc/42/status", "Name:\tx\nState:\tZ (zombie)\n");

        assertThatIOException().isThrownBy(() -> FakeSystem.read(memory));
    }

    @Test
    void switches_of_all_threads_are_added_up() throws IOException {
        thread("11", 100, 10);
        thread("12", 200, 20);
        ContextSwitches switches = new ContextSwitches(system.proc());
        assertThat(FakeSystem.read(switches).get(Metric.VOLUNTARY_SWITCHES)).isEmpty();
        thread("11", 104, 11);
        thread("12", 208, 20);

        TelemetrySample sample = FakeSystem.read(switches, 2);

        assertThat(sample.get(Metric.VOLUNTARY_SWITCHES)).hasValue(6);
        assertThat(sample.get(Metric.INVOLUNTARY_SWITCHES)).hasValue(0.5);
    }

    @Test
    void an_interval_in_which_a_thread_ended_has_no_context_switches() throws IOException {
        thread("11", 100, 10);
        thread("12", 200, 20);
        ContextSwitches switches = new ContextSwitches(system.proc());
        FakeSystem.read(switches);
        thread("11", 104, 11);
        system.with("proc/self/task/12/status", "");

        assertThat(FakeSystem.read(switches).get(Metric.VOLUNTARY_SWITCHES)).isEmpty();
        thread("11", 110, 11);
        assertThat(FakeSystem.read(switches).get(Metric.VOLUNTARY_SWITCHES)).hasValue(6);
    }

    @Test
    void of_many_threads_some_stand_for_all() throws IOException {
        for (int i = 0; i < 1_024; i++) {
            thread(Integer.toString(1_000 + i), 0, 0);
        }
        ContextSwitches switches = new ContextSwitches(system.proc());
        FakeSystem.read(switches);
        for (int i = 0; i < 1_024; i++) {
            thread(Integer.toString(1_000 + i), 5, 1);
        }

        TelemetrySample sample = FakeSystem.read(switches);
        switches.close();

        assertThat(sample.get(Metric.VOLUNTARY_SWITCHES)).hasValue(5 * 1_024);
        assertThat(sample.get(Metric.INVOLUNTARY_SWITCHES)).hasValue(1_024);
    }

    private void thread(String id, long voluntary, long involuntary) {
        system.with(
                "proc/self/task/" + id + "/status",
                "Name:\tx\nvoluntary_ctxt_switches:\t" + voluntary + "\nnonvoluntary_ctxt_switches:\t" + involuntary
                        + "\n");
    }

    @Test
    void sockets_are_descriptors_but_for_those_that_were_none_at_first() throws IOException {
        Path descriptors = Files.createDirectories(system.proc().resolve("self/fd"));
        Files.createSymbolicLink(descriptors.resolve("0"), Path.of("/dev/null"));
        Files.createSymbolicLink(descriptors.resolve("1"), Path.of("socket:[1]"));
        Files.createSymbolicLink(descriptors.resolve("2"), Path.of("socket:[2]"));
        Files.createSymbolicLink(descriptors.resolve("3"), Path.of("anon_inode:[eventpoll]"));
        Files.createSymbolicLink(descriptors.resolve("4"), Path.of("/proc/7/fd"));
        AtomicLong open = new AtomicLong(4);
        AtomicInteger ownFiles = new AtomicInteger(1);
        OpenSockets sockets = new OpenSockets(system.proc(), open::get, ownFiles::get);

        assertThat(FakeSystem.read(sockets).get(Metric.OPEN_SOCKETS)).hasValue(2);
        open.set(104);
        assertThat(FakeSystem.read(sockets).get(Metric.OPEN_SOCKETS)).hasValue(102);
        // A thread ended, whose file was closed.
        open.set(103);
        ownFiles.set(0);
        assertThat(FakeSystem.read(sockets).get(Metric.OPEN_SOCKETS)).hasValue(102);
        open.set(-1);
        assertThatIOException().isThrownBy(() -> FakeSystem.read(sockets));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0-3       |              |               | 4",
                "0-3,8,10-11 | max 100000 |               | 7",
                "0-3       | 50000 100000 |               | 0.5",
                "0-3       | 900000 100000|               | 4",
                "0         | 10000 100000 | 300000 100000 | 0.1",
                "0-3       | 300000 100000| 10000 100000  | 0.1",
                "0-3       | rubbish      | max 100000    | 4",
                "0-3       | 1 0          |               | 4",
            })
    void a_limit_is_the_least_of_cpus_and_quotas_of_the_group_and_those_above(
            String cpus, String quota, String quotaAbove, double expected) throws IOException {
        system.with("proc/self/status", "Cpus_allowed:\tf\nCpus_allowed_list:\t" + cpus + "\n")
                .with("proc/self/cgroup", "0::/a/b\n")
                .with(
                        "proc/self/mountinfo",
                        "1 1 0:1 / / rw - ext4 x rw\n38 31 0:35 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
        if (quota != null) {
            system.with("sys/fs/cgroup/a/b/cpu.max", quota + "\n");
        }
        if (quotaAbove != null) {
            system.with("sys/fs/cgroup/a/cpu.max", quotaAbove + "\n");
        }

        assertThat(FakeSystem.read(new CpuLimit(system.root(), List.of("self"), Metric.CLIENT_CPU_LIMIT))
                        .get(Metric.CLIENT_CPU_LIMIT))
                .hasValue(expected);
    }

    @ParameterizedTest
    @CsvSource({"20000, 100000, 0.2", "-1, 100000, 8"})
    void the_first_version_of_control_groups_is_read_too(String quota, String period, double expected)
            throws IOException {
        system.with("proc/7/status", "Cpus_allowed_list:\t0-7\n")
                .with("proc/7/cgroup", "5:memory:/m\n4:cpu,cpuacct:/in/a/box\n")
                .with(
                        "proc/7/mountinfo",
                        "38 31 0:35 / /cg/memory rw - cgroup cgroup rw,memory\n"
                                + "38 31 0:35 / /cg/cpu rw,nosuid shared:9 - cgroup cgroup rw,cpu,cpuacct\n")
                // In a container the group of the path is only seen from outside; its own is mounted as the top.
                .with("cg/cpu/cpu.cfs_quota_us", quota + "\n")
                .with("cg/cpu/cpu.cfs_period_us", period + "\n");

        assertThat(FakeSystem.read(new CpuLimit(system.root(), List.of("7"), Metric.SERVER_CPU_LIMIT))
                        .get(Metric.SERVER_CPU_LIMIT))
                .hasValue(expected);
    }

    @Test
    void processes_are_limited_together_by_all_the_cpus_that_they_may_use() throws IOException {
        system.with("proc/7/status", "Cpus_allowed_list:\t0\n").with("proc/8/status", "Cpus_allowed_list:\t0-1\n");

        assertThat(FakeSystem.read(new CpuLimit(system.root(), List.of("7", "8", "9"), Metric.SERVER_CPU_LIMIT))
                        .get(Metric.SERVER_CPU_LIMIT))
                .hasValue(2);
    }

    @Test
    void cpu_time_of_all_processes_is_added_up_until_they_end() throws IOException {
        process("7", 100);
        process("8", 50);
        ProcessSource ticks = ProcessSource.cpuTime(
                List.of(system.proc().resolve("7"), system.proc().resolve("8")), Metric.SERVER_CPU);
        FakeSystem.read(ticks);

        process("7", 140);
        process("8", 70);
        assertThat(FakeSystem.read(ticks).get(Metric.SERVER_CPU)).hasValue(0.6);

        process("7", 150);
        system.with("proc/8/stat", "");
        assertThat(FakeSystem.read(ticks).get(Metric.SERVER_CPU)).hasValue(0.1);
    }

    private void process(String pid, int ticks) {
        system.with("proc/" + pid + "/stat", pid + " (x) S 1 1 1 0 -1 0 0 0 0 0 " + ticks + " 0 0 0 20 0 1 0 0\n");
    }

    @Test
    void cpu_time_of_neither_client_nor_server_is_that_of_others() {
        assertThat(others(ServerProcesses.of(1)).get(Metric.OTHERS_CPU)).hasValue(0.75);
        assertThat(others(ServerProcesses.elsewhere("far")).get(Metric.OTHERS_CPU))
                .as("all but the client's")
                .hasValue(1.25);
        assertThat(others(ServerProcesses.hidden("unknown")).get(Metric.OTHERS_CPU))
                .as("the server's may be in it")
                .isEmpty();
    }

    private static TelemetrySample others(ServerProcesses server) {
        SampleBuilder interval = new SampleBuilder(1_000_000_000);
        interval.putCores(List.of(1.0, 0.75));
        interval.put(Metric.CLIENT_CPU, 0.5);
        if (server.watched()) {
            interval.put(Metric.SERVER_CPU, 0.5);
        }
        new OtherProcessesCpu(server).read(interval);
        return interval.at(0);
    }

    @Test
    void cpu_usage_never_exceeds_the_machines_cores_and_an_instant_has_none() {
        SampleBuilder second = new SampleBuilder(1_000_000_000);
        second.putCores(List.of(1.0, 1.0));
        second.put(Metric.CLIENT_CPU, 3.11);
        second.put(Metric.CLIENT_CPU_LIMIT, 4);
        TelemetrySample sample = second.at(0);
        assertThat(sample.get(Metric.CLIENT_CPU)).hasValue(2);
        assertThat(sample.get(Metric.CLIENT_CPU_LIMIT))
                .as("a limit stays as it is")
                .hasValue(4);

        SampleBuilder moment = new SampleBuilder(SampleBuilder.SHORTEST_NANOS - 1);
        moment.putCores(List.of(1.0, 1.0));
        moment.put(Metric.CLIENT_CPU, 1.5);
        assertThat(moment.at(0).get(Metric.CLIENT_CPU)).isEmpty();
        assertThat(moment.at(0).coreBusy()).isEmpty();
    }

    @Test
    void without_a_list_of_cpus_there_is_no_limit_to_tell() {
        system.with("proc/self/status", "Name:\tx\nCpus_allowed_list:\teverywhere\n");

        assertThatIOException()
                .isThrownBy(
                        () -> FakeSystem.read(new CpuLimit(system.root(), List.of("self"), Metric.CLIENT_CPU_LIMIT)));
    }
}
