package io.github.swipestorm.client.preflight;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * This machine's limits for the client.
 *
 * @param openFiles empty where it cannot be read
 * @param localPorts empty where it cannot be read
 */
public record HostLimits(Optional<OpenFiles> openFiles, Optional<LocalPorts> localPorts) {

    private static final String OPEN_FILES = "Max open files";

    /**
     * Limits of open files, sockets included; {@link Long#MAX_VALUE} is no limit.
     *
     * @param soft of one process: {@code ulimit -n}. The JVM raises its own to the hard limit by itself
     * @param hard up to which a process may raise its own: {@code ulimit -Hn}
     * @param leftOnMachine how many more all processes together may open before {@code fs.file-max} is reached
     */
    public record OpenFiles(long soft, long hard, long leftOnMachine) {}

    /** The limits of this process on this machine; unknown on systems other than Linux. */
    public static HostLimits current() {
        return of(Path.of("/proc"));
    }

    /**
     * The limits that Linux's proc file system shows, as described in proc(5). Entries that are missing or not understood
     * are left out: an unknown limit causes no warning.
     *
     * @param proc where it is mounted
     */
    static HostLimits of(Path proc) {
        return new HostLimits(openFiles(proc), localPorts(proc));
    }

    private static Optional<OpenFiles> openFiles(Path proc) {
        try (Stream<String> lines = Files.lines(proc.resolve("self/limits"))) {
            String[] limits = lines.filter(line -> line.startsWith(OPEN_FILES))
                    .findFirst()
                    .map(line -> words(line.substring(OPEN_FILES.length())))
                    .orElseThrow(() -> new IOException("no " + OPEN_FILES));
            String[] machine = wordsOf(proc.resolve("sys/fs/file-nr"));
            return Optional.of(new OpenFiles(
                    limit(limits[0]), limit(limits[1]), Long.parseLong(machine[2]) - Long.parseLong(machine[0])));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<LocalPorts> localPorts(Path proc) {
        try {
            String[] range = wordsOf(proc.resolve("sys/net/ipv4/ip_local_port_range"));
            return Optional.of(new LocalPorts(
                    Integer.parseInt(range[0]),
                    Integer.parseInt(range[1]),
                    Integer.parseInt(wordsOf(proc.resolve("sys/net/ipv4/tcp_tw_reuse"))[0])));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static String[] wordsOf(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return words(lines.get(0));
    }

    private static String[] words(String text) {
        return text.strip().split("\\s+");
    }

    private static long limit(String word) {
        return word.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(word);
    }
}
