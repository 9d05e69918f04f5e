package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.agent.ClusterOptions;
import io.github.swipestorm.cli.server.ServerKind;
import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.LoadStage;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.experiment.ChangeLimit;
import io.github.swipestorm.client.objective.AbortCondition;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.plan.RetryOn;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.registry.Registry;
import io.github.swipestorm.client.setting.Times;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.Traceparent;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.WorkloadFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The types of the values of options: how each is parsed, and the names that help and completion list. */
public final class OptionTypes {

    private OptionTypes() {}

    /** Registers the converters of these types with a command and its subcommands; returns the command. */
    public static CommandLine register(CommandLine commandLine) {
        // Picocli's messages for invalid numbers name Java's types.
        ITypeConverter<Integer> integers =
                numbers(Integer::valueOf, "a whole number up to " + Integer.MAX_VALUE + ", such as 8");
        ITypeConverter<Long> longs = numbers(Long::valueOf, "a whole number up to " + Long.MAX_VALUE + ", such as 8");
        ITypeConverter<Double> doubles = numbers(Double::valueOf, "a number, such as 8 or 0.5");
        return commandLine
                .registerConverter(int.class, integers)
                .registerConverter(Integer.class, integers)
                .registerConverter(long.class, longs)
                .registerConverter(Long.class, longs)
                .registerConverter(double.class, doubles)
                .registerConverter(Double.class, doubles)
                .registerConverter(Duration.class, parsing(OptionTypes::duration))
                .registerConverter(Rate.class, parsing(Rate::parse))
                .registerConverter(LoadStage.class, parsing(ArrivalOptions::stage))
                .registerConverter(ThinkTime.class, parsing(ThinkTime::parse))
                .registerConverter(Traceparent.class, parsing(PlanOptions::traceparent))
                .registerConverter(Objectives.class, parsing(SloOption::parse))
                .registerConverter(AbortCondition.class, parsing(AbortCondition::parse))
                .registerConverter(ChangeLimit.class, parsing(ChangeLimit::parse))
                .registerConverter(SendingModel.class, parsing(SendingModel.REGISTRY::named))
                .registerConverter(TransportType.class, parsing(TransportType.REGISTRY::named))
                .registerConverter(LoadOptions.TransportName.class, parsing(LoadOptions.TransportName::parse))
                .registerConverter(Workload.class, parsing(WorkloadFile::namedOrRead))
                .registerConverter(ServerKind.class, constants(ServerKind.values()))
                .registerConverter(ArrivalProcess.class, constants(ArrivalProcess.values()))
                .registerConverter(SelfWarmUp.class, constants(SelfWarmUp.values()))
                .registerConverter(RetryOn.class, constants(RetryOn.values()))
                .registerConverter(RecordsPolicy.class, constants(RecordsPolicy.values()))
                .registerConverter(ClusterOptions.AgentLoss.class, constants(ClusterOptions.AgentLoss.values()));
    }

    /**
     * A converter that passes the message of the parser on to the user.
     *
     * @param parse throws {@link IllegalArgumentException} with a user-facing message
     */
    public static <T> ITypeConverter<T> parsing(Function<String, T> parse) {
        return value -> {
            try {
                return parse.apply(value);
            } catch (IllegalArgumentException | IllegalStateException e) {
                throw new TypeConversionException(e.getMessage());
            }
        };
    }

    /** A converter of constants by their labels, ignoring case. */
    public static <E extends Enum<E>> ITypeConverter<E> constants(E[] choices) {
        return parsing(value -> EnumLabels.parse(choices, value));
    }

    private static <N extends Number> ITypeConverter<N> numbers(Function<String, N> parse, String wanted) {
        return value -> {
            try {
                return parse.apply(value);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + value + "' is not " + wanted);
            }
        };
    }

    /**
     * Parses a time: 250ms, 10s, 1.5m, 2h.
     *
     * @throws IllegalArgumentException with a user-facing message when it is none
     */
    public static Duration duration(String value) {
        if (value.matches("(?s)[{\\[@\"].*|.*=.*")) {
            // Of curl, whose -d is the body; it is not quoted, as it may have secrets in it.
            throw new IllegalArgumentException("a time is a number and its unit, such as 10s; a body goes into --json,"
                    + " --form, --body or --body-file");
        }
        return Times.parse(value);
    }

    /** The names for {@code --model}. */
    public static final class Models extends Names {
        public Models() {
            super(SendingModel.REGISTRY);
        }
    }

    /** The names for {@code --transport}. */
    public static final class Transports extends Names {
        public Transports() {
            super(TransportType.REGISTRY);
        }
    }

    /** The names for {@code --transport} where one of them can be chosen automatically. */
    public static final class TransportsAndAuto extends Names {

        static final String AUTO = "auto";

        public TransportsAndAuto() {
            super(TransportType.REGISTRY);
        }

        @Override
        public Iterator<String> iterator() {
            List<String> names = new ArrayList<>(List.of(AUTO));
            super.iterator().forEachRemaining(names::add);
            return names.iterator();
        }
    }

    /** The names for {@code --workload}. */
    public static final class Workloads extends Names {
        public Workloads() {
            super(Workload.REGISTRY);
        }
    }

    private abstract static class Names implements Iterable<String> {
        private final Registry<?> registry;

        private Names(Registry<?> registry) {
            this.registry = registry;
        }

        @Override
        public Iterator<String> iterator() {
            return registry.names().iterator();
        }
    }
}
