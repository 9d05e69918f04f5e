package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.plan.PlanDocument;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Change;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** How the load was changed while a run was in progress, and the stages that repeat it. */
final class LoadChangeNotice {

    private LoadChangeNotice() {}

    /** One line; empty when nothing was changed. */
    static Optional<String> of(RunDocument run) {
        List<Change> changes = run.findings().loadChanges();
        if (changes.isEmpty()) {
            return Optional.empty();
        }
        String made = changes.stream()
                .map(change -> change.level() + " from " + NumberFormat.plain(change.atSeconds()) + " s")
                .collect(Collectors.joining(", "));
        return Optional.of("CHANGED while in progress: " + made + " on"
                + run.start()
                        .plan()
                        .map(LoadChangeNotice::stages)
                        .map(stages ->
                                "; it is repeated by " + stages + " in place of what the command says of its load")
                        .orElse(""));
    }

    private static String stages(PlanDocument plan) {
        if (plan.users() != null) {
            boolean step = Boolean.TRUE.equals(plan.users().stages().get(0).step());
            return (step ? "" : Setting.USERS + " " + plan.users().start() + " ") + Setting.STAGES + " "
                    + plan.users().stages().stream()
                            .map(stage -> stage(stage.durationSeconds(), stage.step(), stage.users() + "u"))
                            .collect(Collectors.joining(","));
        }
        boolean step = Boolean.TRUE.equals(plan.openLoop().stages().get(0).step());
        return (step ? "" : Setting.RATE + " " + plan.openLoop().start() + " ") + Setting.STAGES + " "
                + plan.openLoop().stages().stream()
                        .map(stage -> stage(
                                stage.durationSeconds(),
                                stage.step(),
                                stage.target().toString()))
                        .collect(Collectors.joining(","));
    }

    private static String stage(BigDecimal seconds, Boolean step, String level) {
        return NumberFormat.plain(seconds.doubleValue()) + "s:" + (Boolean.TRUE.equals(step) ? "=" : "") + level;
    }
}
