package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The part of a plan that one of several machines executes: of everything that is numbered from 0, such as requests, iterations and
 * workers, machine m of M has m, m + M, m + 2M and so on. Because a request is a pure function of its number, all machines together
 * send exactly what one would have sent.
 *
 * @param machine from 0
 * @param machines at least 1, and more than {@code machine}
 */
public record MachineShare(int machine, int machines) {

    /** The share of the only machine: everything. */
    public static final MachineShare WHOLE = new MachineShare(0, 1);

    public MachineShare {
        if (machine < 0 || machine >= machines) {
            throw new IllegalArgumentException("There is no machine " + machine + " of " + machines);
        }
    }

    /** The shares of this many machines, in order; together they are everything. */
    public static List<MachineShare> all(int machines) {
        return IntStream.range(0, machines)
                .mapToObj(machine -> new MachineShare(machine, machines))
                .toList();
    }

    /** Whether it is everything. */
    public boolean whole() {
        return machines == 1;
    }

    /**
     * How many of the first {@code all} are in this share.
     *
     * @param all 0 or more; {@link WorkItems#UNBOUNDED} stays what it is
     */
    public long count(long all) {
        return all == WorkItems.UNBOUNDED ? all : all / machines + (machine < all % machines ? 1 : 0);
    }

    /** The part of a rate of the whole plan that falls to this share. */
    public double ofRate(double perSecond) {
        return perSecond / machines;
    }

    /** The number in the whole plan of what has the number {@code own}, from 0, in this share. */
    public long number(long own) {
        return own * machines + machine;
    }

    /**
     * How many of the first {@code all} requests or iterations are in this share: each role has its own part of them, and this share
     * has its part of each.
     *
     * @param all 0 or more; {@link WorkItems#UNBOUNDED} stays what it is
     * @param roles of the workload; 0 and 1 are the same
     */
    private long count(long all, int roles) {
        return all == WorkItems.UNBOUNDED || roles <= 1
                ? count(all)
                : all(roles).stream().mapToLong(role -> count(role.count(all))).sum();
    }

    /** This share of {@code all}, of which each machine needs one. */
    int atLeastOne(Setting setting, int all) {
        return Math.toIntExact(atLeastOne(setting, all, 1));
    }

    /** This share of {@code all} requests or iterations of some roles, of which each machine needs one. */
    long atLeastOne(Setting setting, long all, int roles) {
        if (all < machines || new MachineShare(machines - 1, machines).count(all, roles) == 0) {
            throw new PlanException(new PlanProblem.FewerThanMachines(setting, all, machines));
        }
        return count(all, roles);
    }
}
