package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.verdict.HostFingerprint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Properties;

/**
 * The software and the machine that a run was made with.
 *
 * @param swipestorm version of this project
 * @param commit of this project, with {@code -dirty} behind it when the tree had changes; {@code unknown} outside git
 * @param java version of the JVM
 * @param jvm its name and vendor
 * @param jvmFlags that its user started it with, without passwords
 * @param os name, version and architecture
 * @param cpus that the JVM may use
 * @param maxHeapBytes the most that its heap may take
 */
public record Environment(
        String swipestorm,
        String commit,
        String java,
        String jvm,
        List<String> jvmFlags,
        String os,
        int cpus,
        long maxHeapBytes) {

    /** Of the launcher, so that classes load faster; two runs may differ in them and be comparable. */
    private static final List<String> LAUNCHERS =
            List.of("-Dswipestorm.archive=", "-XX:SharedArchiveFile=", "-Xlog:cds");

    /** The environment of this JVM. */
    public static Environment current() {
        HostFingerprint machine = HostFingerprint.current();
        Properties build = new Properties();
        try (InputStream resource = Environment.class.getResourceAsStream("build.properties")) {
            build.load(resource);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Environment(
                build.getProperty("version"),
                build.getProperty("commit"),
                machine.java(),
                machine.jvm(),
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(flag -> LAUNCHERS.stream().noneMatch(flag::startsWith))
                        .map(Redaction::of)
                        .toList(),
                machine.os(),
                machine.cpus(),
                Runtime.getRuntime().maxMemory());
    }
}
