package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The CPU quota of the control groups that a process is in, by either version: {@code cpu.max} holds quota and period, of
 * which the quota may be {@code max} (cgroup v2, the kernel's admin-guide/cgroup-v2); {@code cpu.cfs_quota_us} and {@code
 * cpu.cfs_period_us} hold them apart, with a quota of -1 for none (v1, sched-bwc). A group's ancestors limit it, too.
 */
final class ControlGroup {

    /** A line of {@code /proc/PID/cgroup}: number, controllers, path (cgroups(7)). */
    private static final Pattern MEMBERSHIP = Pattern.compile("\\d+:([^:]*):(/.*)");
    /** A line of {@code /proc/PID/mountinfo}: mount point, and after the dash file system and its options. */
    private static final Pattern MOUNT = Pattern.compile("\\d+ \\d+ \\S+ \\S+ (\\S+) .* - (cgroup2?) \\S+ (\\S+)");

    private ControlGroup() {}

    /** How many cores the control groups allow a process; empty when they set no limit, or when it cannot be read. */
    static OptionalDouble quota(Path root, Path process) {
        OptionalDouble least = OptionalDouble.empty();
        try {
            for (String mountLine :
                    SystemFile.once(process.resolve("mountinfo")).split("\n")) {
                Matcher mount = MOUNT.matcher(mountLine);
                if (mount.matches()) {
                    boolean second = mount.group(2).equals("cgroup2");
                    boolean cpu = second || hasWord(mount.group(3), "cpu");
                    OptionalDouble quota = cpu
                            ? quota(root.resolve(mount.group(1).substring(1)), path(process, second), second)
                            : OptionalDouble.empty();
                    least = least(least, quota);
                }
            }
        } catch (IOException e) {
            return least;
        }
        return least;
    }

    private static boolean hasWord(String list, String word) {
        return ("," + list + ",").contains("," + word + ",");
    }

    private static String path(Path process, boolean second) throws IOException {
        for (String line : SystemFile.once(process.resolve("cgroup")).split("\n")) {
            Matcher membership = MEMBERSHIP.matcher(line);
            if (membership.matches()
                    && (second ? membership.group(1).isEmpty() : hasWord(membership.group(1), "cpu"))) {
                return membership.group(2);
            }
        }
        return "/";
    }

    /**
     * The least quota from the group up to the mount; in a container the path may refer to directories that only the
     * host sees.
     */
    private static OptionalDouble quota(Path mount, String path, boolean second) {
        OptionalDouble least = OptionalDouble.empty();
        Path group = mount.resolve(path.substring(1)).normalize();
        for (; group != null && group.startsWith(mount); group = group.getParent()) {
            least = least(least, second ? ofSecond(group) : ofFirst(group));
        }
        return least;
    }

    private static OptionalDouble ofSecond(Path group) {
        try {
            String[] words = SystemFile.once(group.resolve("cpu.max")).strip().split(" ");
            return words.length == 2 ? ratio(words[0], words[1]) : OptionalDouble.empty();
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }

    private static OptionalDouble ofFirst(Path group) {
        try {
            return ratio(
                    SystemFile.once(group.resolve("cpu.cfs_quota_us")).strip(),
                    SystemFile.once(group.resolve("cpu.cfs_period_us")).strip());
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }

    /** Empty for text that is not a number, including the keywords for "no limit". */
    private static OptionalDouble ratio(String quota, String period) {
        boolean numbers = quota.matches("\\d{1,15}") && period.matches("[1-9]\\d{0,14}");
        return numbers
                ? OptionalDouble.of(Double.parseDouble(quota) / Double.parseDouble(period))
                : OptionalDouble.empty();
    }

    private static OptionalDouble least(OptionalDouble one, OptionalDouble other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        return OptionalDouble.of(Math.min(one.getAsDouble(), other.getAsDouble()));
    }
}
