package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.PlanDocument;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.store.ExperimentFile;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.setting.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Warns of load that was sent over TLS without verifying certificates. */
public final class TlsWarning {

    static final String WARNING =
            "INSECURE: no certificate is checked (" + Setting.INSECURE + "); anyone between client and server can "
                    + "read the load, credentials included, and answer in the server's place";

    private TlsWarning() {}

    /** One line; empty when certificates are verified, or TLS is not used. */
    public static Optional<String> of(LoadPlan plan) {
        return warning(plan.unverified());
    }

    /** One line for a run that is over; empty when certificates were verified, or TLS was not used. */
    static Optional<String> of(RunDocument run) {
        return warning(run.start().plan().filter(PlanDocument::unverified).isPresent());
    }

    private static Optional<String> warning(boolean unverified) {
        return unverified ? Optional.of(WARNING) : Optional.empty();
    }

    /** The notes of an experiment, with that line if it applies to any of its plans. */
    public static List<String> with(List<String> notes, Design design) {
        return Stream.concat(
                        design.variants().stream()
                                .flatMap(setting -> of(setting.plan()).stream())
                                .limit(1),
                        notes.stream())
                .toList();
    }

    /** That line, if it applies to any of the finished runs or experiments in these directories. */
    public static Optional<String> of(List<Path> finished) {
        // A missing or broken file does not prevent a comparison.
        return warning(finished.stream()
                .flatMap(directory -> Stream.concat(
                        SummaryFile.read(directory.resolve(RunFiles.SUMMARY), warning -> {}).start().plan().stream(),
                        ExperimentFile.find(directory).stream().flatMap(ExperimentFile.Content::plans)))
                .anyMatch(PlanDocument::unverified));
    }
}
