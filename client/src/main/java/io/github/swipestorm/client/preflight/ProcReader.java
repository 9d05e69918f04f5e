package io.github.swipestorm.client.preflight;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads Linux's limits from the proc file system, as described in proc(5). Entries that are missing or not understood
 * are left out: an unknown limit causes no warning.
 *
 * @param proc where it is mounted
 */
record ProcReader(Path proc) {

    private static final String OPEN_FILES = "Max open files";

    HostLimits read() {
        return new HostLimits(openFiles(), localPorts());
    }

    private Optional<HostLimits.OpenFiles> openFiles() {
        try (Stream<String> lines = Files.lines(proc.resolve("self/limits"))) {
            String[] limits = lines.filter(line -> line.startsWith(OPEN_FILES))
                    .findFirst()
                    .map(line -> words(line.substring(OPEN_FILES.length())))
                    .orElseThrow(() -> new IOException("no " + OPEN_FILES));
            String[] machine = wordsOf("sys/fs/file-nr");
            return Optional.of(new HostLimits.OpenFiles(
                    limit(limits[0]), limit(limits[1]), Long.parseLong(machine[2]) - Long.parseLong(machine[0])));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private Optional<LocalPorts> localPorts() {
        try {
            String[] range = wordsOf("sys/net/ipv4/ip_local_port_range");
            return Optional.of(new LocalPorts(
                    Integer.parseInt(range[0]),
                    Integer.parseInt(range[1]),
                    Integer.parseInt(wordsOf("sys/net/ipv4/tcp_tw_reuse")[0])));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private String[] wordsOf(String file) throws IOException {
        List<String> lines = Files.readAllLines(proc.resolve(file));
        return words(lines.get(0));
    }

    private static String[] words(String text) {
        return text.strip().split("\\s+");
    }

    private static long limit(String word) {
        return word.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(word);
    }
}
