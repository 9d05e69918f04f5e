package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.objective.AbortCondition;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.StopRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** All options for the load of a single run. */
public final class RunLoadOptions {

    @Mixin
    private ArrivalOptions arrivalOptions;

    @Mixin
    private LoadOptions loadOptions;

    @Mixin
    private End endOptions;

    @Mixin
    private PlanOptions planOptions;

    /** The precision that ends the run; empty for none. */
    public OptionalDouble precision() {
        return endOptions.precision == null ? OptionalDouble.empty() : OptionalDouble.of(endOptions.precision);
    }

    /** The conditions that end the run early; none by default. */
    public List<AbortCondition> abortOn() {
        return endOptions.abortOn;
    }

    /**
     * The plan that the options describe.
     *
     * @param request what is sent in place of a workload
     * @throws IllegalArgumentException with a user-facing message when they are invalid
     */
    public LoadPlan plan(ServerUnderTest server, Optional<OneRequest> request) {
        Optional<OpenLoop> openLoop = arrivalOptions.rates();
        Optional<UserSchedule> users = arrivalOptions.users(loadOptions.threads());
        if (endOptions.precision != null
                && (users.isPresent() || openLoop.flatMap(OpenLoop::duration).isPresent())) {
            throw new IllegalArgumentException(
                    "--precision would end the run in the midst of its --stages: leave one of them out");
        }
        planOptions.requireUsed(List.of(loadOptions.model()));
        LoadPlan plan = planOptions.plan(new PlanOptions.Core(
                server,
                request,
                Optional.empty(),
                users.map(byStages -> OptionalInt.of(byStages.most())).orElseGet(loadOptions.threads()::given),
                loadOptions.model(),
                loadOptions.transport(),
                openLoop,
                users,
                endOptions.end()));
        return endOptions.maxThreads == null
                ? plan
                : plan.toBuilder().maxThreads(endOptions.maxThreads).build();
    }

    /** Options for the end of a run. */
    static final class End {

        @Option(
                names = "--max-threads",
                paramLabel = "N",
                description = "With a rate, let further workers begin, up to N, when something due finds no free one;"
                        + " not with 'average', whose workers own shares. With --live and a duration, to how many users"
                        + " their number can be changed. Transport 'classic' has N threads and connections from the"
                        + " beginning.")
        Integer maxThreads;

        private static final StopRule REFERENCE_STUDY = StopRule.after(500_000);

        /** A run that never becomes steady has to end as well. */
        private static final StopRule LONGEST = new StopRule(WorkItems.UNBOUNDED, Optional.of(Duration.ofMinutes(10)));

        @Option(
                names = {"-n", "--requests"},
                paramLabel = "N",
                description = "Requests to send (default: 500000, or no limit when --duration or --stages is given).")
        private Long requests;

        @Option(
                names = {"-d", "--duration"},
                paramLabel = "TIME",
                description = "Stop sending new requests after this time, such as 60s or 5m.")
        private Duration duration;

        @Option(
                names = "--precision",
                paramLabel = "PERCENT",
                converter = PrecisionConverter.class,
                description =
                        "End the run when its throughput was steady and is known to this much, e.g. 2%%: half of the "
                                + "95 %% interval's width. Without -n and -d after 10 minutes at the latest.")
        Double precision;

        @Option(
                names = "--abort-on",
                paramLabel = "CONDITION",
                split = ",",
                description =
                        "End the run early, with exit code 3, when errors, failed or throughput are beyond a limit"
                                + " over the last seconds, such as \"errors>5%% for 10s\" or \"throughput<100 for 30s\", or on"
                                + " first-failure; several with commas between.")
        List<AbortCondition> abortOn = List.of();

        /** When the run ends. */
        PlanOptions.End end() {
            return new PlanOptions.End(requests, duration, precision == null ? REFERENCE_STUDY : LONGEST);
        }

        /** Parses a precision such as 2% or 0.5% as a share. */
        static final class PrecisionConverter implements ITypeConverter<Double> {

            private static final Pattern TEXT = Pattern.compile("(\\d{1,2}(?:\\.\\d{1,3})?)\\s?%");
            private static final double LEAST = 0.1;
            private static final double MOST = 50;

            @Override
            public Double convert(String value) {
                Matcher matcher = TEXT.matcher(value);
                double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
                if (!(percent >= LEAST && percent <= MOST)) {
                    throw new TypeConversionException(
                            "'" + value + "' is not a precision from 0.1% to 50%; write it like 2%");
                }
                return percent / 100;
            }
        }
    }
}
