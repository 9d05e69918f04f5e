package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Plateau;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.inference.Steadiness;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.plan.LoadPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Selects the seconds of a run in which it should have been steady by its plan: no ramp-up, and no partial seconds. */
public final class SteadySeconds {

    /** A second that lacks less than this counts as whole. */
    private static final Duration WHOLE = Duration.ofMillis(20);

    private SteadySeconds() {}

    /** @param until when the run ended, or how far it has come */
    public static Steadiness judge(LoadPlan plan, List<TimelineSecond> seconds, Duration until) {
        Duration from = plan.rampUp();
        Duration to =
                plan.stop().duration().filter(end -> end.compareTo(until) < 0).orElse(until);
        Optional<OpenLoop> loop = plan.openLoop();
        Optional<Plateau> constant = loop.filter(staged -> !staged.stages().isEmpty())
                .map(OpenLoop::longestConstant)
                .or(() -> plan.users().map(UserSchedule::longestConstant));
        if (constant.isPresent()) {
            Plateau plateau = constant.get();
            from = from.compareTo(plateau.from()) > 0 ? from : plateau.from();
            to = to.compareTo(plateau.to()) < 0 ? to : plateau.to();
        }
        int first = (int) Math.min(seconds.size(), from.plusNanos(999_999_999).toSeconds());
        int end = (int) Math.min(seconds.size(), to.plus(WHOLE).toSeconds());
        List<TimelineSecond> judged = seconds.subList(first, Math.max(first, end));
        return loop.isPresent() ? Steadiness.scheduled(judged) : Steadiness.of(judged);
    }
}
