package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.inference.CapacitySearch;
import io.github.swipestorm.client.inference.Spread;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.StopRule;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The runs that find a server's capacity: first closed loops with increasing thread counts, whose best throughput is
 * where the search for a rate begins, then open loops at the rates of the search. The next run depends only on the
 * finished ones. Immutable.
 */
public final class CapacitySequence implements RunSequence {

    /** A confirmation lasts this many times as long as another run. */
    public static final int CONFIRMATION = 3;

    private static final double PRECISION = 0.05;
    /** Relative to the best closed loop: high enough to be missed soon or met at once. */
    private static final double BEGIN = 0.5;
    /** Relative to the search's first rate. An open loop does not exceed the best closed one by much. */
    private static final double HIGHEST = 8;

    private static final double LOWEST = 0.001;
    private static final int MOST_RATES = 40;
    private static final int MOST_CONFIRMATIONS = 5;
    /** An inconclusive run is repeated; after this many at one rate the search continues below it. */
    private static final int MOST_INCONCLUSIVE = 3;

    private final String server;
    private final LoadPlan base;
    private final List<Variant> threads;
    private final Schedule schedule;
    private final int repeats;

    /**
     * A sequence.
     *
     * @param server display name of the server
     * @param base a closed loop with the highest thread count
     * @param counts of the closed loops
     * @param repeats runs of each thread count and of each rate, an odd number
     */
    public CapacitySequence(String server, LoadPlan base, ThreadCounts counts, int repeats) {
        this.server = server;
        this.base = base;
        this.repeats = repeats;
        this.threads = counts.all().stream()
                .map(count -> new Variant(
                        Sweep.variant(count),
                        server,
                        base.toBuilder().threads(count).build()))
                .toList();
        this.schedule = Schedule.shuffled(threads, repeats, base.seed());
    }

    /** The closed loops. */
    public List<Variant> threads() {
        return threads;
    }

    @Override
    public Optional<PlannedRun> next(List<Trial> finished) {
        return schedule.next(finished).or(() -> nextRate(finished));
    }

    @Override
    public OptionalInt length() {
        return OptionalInt.empty();
    }

    private Optional<PlannedRun> nextRate(List<Trial> finished) {
        return search(finished).flatMap(replay -> replay.search().next().map(step -> planned(step, replay.counts())));
    }

    /** The search after the finished runs; empty while closed loops are missing, or none was ok. */
    public Optional<CapacitySearch> searched(List<Trial> finished) {
        return search(finished).map(Replay::search);
    }

    private record Replay(CapacitySearch search, Map<String, Integer> counts) {}

    /** Whether rates are those of iterations, and not of requests. */
    public static boolean ofIterations(List<Trial> finished) {
        return finished.stream()
                .anyMatch(trial -> trial.get(RunMetric.ITERATIONS).isPresent());
    }

    private Optional<Replay> search(List<Trial> finished) {
        RunMetric throughput = ofIterations(finished) ? RunMetric.ITERATIONS : RunMetric.THROUGHPUT;
        double best = threads.stream()
                .flatMap(variant -> new Trials(finished).of(variant.name()).spread(throughput).stream())
                .mapToDouble(Spread::mean)
                .max()
                .orElse(0);
        if (schedule.next(finished).isPresent() || best <= 0) {
            return Optional.empty();
        }
        CapacitySearch search = search(written(best * BEGIN));
        Map<String, Integer> counts = new HashMap<>();
        Optional<CapacitySearch.Step> next = search.next();
        while (next.isPresent()) {
            PlannedRun planned = planned(next.get(), counts);
            Optional<Trial> trial = finished.stream().filter(planned::matches).findFirst();
            if (trial.isEmpty()) {
                break;
            }
            counts.put(planned.variant().name(), planned.round());
            boolean last = inconclusive(finished, planned) >= MOST_INCONCLUSIVE;
            if (!trial.get().came(Objectives.Status.INCONCLUSIVE) || last) {
                search.recordResult(next.get(), met(trial.get()));
            }
            next = search.next();
        }
        return Optional.of(new Replay(search, counts));
    }

    private CapacitySearch search(double begin) {
        return CapacitySearch.start(new CapacitySearch.Settings(
                begin,
                Math.max(LOWEST, begin / 1_000),
                begin * HIGHEST,
                PRECISION,
                repeats,
                MOST_RATES,
                MOST_CONFIRMATIONS));
    }

