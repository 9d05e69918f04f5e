package io.github.swipestorm.client.setting;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Why a plan is invalid. A {@link PlanException} carries it; its text names settings as a program's users know them.
 */
public sealed interface PlanProblem {

    /** One line that names the value and the remedy. */
    String message(SettingNames names);

    /**
     * A number is too low or too high.
     *
     * @param most {@link Long#MAX_VALUE} when there is no upper limit
     */
    record NumberOutOfRange(Setting setting, long value, long least, long most) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return capitalized(names.of(setting) + " must be "
                    + (most == Long.MAX_VALUE ? "at least " + least : least + " to " + most) + ", not " + value);
        }
    }

    /**
     * A time is too short or too long.
     *
     * @param most empty when there is no upper limit
     */
    record TimeOutOfRange(Setting setting, Duration value, Duration least, Optional<Duration> most)
            implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            String range = most.map(longest -> Times.text(least) + " to " + Times.text(longest))
                    .orElseGet(() -> "at least " + Times.text(least));
            return capitalized(names.of(setting) + " must be " + range + ", not " + Times.text(value));
        }
    }

    /**
     * A stage is too short or too long, or all stages together are.
     *
     * @param together whether it is about all stages together
     */
    record StageOutOfRange(boolean together, Duration value, Duration least, Duration most) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return (together ? "All stages together must last " : "A stage must last ") + Times.text(least) + " to "
                    + Times.text(most) + ", not " + Times.text(value);
        }
    }

    /**
     * The transport lacks a capability.
     *
     * @param setting what it does not support
     * @param value of the setting; empty where it has none, or where it must not be shown
     * @param transport its name
     * @param instead the name of a transport that can; empty when there is none
     */
    record Unsupported(Setting setting, OptionalInt value, String transport, Optional<String> instead)
            implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "Transport " + transport + " does not support " + names.of(setting) + ": leave "
                    + (value.isPresent() ? names.of(setting, value.getAsInt()) : names.of(setting)) + " out"
                    + instead.map(other -> ", or use " + names.of(Setting.TRANSPORT, other))
                            .orElse("");
        }
    }

    /**
     * The target requires a protocol that the transport does not speak.
     *
     * @param protocol its name
     * @param target its URL
     * @param transport its name
     * @param instead the name of a transport that can; empty when there is none
     */
    record NotSpoken(String protocol, String target, String transport, Optional<String> instead)
            implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "Transport " + transport + " does not speak " + protocol + ", which " + target + " requires"
                    + instead.map(other -> ": use " + names.of(Setting.TRANSPORT, other))
                            .orElse("");
        }
    }

    /**
     * A setting is for HTTP, which the target does not speak.
     *
     * @param target its URL
     */
    record HttpOnly(Setting setting, String target) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return capitalized(names.of(setting) + " is for HTTP, which " + target + " does not speak: leave it out");
        }
    }

    /**
     * The workload and the target speak different protocols.
     *
     * @param workload its name
     * @param operation the name of one that does not suit the target
     * @param tcp whether the operation is for plain TCP, and the target for HTTP; otherwise it is the other way round
     * @param target its URL
     */
    record WrongProtocol(String workload, String operation, boolean tcp, String target) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return tcp
                    ? "The workload " + workload + " sends bytes over plain TCP ('" + operation + "'), and " + target
                            + " is for HTTP: use " + names.of(Setting.TARGET, "tcp://HOST:PORT")
                            + ", or a workload whose operations have a 'path'"
                    : "The workload " + workload + " sends HTTP requests ('" + operation + "'), and " + target
                            + " is for plain TCP: use a " + names.of(Setting.WORKLOAD)
                            + " whose operations have 'send', or " + names.of(Setting.TARGET, "http://HOST:PORT");
        }
    }

    /**
     * A value cannot be used, such as a file without what it should hold.
     *
     * @param why ends the sentence
     */
    record Unusable(Setting setting, String value, String why) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return capitalized(names.of(setting, value) + " cannot be used: " + why);
        }
    }

    /**
     * This version of Java lacks a feature that the plan needs.
     *
     * @param needed the first version that has it
     * @param present this version
     */
    record JavaTooOld(Setting setting, int needed, int present) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "This is Java " + present + ", and " + names.of(setting) + " needs Java " + needed
                    + " or newer: leave " + names.of(setting) + " out, or run a newer Java";
        }
    }

    /** Two settings that cannot be used together. */
    record Contradiction(Setting one, Setting other) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return capitalized(
                    names.of(one) + " and " + names.of(other) + " contradict each other: leave one of them out");
        }
    }

    /** With a rate, one worker would send the whole batch, including requests that are due for others. */
    record BatchWithRate(int batch) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "With a rate, a batch of " + batch
                    + " requests would make one worker send requests that are due for others: use "
                    + names.of(Setting.BATCH, 1);
        }
    }

    /**
     * No request is ever due.
     *
     * @param setting the rate, the stages of a rate, or the users of stages
     */
    record NothingDue(Setting setting) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return switch (setting) {
                case RATE -> "A rate of 0 sends nothing: without " + names.of(Setting.STAGES) + " it must be higher";
                case USERS -> "The stages send nothing: one of their numbers of users must be above 0";
                default -> "The stages send nothing: one of their rates must be above 0";
            };
        }
    }

    /** The size of bursts does not change. */
    record BurstsWithStages() implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "Bursts have one size all the time: leave " + names.of(Setting.STAGES) + " out";
        }
    }

    /**
     * The stages of users say when how many workers send, and so when the run ends.
     *
     * @param other the setting that says something else
     */
    record UsersByStages(Setting other) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The stages say how many users are active and when the run ends: leave " + names.of(other) + " out";
        }
    }

    /**
     * The workload has fewer requests than the run may send.
     *
     * @param most that the workload has, each of which can be sent once
     */
    record TooManyRequests(long most) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The workload has " + most + " rows of data that are used once, and the run may send more: use "
                    + names.of(Setting.REQUESTS, most) + " at most, or let rows be used again";
        }
    }

    /**
     * Load that is not counted would use data that can be used once.
     *
     * @param setting what sends it
     */
    record UsedUpBefore(Setting setting) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The workload's data are used once, and " + names.of(setting)
                    + " would send them before the run: leave it out, or let rows be used again";
        }
    }

    /**
     * A plan cannot be split among the machines, because it has fewer workers, requests or connections than there are machines.
     *
     * @param setting of which there are fewer
     * @param number how many there are
     * @param machines that the plan is shared among
     */
    record FewerThanMachines(Setting setting, long number, int machines) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return names.of(setting, number) + " cannot be shared among " + machines
                    + " agents, since each needs at least 1: use more, or fewer agents";
        }
    }

    /**
     * The files that a plan names are too large to be sent to other machines.
     *
     * @param bytes of all of them
     * @param most bytes that are sent
     */
    record FilesTooLarge(long bytes, long most) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The plan's files have " + bytes + " bytes, and agents get at most " + most
                    + ": use smaller ones, or run without agents";
        }
    }

    /** Steps that are done once, before or after a run, cannot be shared among machines. */
    record OnceForAll() implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The workload has steps that are done once, before or after the run, which agents cannot share: leave them"
                    + " out and do them apart, or run without agents";
        }
    }

    /**
     * A scenario has workers of its own, and fewer than there are machines.
     *
     * @param scenario with those workers
     * @param workers that it has
     * @param machines that the plan is shared among
     */
    record RoleOfFewerThanMachines(String scenario, int workers, int machines) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The scenario '" + scenario + "' has " + workers + " workers, which cannot be shared among "
                    + machines + " agents, since each needs at least 1: use more, or fewer agents";
        }
    }

    /**
     * The roles of the workload say how many workers there are.
     *
     * @param threads that were asked for
     * @param workers of all roles together
     */
    record WorkersOfRoles(int threads, int workers) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The roles of the workload have " + workers + " workers together, and " + names.of(Setting.THREADS)
                    + " asks for " + threads + ": leave it out, or change the roles";
        }
    }

    /** Each role of a workload may have a rate of its own. */
    record RatesOfRoles() implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The workload has roles, which have rates of their own: leave out " + names.of(Setting.RATE)
                    + " and " + names.of(Setting.STAGES) + ", and give each role its 'rate'";
        }
    }

    /** Only in an open loop can something be due that finds no free worker. */
    record GrowthWithoutRate() implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return names.of(Setting.MAX_THREADS) + " is for an open loop, where requests are due although no worker is"
                    + " free, and for a single run with " + names.of(Setting.DURATION)
                    + ", on this machine, whose users are changed from its live view: add " + names.of(Setting.RATE)
                    + " or that view, or use more " + names.of(Setting.THREADS);
        }
    }

    /** The workers that begin later would own a share that nobody else sends until then. */
    record GrowthWithShares(String model) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "With the model " + model + " every worker owns a share of the requests from the beginning, so that "
                    + names.of(Setting.MAX_THREADS) + " has no effect: use another model, or more "
                    + names.of(Setting.THREADS);
        }
    }

    /** The workers of a role are its users. */
    record UsersOfRoles() implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The workload has roles, which have workers of their own: leave out " + names.of(Setting.STAGES)
                    + " of users, or use a workload without roles";
        }
    }

    /** A user takes one step after the other, so that it cannot have several requests in flight. */
    record PipelinedScenarios(String workload) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The workload " + workload + " has scenarios, whose steps follow each other: leave out "
                    + names.of(Setting.PIPELINE);
        }
    }

    /**
     * Iterations begin with a new connection, and workers share connections.
     *
     * @param sharing the setting by which they do
     */
    record SharedConnections(String workload, Setting sharing) implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "The workload " + workload
                    + " has scenarios with a new connection for each iteration, so that workers cannot "
                    + "share one: leave out " + names.of(sharing);
        }
    }

    /** Nothing says what is to be sent. */
    record NoWorkload() implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "A plan needs a " + names.of(Setting.WORKLOAD) + " that says what is to be sent";
        }
    }

    /** Neither a number of requests nor a duration ends the run. */
    record NoEnd() implements PlanProblem {

        @Override
        public String message(SettingNames names) {
            return "A run needs an end: set " + names.of(Setting.REQUESTS) + " or " + names.of(Setting.DURATION);
        }
    }

    private static String capitalized(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }
}
