package io.github.swipestorm.client.telemetry;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The processes that are sampled as the server. Immutable.
 *
 * @param here whether the server runs on this machine, as far as it is known
 * @param pids their ids; empty when none is sampled
 * @param unwatched why none is sampled; empty when some are
 */
public record ServerProcesses(boolean here, List<Long> pids, Optional<String> unwatched) {

    public ServerProcesses {
        pids = List.copyOf(pids);
    }

    /** A process and its current descendants, except this process and its own: a server may consist of many. */
    public static ServerProcesses of(long pid) {
        return new ServerProcesses(true, withDescendants(LongStream.of(pid)), Optional.empty());
    }

    /** A server on this machine that is not sampled. */
    static ServerProcesses hidden(String why) {
        return new ServerProcesses(true, List.of(), Optional.of(why));
    }

    /** A server that may be on any other machine. */
    public static ServerProcesses elsewhere(String why) {
        return new ServerProcesses(false, List.of(), Optional.of(why));
    }

    /** Whether there is one to sample. */
    boolean watched() {
        return !pids.isEmpty();
    }

    static List<Long> withDescendants(LongStream pids) {
        ProcessHandle self = ProcessHandle.current();
        List<Long> own = Stream.concat(Stream.of(self), self.descendants())
                .map(ProcessHandle::pid)
                .toList();
        return pids.boxed()
                .flatMap(pid -> Stream.concat(
                        Stream.of(pid),
                        ProcessHandle.of(pid).stream()
                                .flatMap(ProcessHandle::descendants)
                                .map(ProcessHandle::pid)
                                .filter(descendant -> !own.contains(descendant))))
                .distinct()
                .sorted()
                .toList();
    }
}
