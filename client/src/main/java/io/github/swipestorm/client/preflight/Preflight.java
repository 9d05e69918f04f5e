package io.github.swipestorm.client.preflight;

import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.transport.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks, before a run, that this machine has the resources that the plan needs. Each warning is one line that ends
 * with the command that fixes it. A warning does not prevent the run, which may end before it meets the limit.
 */
public final class Preflight {

    /**
     * Open files of a process besides its connections: jars, selectors, the run's files, and both ends of the
     * connections of the self warm-up.
     */
    private static final long OTHER_FILES = 250;

    /** The widest range without the ports below 1024, which are reserved for system services. */
    private static final LocalPorts WIDEST = new LocalPorts(1_024, 65_535, 0);

    private Preflight() {}

    /**
     * Checks a plan.
     *
     * @param ownServer whether the client starts the target server on the same machine
     */
    public static List<String> warnings(LoadPlan plan, boolean ownServer, HostLimits limits) {
        List<String> warnings = new ArrayList<>();
        int connections = plan.transport().connections(plan.workers());
        limits.openFiles().ifPresent(files -> {
            perProcess(plan.workers(), connections, ownServer, files).ifPresent(warnings::add);
            onMachine(plan.workers(), connections, ownServer, files).ifPresent(warnings::add);
        });
        limits.localPorts()
                .flatMap(ports -> plan.transport().keepAlive() ? kept(connections, ports) : renewed(plan, ports))
                .ifPresent(warnings::add);
        return warnings;
    }

    private static Optional<String> perProcess(
            int threads, int connections, boolean ownServer, HostLimits.OpenFiles files) {
        long needed = connections + OTHER_FILES;
        if (needed <= files.soft()) {
            return Optional.empty();
        }
        String command = needed <= files.hard()
                ? "ulimit -n " + needed
                : "sudo prlimit --pid $$ --nofile=" + needed + ":" + needed;
        return Optional.of(threads + " threads need some " + needed + " open files in the client"
                + (ownServer ? " and as many in the server that it starts" : "") + ", and a process may have "
                + files.soft() + " here; first, in the shell that starts it: " + command);
    }

    /** Each connection has two ends, and the server's is on this machine as well when the client has started it. */
    private static Optional<String> onMachine(
            int threads, int connections, boolean ownServer, HostLimits.OpenFiles files) {
        long needed = (connections + OTHER_FILES) * (ownServer ? 2 : 1);
        long missing = needed - files.leftOnMachine();
        return missing <= 0
                ? Optional.empty()
                : Optional.of(threads + " threads need some " + needed + " open files"
                        + (ownServer ? ", those of the server included" : "") + ", and this machine has "
                        + files.leftOnMachine() + " left: sudo sysctl -w fs.file-max=$(($(cat /proc/sys/fs/file-max) + "
                        + missing + "))");
    }

    private static Optional<String> kept(int connections, LocalPorts ports) {
        if (connections <= ports.size()) {
            return Optional.empty();
        }
        return Optional.of(connections + " connections need as many local ports, and there are " + described(ports)
                + ": " + (connections <= WIDEST.size() ? widen() : "use at most " + WIDEST.size() + " threads"));
    }

    private static Optional<String> renewed(LoadPlan plan, LocalPorts ports) {
        long seconds = ports.heldFor(plan.target().loopback()).toSeconds();
        long sustained = ports.size() / seconds;
        // A closed loop is as fast as the server; where ports are reusable at once it will not run out of them.
        Optional<Double> offered = plan.openLoop().map(OpenLoop::peakPerSecond).map(plan.share()::ofRate);
        boolean fewConnections = plan.requests() != WorkItems.UNBOUNDED && plan.requests() <= ports.size();
        boolean slowEnough = offered.map(rate -> rate <= sustained).orElse(seconds == 1);
        if (fewConnections || slowEnough || plan.transport().kind().can(Capability.RESET_ON_CLOSE)) {
            return Optional.empty();
        }
        return Optional.of("With " + Setting.NO_KEEP_ALIVE
                + ", each request takes a local port, a closed connection may keep it for "
                + seconds + " s, and there are " + described(ports) + ", enough for " + sustained
                + " requests a second"
                + offered.map(rate -> " where up to " + Math.round(rate) + " are due")
                        .orElse("") + ": "
                + remedy(seconds, ports));
    }

    private static String remedy(long seconds, LocalPorts ports) {
        if (seconds > 1) {
            return "sudo sysctl -w net.ipv4.tcp_tw_reuse=1";
        }
        return ports.size() < WIDEST.size() ? widen() : "use a lower " + Setting.RATE;
    }

    private static String widen() {
        return "sudo sysctl -w net.ipv4.ip_local_port_range='" + WIDEST.first() + " " + WIDEST.last() + "'";
    }

    private static String described(LocalPorts ports) {
        return ports.size() + " (" + ports.first() + " to " + ports.last() + ")";
    }
}