    /**
     * The duration of the whole experiment, without warm-ups, when no run is inconclusive: from the shortest to the
     * longest search for any capacity that it can find, from a thousandth to eight times the initial rate.
     *
     * @param beyond what each run takes beyond its plan, the cool-down after it included
     * @return empty when the runs end by their requests, as their time then depends on the server
     */
    public Optional<TimeRange> expected(Duration beyond) {
        return base.stop().duration().map(run -> {
            Duration loops = run.plus(beyond).multipliedBy((long) threads.size() * repeats);
            Duration least = Duration.ofSeconds(Long.MAX_VALUE);
            Duration most = Duration.ZERO;
            double begin = 1_000;
            for (double capacity = begin / 1_000; capacity <= begin * HIGHEST; capacity *= 1.05) {
                Duration search = searchTime(begin, capacity, run, beyond);
                least = search.compareTo(least) < 0 ? search : least;
                most = search.compareTo(most) > 0 ? search : most;
            }
            return new TimeRange(loops.plus(least), loops.plus(most));
        });
    }

    private Duration searchTime(double begin, double capacity, Duration run, Duration beyond) {
        CapacitySearch search = search(begin);
        Duration sum = Duration.ZERO;
        for (Optional<CapacitySearch.Step> next = search.next(); next.isPresent(); next = search.next()) {
            Duration length = next.get().confirmation() ? run.multipliedBy(CONFIRMATION) : run;
            sum = sum.plus(length).plus(beyond);
            search.recordResult(next.get(), next.get().rate() <= capacity);
        }
        return sum;
    }

    /**
     * A range of time.
     *
     * @param least the shorter end
     * @param most the longer end, at least as long
     */
    public record TimeRange(Duration least, Duration most) {}

    /** How many runs of a planned run's variant were inconclusive, up to this one. */
    private static long inconclusive(List<Trial> finished, PlannedRun planned) {
        return new Trials(finished)
                .of(planned.variant().name()).all().stream()
                        .filter(trial -> trial.round() <= planned.round() && trial.came(Objectives.Status.INCONCLUSIVE))
                        .count();
    }

    /** Whether a rate is undecided: no run at it met or missed the objectives, and some were inconclusive. */
    public static boolean inconclusive(List<Trial> finished, double rate) {
        List<Trial> of = finished.stream()
                .filter(trial -> trial.variant().startsWith("rate=") && rateOf(trial.variant()) == rate)
                .toList();
        return of.stream()
                        .filter(trial -> trial.came(Objectives.Status.INCONCLUSIVE))
                        .count()
                >= MOST_INCONCLUSIVE;
    }

    /**
     * A rate at which requests were sent late or not at all was not achieved, whatever the requests that were sent
     * show.
     */
    static boolean met(Trial trial) {
        return trial.came(Objectives.Status.MET)
                && trial.get(RunMetric.OFFERED_MET).orElse(0) == 1;
    }

    private PlannedRun planned(CapacitySearch.Step step, Map<String, Integer> counts) {
        String rate =
                BigDecimal.valueOf(written(step.rate())).stripTrailingZeros().toPlainString();
        String name = rate(rate, step.confirmation());
        LoadPlan plan = base.withOpenLoop(new OpenLoop(Rate.parse(rate), List.of(), ArrivalProcess.CONSTANT));
        return new PlannedRun(
                new Variant(
                        name,
                        server,
                        step.confirmation()
                                ? plan.toBuilder().stop(longer(plan.stop())).build()
                                : plan),
                counts.getOrDefault(name, 0) + 1);
    }

    private static String rate(String rate, boolean confirmation) {
        return confirmation ? "rate=" + rate + " confirmation" : "rate=" + rate;
    }

    /** The names of the open loops' variants that were run, in the order of their rates. */
    public static List<String> rates(List<Trial> finished) {
        List<String> names = new ArrayList<>(finished.stream()
                .map(Trial::variant)
                .filter(name -> name.startsWith("rate="))
                .distinct()
                .toList());
        names.sort((a, b) -> Double.compare(rateOf(a), rateOf(b)));
        return names;
    }

    /** The rate that such a variant is named after, in requests per second. */
    public static double rateOf(String name) {
        return Double.parseDouble(name.substring("rate=".length()).split(" ")[0]);
    }

    private static StopRule longer(StopRule rule) {
        return new StopRule(
                rule.bounded() ? rule.requests() * CONFIRMATION : rule.requests(),
                rule.duration().map(duration -> duration.multipliedBy(CONFIRMATION)));
    }

    /** To the thousandth of a request, which is the resolution of a rate. */
    private static double written(double rate) {
        return Math.max(
                LOWEST,
                BigDecimal.valueOf(rate).setScale(3, RoundingMode.HALF_UP).doubleValue());
    }
}
