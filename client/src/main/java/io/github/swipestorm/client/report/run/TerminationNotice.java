package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.plan.PlanDocument;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.setting.Setting;
import java.util.Optional;

/** What a reader must know first of a run that did not complete. */
final class TerminationNotice {

    private TerminationNotice() {}

    /** One line; empty when the run completed, or its end is not known. */
    static Optional<String> of(RunDocument run) {
        return run.findings()
                .reason()
                .flatMap(reason -> of(
                        reason,
                        run.start().plan().map(PlanDocument::target).orElse(""),
                        run.findings().workerDeath()));
    }

    private static Optional<String> of(StopReason reason, String target, Optional<String> death) {
        return switch (reason) {
            case INTERRUPTED -> Optional.of("INTERRUPTED: the run ended early, what follows is a part of it");
            case ABORTED ->
                Optional.of("ABORTED: a condition held on which the run was to end, what follows is a part of it");
            case STEP_FAILED ->
                Optional.of("STOPPED: a step failed whose scenario then stops the run, what follows is a part of it");
            case GAVE_UP ->
                Optional.of("GAVE UP: attempts failed and nothing was answered any more; is the server running at "
                        + target + "? (" + Setting.GIVE_UP + " sets how long to wait)");
            case WORKER_DIED -> Optional.of("INVALID: " + death.orElse("a worker died"));
            case CLIENT_LIMIT ->
                Optional.of("CLIENT LIMIT: the run ended early, what follows is a part of it. "
                        + death.orElse("A worker died for lack of memory"));
            case AGENT_LOST ->
                Optional.of("AGENT LOST: the rest of its share is not counted, what follows is a part of the run");
            case REQUESTS_USED_UP, TIME_OVER, PRECISION_REACHED -> Optional.empty();
        };
    }
}
