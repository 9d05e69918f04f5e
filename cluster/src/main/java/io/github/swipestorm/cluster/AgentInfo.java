package io.github.swipestorm.cluster;

import org.jgroups.Address;

/**
 * An agent as it presents itself.
 *
 * @param member of the cluster
 * @param name its machine and port
 * @param address where other members reach it
 * @param machine the name of its machine
 * @param cores that its JVM may use
 * @param version of the program
 * @param java version of its JVM
 * @param busyWith who has sent the plan that it executes; empty for an agent that is free
 * @param capacity the highest rate of its machine by a calibration, in requests per second; 0 for none
 */
public record AgentInfo(
        Address member,
        String name,
        String address,
        String machine,
        int cores,
        String version,
        String java,
        String busyWith,
        double capacity) {}
