package io.github.swipestorm.client.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which processes are taken for the server, by what a kernel tells. Ids are so high that no process here has them. */
class ListeningProcessesTest {

    private static final String HEAD =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
    private static final long SELF = 99_000_001;

    @TempDir
    private Path directory;

    private FakeSystem system;

    @BeforeEach
    void make() {
        system = new FakeSystem(directory).with("proc/net/tcp", HEAD).with("proc/net/tcp6", HEAD);
    }

    private static String socket(String local, String state, int user, int inode) {
        return HEAD + "   0: " + local + " 00000000:0000 " + state + " 00000000:00000000 00:00000000 00000000  " + user
                + "        0 " + inode + " 1 0 100 0 0 10 0\n";
    }

    private void process(long pid, String name, int... inodes) throws IOException {
        system.with("proc/" + pid + "/comm", name + "\n").with("proc/" + pid + "/fd/.keep", "");
        for (int inode : inodes) {
            Files.createSymbolicLink(system.proc().resolve(pid + "/fd/" + inode), Path.of("socket:[" + inode + "]"));
        }
    }

    private ServerProcesses at(String address) throws UnknownHostException {
        return new ListeningProcesses(system.proc(), SELF).on(List.of(InetAddress.getByName(address)), 8_080);
    }

    @Test
    void all_processes_that_share_the_socket_are_the_server() throws IOException {
        system.with("proc/net/tcp", socket("00000000:1F90", "0A", 0, 7));
        process(99_000_010, "nginx", 7);
        process(99_000_011, "nginx", 7, 8);
        process(99_000_012, "other", 9);

        assertThat(at("127.0.0.1").pids()).containsExactly(99_000_010L, 99_000_011L);
    }

    @Test
    void so_are_those_that_share_the_port() throws IOException {
        system.with(
                "proc/net/tcp",
                socket("0100007F:1F90", "0A", 0, 7)
                        + socket("0100007F:1F90", "0A", 0, 8).substring(HEAD.length()));
        process(99_000_010, "worker", 7);
        process(99_000_011, "worker", 8);

        assertThat(at("127.0.0.1").pids()).containsExactly(99_000_010L, 99_000_011L);
    }

    @Test
    void a_socket_of_the_very_address_comes_before_one_of_all_addresses() throws IOException {
        system.with(
                "proc/net/tcp",
                socket("00000000:1F90", "0A", 0, 7)
                        + socket("0200007F:1F90", "0A", 0, 8).substring(HEAD.length()));
        process(99_000_010, "everywhere", 7);
        process(99_000_011, "there", 8);

        assertThat(at("127.0.0.2").pids()).containsExactly(99_000_011L);
        assertThat(at("127.0.0.1").pids()).containsExactly(99_000_010L);
    }

    @Test
    void a_socket_of_version_6_takes_connections_of_version_4() throws IOException {
        system.with("proc/net/tcp6", socket("0".repeat(32) + ":1F90", "0A", 0, 7));
        process(99_000_010, "java", 7);

        assertThat(at("127.0.0.1").pids()).containsExactly(99_000_010L);
        assertThat(at("::1").pids()).containsExactly(99_000_010L);
    }

    @Test
    void connections_and_other_ports_do_not_count() throws IOException {
        system.with(
                "proc/net/tcp",
                socket("0100007F:1F90", "01", 0, 7)
                        + socket("0100007F:1F91", "0A", 0, 8).substring(HEAD.length()));
        process(99_000_010, "client", 7);
        process(99_000_011, "server", 8);

        ServerProcesses server = at("127.0.0.1");

        assertThat(server.watched()).isFalse();
        assertThat(server.here()).isTrue();
        assertThat(server.unwatched()).hasValueSatisfying(why -> assertThat(why).contains("listens on port 8080"));
    }

    @Test
    void a_process_that_may_not_be_looked_into_is_named_by_its_user() throws IOException {
        system.with("proc/net/tcp", socket("0100007F:1F90", "0A", 33, 7));
        system.with("proc/99000010/comm", "nginx\n");

        assertThat(at("127.0.0.1").unwatched())
                .hasValueSatisfying(
                        why -> assertThat(why).contains("belongs to user 33").contains("set the server's process id"));
    }

    @Test
    void what_only_passes_connections_on_is_not_the_server() throws IOException {
        system.with("proc/net/tcp", socket("0100007F:1F90", "0A", 0, 7));
        process(99_000_010, "docker-proxy", 7);
        assertThat(at("127.0.0.1").unwatched())
                .hasValueSatisfying(why -> assertThat(why).contains("held by docker-proxy"));

        process(99_000_011, "java", 7);
        assertThat(at("127.0.0.1").pids()).containsExactly(99_000_011L);
    }

    @Test
    void a_server_in_the_clients_own_process_cannot_be_distinguished_from_it() throws IOException {
        system.with("proc/net/tcp", socket("0100007F:1F90", "0A", 0, 7));
        process(SELF, "java", 7);

        ServerProcesses server = at("127.0.0.1");

        assertThat(server.pids()).isEmpty();
        assertThat(server.here()).isTrue();
        assertThat(server.unwatched()).hasValue("it runs in the client's own process");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void this_machine_tells_who_listens() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ListeningProcesses.at("localhost", socket.getLocalPort()).unwatched())
                    .hasValue("it runs in the client's own process");
        }
    }

    @Test
    void another_machine_is_not_looked_at() {
        // An address for documentation (RFC 5737).
        ServerProcesses server = ListeningProcesses.at("192.0.2.1", 80);

        assertThat(server.here()).isFalse();
        assertThat(server.unwatched()).hasValue("it is on another machine");
    }
}
