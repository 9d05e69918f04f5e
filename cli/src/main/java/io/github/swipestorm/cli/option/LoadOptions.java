package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.transport.TransportType;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Options for the number of workers, the sending model and the transport. A command that varies one of them has the
 * others as mixins of their own.
 */
public final class LoadOptions {

    @Mixin
    private Threads threadsOption;

    @Mixin
    private Model modelOption;

    @Mixin
    private Transport transportOption;

    public Threads threads() {
        return threadsOption;
    }

    public SendingModel model() {
        return modelOption.model;
    }

    /** The transport that is named; empty when one is to be chosen. */
    public Optional<TransportType> transport() {
        return transportOption.typed();
    }

    /** The options for the number of workers. */
    public static final class Threads {

        static final int USUAL = 200;

        @Option(
                names = {"-t", "--threads"},
                paramLabel = "N",
                description = "Workers that send at once (default: " + USUAL + ", or those of the workload's roles).")
        private Integer threads;

        @Option(
                names = "--users",
                paramLabel = "N",
                description = "The same as --threads; with --stages of users, how many there are at the beginning "
                        + "(default: 0).")
        private Integer users;

        /**
         * How many there are.
         *
         * @throws IllegalArgumentException with a user-facing message when two numbers are given
         */
        public int count() {
            return given().orElse(USUAL);
        }

        /**
         * How many there are, as far as options say.
         *
         * @throws IllegalArgumentException with a user-facing message when two numbers are given
         */
        public OptionalInt given() {
            if (threads != null && users != null) {
                throw new IllegalArgumentException("--users " + users + " and --threads " + threads
                        + " are two names of one thing: leave one of them out");
            }
            if (users != null) {
                PlanException.requireInRange(Setting.USERS, users, 1, LoadPlan.MOST_THREADS);
            }
            return threads == null ? users() : OptionalInt.of(threads);
        }

        /** The number that --users gives. */
        OptionalInt users() {
            return users == null ? OptionalInt.empty() : OptionalInt.of(users);
        }

        /** @throws IllegalArgumentException with a user-facing message when --threads is given */
        void requireByStages() {
            if (threads != null) {
                throw new IllegalArgumentException("--threads " + threads
                        + " contradicts --stages, which say how many users there are: leave --threads out, or give the"
                        + " number at the beginning as --users");
            }
        }
    }

    /** The option for the sending model. */
    public static final class Model {

        @Option(
                names = {"-m", "--model"},
                paramLabel = "MODEL",
                completionCandidates = OptionTypes.Models.class,
                defaultValue = "average",
                description = "Who sends next: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
        public SendingModel model;
    }

    /**
     * A value of {@code --transport}.
     *
     * @param type empty for the one that suits the plan best
     */
    record TransportName(Optional<TransportType> type) {

        static TransportName parse(String value) {
            if (value.equalsIgnoreCase(OptionTypes.TransportsAndAuto.AUTO)) {
                return new TransportName(Optional.empty());
            }
            try {
                return new TransportName(Optional.of(TransportType.named(value)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "'" + value + "' is none of " + String.join(", ", new OptionTypes.TransportsAndAuto()), e);
            }
        }
    }

    /** The option for the transport. */
    public static final class Transport {

        @Option(
                names = "--transport",
                paramLabel = "TRANSPORT",
                completionCandidates = OptionTypes.TransportsAndAuto.class,
                defaultValue = OptionTypes.TransportsAndAuto.AUTO,
                description =
                        "How requests travel: ${COMPLETION-CANDIDATES}; 'classic' is HttpClient 5 with a thread for "
                                + "each worker, 'nio' carries all workers on a few event loops, 'auto' takes nio to a "
                                + "URL and classic to a server that is started here, as far as they can do what is "
                                + "asked for (default: ${DEFAULT-VALUE}).")
        private TransportName transport;

        /** The transport that is named; empty when one is to be chosen. */
        public Optional<TransportType> typed() {
            return transport.type();
        }
    }
}
