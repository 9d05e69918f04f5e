package io.github.swipestorm.client.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HostLimitsTest {

    private static final String LIMITS = """
        Limit                     Soft Limit           Hard Limit           Units
        Max processes             96365                96365                processes
        Max open files            1024                 1048576              files
        Max locked memory         8388608              unlimited            bytes
        """;

    @TempDir
    private Path proc;

    @Test
    void reads_what_linux_says() throws IOException {
        write("self/limits", LIMITS);
        write("sys/fs/file-nr", "1728\t0\t2466183\n");
        write("sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
        write("sys/net/ipv4/tcp_tw_reuse", "2\n");

        HostLimits limits = HostLimits.of(proc);

        assertThat(limits.openFiles()).contains(new HostLimits.OpenFiles(1_024, 1_048_576, 2_464_455));
        assertThat(limits.localPorts()).contains(new LocalPorts(32_768, 60_999, 2));
        assertThat(limits.localPorts().orElseThrow().size()).isEqualTo(28_232);
    }

    @Test
    void no_limit_is_a_very_high_one() throws IOException {
        write("self/limits", LIMITS.replace("1048576", "unlimited"));
        write("sys/fs/file-nr", "1 0 9223372036854775807\n");

        assertThat(HostLimits.of(proc).openFiles())
                .contains(new HostLimits.OpenFiles(1_024, Long.MAX_VALUE, Long.MAX_VALUE - 1));
    }

    @Test
    void elsewhere_nothing_is_known() {
        HostLimits limits = HostLimits.of(proc.resolve("absent"));

        assertThat(limits.openFiles()).isEmpty();
        assertThat(limits.localPorts()).isEmpty();
    }

    @Test
    void what_is_not_understood_is_not_known() throws IOException {
        write("self/limits", "Max open files            1024\n");
        write("sys/fs/file-nr", "1 0 100\n");
        write("sys/net/ipv4/ip_local_port_range", "many\n");
        write("sys/net/ipv4/tcp_tw_reuse", "\n");

        HostLimits limits = HostLimits.of(proc);

        assertThat(limits.openFiles()).isEmpty();
        assertThat(limits.localPorts()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void this_machine_has_limits() {
        HostLimits limits = HostLimits.current();

        assertThat(limits.openFiles().orElseThrow().soft()).isPositive();
        assertThat(limits.localPorts().orElseThrow().size()).isBetween(1, 65_535);
    }

    private void write(String name, String text) throws IOException {
        Path file = proc.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
