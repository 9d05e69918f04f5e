package io.github.swipestorm.client.telemetry;

import io.github.swipestorm.client.setting.Setting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the processes that listen on a port of this machine: the sockets in state LISTEN of {@code /proc/net/tcp} and {@code
 * tcp6} (the kernel's networking/proc_net_tcp), and the processes that have one of them among their descriptors (proc_pid_fd(5)).
 * Several processes may share a socket, or a port (SO_REUSEPORT): all of them are found, with their descendants.
 */
public final class ListeningProcesses {

    private static final String LISTEN = "0A";
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int USER = 7;
    private static final int INODE = 9;
    /** An IPv4 address in an IPv6 socket, as the kernel writes it. */
    private static final String MAPPED = "0000000000000000FFFF0000";
    /**
     * These processes listen for a server that runs elsewhere, often in a container, or open the sockets of services
     * that they start; the names as truncated by the kernel.
     */
    private static final Set<String> FORWARDERS = Set.of(
            "docker-proxy",
            "rootlessport",
            "slirp4netns",
            "pasta",
            "pasta.avx2",
            "ssh",
            "sshd",
            "kubectl",
            "socat",
            "gvproxy",
            "wslrelay",
            "systemd");

    private final Path proc;
    private final long self;

    ListeningProcesses(Path proc, long self) {
        this.proc = proc;
        this.self = self;
    }

    /**
     * The server at an address, if that is one of this machine's.
     *
     * @param host a name or an address
     */
    public static ServerProcesses at(String host, int port) {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            return ServerProcesses.elsewhere("its name has no address");
        }
        for (InetAddress address : addresses) {
            if (!isThisMachine(address)) {
                return ServerProcesses.elsewhere("it is on another machine");
            }
        }
        return new ListeningProcesses(Path.of("/proc"), ProcessHandle.current().pid()).on(List.of(addresses), port);
    }

    private static boolean isThisMachine(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    private record Listener(String address, String inode, String user) {}

    /** The processes that listen on a port at one of some addresses; the first address with any counts. */
    ServerProcesses on(List<InetAddress> addresses, int port) {
        List<Listener> all;
        try {
            all = listeners(port);
        } catch (IOException e) {
            return ServerProcesses.hidden("this system does not report which process listens on port " + port);
        }
        for (InetAddress address : addresses) {
            List<Listener> here = at(address, all);
            if (!here.isEmpty()) {
                return holders(here, port);
            }
        }
        return ServerProcesses.hidden(
                "no process that can be seen from here listens on port " + port + ", perhaps because of a container");
    }

    private List<Listener> listeners(int port) throws IOException {
        List<Listener> found = new ArrayList<>();
        found.addAll(listeners("net/tcp", port));
        if (Files.exists(proc.resolve("net/tcp6"))) {
            found.addAll(listeners("net/tcp6", port));
        }
        return found;
    }

    private List<Listener> listeners(String file, int port) throws IOException {
        String end = String.format(Locale.ROOT, ":%04X", port);
        List<Listener> found = new ArrayList<>();
        for (String line : SystemFile.once(proc.resolve(file)).split("\n")) {
            // A busy client has tens of thousands of lines here.
            if (!line.contains(end)) {
                continue;
            }
            String[] words = line.strip().split("\\s+");
            if (words.length > INODE && words[STATE].equals(LISTEN) && words[LOCAL].endsWith(end)) {
                found.add(new Listener(
                        words[LOCAL].substring(0, words[LOCAL].length() - end.length()), words[INODE], words[USER]));
            }
        }
        return found;
    }

    /** A socket of the exact address takes precedence over one of all addresses, as in the kernel. */
    private static List<Listener> at(InetAddress address, List<Listener> all) {
        String exact = asKernelWrites(address.getAddress());
        boolean four = exact.length() == 8;
        List<Listener> exactly = all.stream()
                .filter(one ->
                        one.address().equals(exact) || (four && one.address().equals(MAPPED + exact)))
                .toList();
        return exactly.isEmpty()
                ? all.stream()
                        .filter(one -> one.address().matches("0+")
                                && (four || one.address().length() == exact.length()))
                        .toList()
                : exactly;
    }

    /**
     * Words of four bytes in hexadecimal digits, each in the byte order of this machine; Linux servers are
     * little-endian.
     */
    private static String asKernelWrites(byte[] address) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < address.length; word += 4) {
            for (int i = 3; i >= 0; i--) {
                text.append(String.format(Locale.ROOT, "%02X", address[word + i]));
            }
        }
        return text.toString();
    }

    private ServerProcesses holders(List<Listener> listeners, int port) {
        Set<String> wanted = new HashSet<>();
        listeners.forEach(listener -> wanted.add("socket:[" + listener.inode() + "]"));
        Set<String> missing = new HashSet<>(wanted);
        Set<Long> pids = new TreeSet<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process, wanted, missing)) {
                    pids.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            return ServerProcesses.hidden("this system does not list its processes");
        }
        if (!missing.isEmpty()) {
            String user = listeners.stream()
                    .filter(listener -> missing.contains("socket:[" + listener.inode() + "]"))
                    .map(Listener::user)
                    .findFirst()
                    .orElseThrow();
            return ServerProcesses.hidden("the process that listens on port " + port + " belongs to user " + user
                    + ", whose processes this user may not inspect: set " + Setting.SERVER_PID);
        }
        return named(pids, port);
    }

    private ServerProcesses named(Set<Long> pids, int port) {
        List<Long> servers = new ArrayList<>();
        String forwarder = "";
        for (long pid : pids) {
            String name = name(pid);
            if (FORWARDERS.contains(name)) {
                forwarder = name;
            } else if (pid != self) {
                servers.add(pid);
            }
        }
        if (!servers.isEmpty()) {
            return new ServerProcesses(
                    true,
                    ServerProcesses.withDescendants(servers.stream().mapToLong(Long::longValue)),
                    Optional.empty());
        }
        return ServerProcesses.hidden(
                forwarder.isEmpty()
                        ? "it runs in the client's own process"
                        : "port " + port + " is held by " + forwarder + ", which is not the server itself");
    }

    private String name(long pid) {
        try {
            return SystemFile.once(proc.resolve(Long.toString(pid)).resolve("comm"))
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether a process has one of the sockets open; removes those found from the missing ones. */
    private static boolean holds(Path process, Set<String> wanted, Set<String> missing) {
        boolean holds = false;
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                String what = target(descriptor);
                if (wanted.contains(what)) {
                    holds = true;
                    missing.remove(what);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // It has ended, or belongs to another user: if it was wanted, its socket stays missing.
            return holds;
        }
        return holds;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
