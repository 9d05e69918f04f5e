package io.github.swipestorm.client.verdict;

/**
 * The machine and JVM for which a calibration is valid: where any of these differs, it is not.
 *
 * @param os name, version and architecture
 * @param cpus that the JVM may use
 * @param java version of the JVM
 * @param jvm its name and vendor
 */
public record HostFingerprint(String os, int cpus, String java, String jvm) {

    /** This machine and JVM. */
    public static HostFingerprint current() {
        return new HostFingerprint(
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.version"),
                System.getProperty("java.vm.name") + ", " + System.getProperty("java.vendor"));
    }
}
