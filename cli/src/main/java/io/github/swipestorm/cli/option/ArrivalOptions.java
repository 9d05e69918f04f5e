package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.LoadStage;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.arrival.UserStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options for the arrivals of requests. */
public final class ArrivalOptions {

    private static final Rate NOTHING = Rate.parse("0");

    @Option(
            names = {"-r", "--rate"},
            paramLabel = "RATE",
            description = "Requests that are due each second (5000) or minute (300/m), however fast they are answered; "
                    + "without it the next request is due when a worker is free.")
    private Rate rate;

    @Option(
            names = "--stages",
            paramLabel = "TIME:LEVEL",
            split = ",",
            description =
                    "Change the rate in straight lines, such as 10s:1000,30s:5000,10s:0, beginning at --rate or 0, and "
                            + "end with the last stage; 10s:=1000 jumps to 1000 and stays there. With 'run', 10s:50u"
                            + " changes the number of active users instead, beginning at --users or 0.")
    private List<LoadStage> stages = List.of();

    @Option(
            names = "--arrivals",
            paramLabel = "ARRIVALS",
            completionCandidates = Spreads.class,
            description = "How requests are spread around the rate: ${COMPLETION-CANDIDATES} (default: constant).")
    private ArrivalProcess arrivals;

    /** Bursts have an option of their own. */
    static final class Spreads extends ArrayList<String> {

        private static final long serialVersionUID = 1;

        Spreads() {
            super(Stream.of(ArrivalProcess.values())
                    .filter(process -> process != ArrivalProcess.BURSTS)
                    .map(ArrivalProcess::toString)
                    .toList());
        }
    }

    @Option(
            names = "--burst",
            paramLabel = "N/TIME",
            description = "Bursts in place of a rate: 100/5s has 100 requests due at once every 5 s.")
    private Rate burst;

    /**
     * The open loop that the options of an experiment describe; empty for a closed loop.
     *
     * @throws IllegalArgumentException with a user-facing message when they are invalid
     */
    public Optional<OpenLoop> openLoop() {
        if (!stagesOf(UserStage.class).isEmpty()) {
            throw new IllegalArgumentException("The --stages have users, and the runs of an experiment have the same"
                    + " number all the time: use --threads, or 'run' for a single run with stages");
        }
        return rates();
    }

    /** The same where stages may also be those of users, which make a closed loop. */
    Optional<OpenLoop> rates() {
        if (burst != null) {
            return Optional.of(bursts());
        }
        List<Stage> ofRates = stagesOf(Stage.class);
        boolean none = rate == null && ofRates.isEmpty();
        if (arrivals != null && none) {
            throw new IllegalArgumentException(
                    "--arrivals " + arrivals + " needs a rate to be spread around: add --rate or --stages");
        }
        if (!ofRates.isEmpty() && ofRates.size() < stages.size()) {
            throw new IllegalArgumentException(
                    "The --stages mix rates and users, of which only one can change: write a u after every number, as in"
                            + " 10s:50u, or after none");
        }
        return none
                ? Optional.empty()
                : Optional.of(new OpenLoop(
                        rate == null ? NOTHING : rate, ofRates, arrivals == null ? ArrivalProcess.CONSTANT : arrivals));
    }

    private OpenLoop bursts() {
        String other = rate != null ? "--rate" : !stages.isEmpty() ? "--stages" : arrivals != null ? "--arrivals" : "";
        if (!other.isEmpty()) {
            throw new IllegalArgumentException(
                    "--burst and " + other + " both say when requests are due: leave one of them out");
        }
        if (burst.requests() == 0) {
            throw new IllegalArgumentException("--burst must have at least 1 request, not 0");
        }
        return new OpenLoop(burst, List.of(), ArrivalProcess.BURSTS);
    }

    /**
     * The stages of users; empty without such stages.
     *
     * @param threads options for the number at the beginning
     */
    Optional<UserSchedule> users(LoadOptions.Threads threads) {
        List<UserStage> ofUsers = stagesOf(UserStage.class);
        if (ofUsers.isEmpty()) {
            return Optional.empty();
        }
        threads.requireByStages();
        return Optional.of(new UserSchedule(threads.users().orElse(0), ofUsers));
    }

    private <S extends LoadStage> List<S> stagesOf(Class<S> kind) {
        return stages.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Parses one stage: its duration, a colon, = for a jump, and the rate or the users at its end: 30s:1000, 30s:=50u. */
    static LoadStage stage(String value) {
        int colon = value.indexOf(':');
        try {
            if (colon < 0) {
                throw new IllegalArgumentException(
                        "it has no colon; write it like 30s:1000, a time and the rate at its end, or like 30s:50u, a"
                                + " time and the users at its end");
            }
            Duration duration = OptionTypes.duration(value.substring(0, colon));
            boolean step = value.startsWith("=", colon + 1);
            String level = value.substring(colon + (step ? 2 : 1));
            OptionalInt users = UserStage.parseUsers(level);
            return users.isPresent()
                    ? new UserStage(duration, users.getAsInt(), step)
                    : new Stage(duration, Rate.parse(level), step);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + value + "' is not a stage: " + e.getMessage(), e);
        }
    }
}
