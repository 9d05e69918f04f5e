package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.run.RecordsAnalysis;
import io.github.swipestorm.client.text.NumberFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which part of its run a file of records holds, by the {@code summary.json} beside it.
 *
 * @param whole whether nothing says that rows are missing
 * @param contradicted whether the run counted another number of attempts than there are rows, or cannot have written them
 * @param note what a reader of the records' figures must know; empty when they are those of the run
 */
public record RecordsCoverage(boolean whole, boolean contradicted, Optional<String> note) {

    private static final String COUNTED =
            "What was counted during the run is in summary.json and the files beside it, which are left as they are.";

    /**
     * Compares records with the summary of their run.
     *
     * @param directory of the run; need not hold a summary
     */
    public static RecordsCoverage of(Path directory, RecordsAnalysis analysis) {
        // The caller that makes the page warns of a summary that cannot be read.
        RunDocument run = SummaryFile.read(directory.resolve(RunFiles.SUMMARY), warning -> {});
        String rows = NumberFormat.count(analysis.rows());
        if (run.running()) {
            return new RecordsCoverage(
                    false,
                    false,
                    Optional.of(
                            DirectoryLock.isHeld(directory)
                                    ? "The run is still running. All figures are of the " + rows
                                            + " attempts whose rows are written by now."
                                    : "The run was interrupted: it ended without writing its summary (kill -9, a crash"
                                            + " or a full disk). All figures are of the " + rows
                                            + " attempts whose rows were written until then."));
        }
        long attempts = run.figures().attempts().total();
        if (attempts > 0 && attempts != analysis.rows()) {
            String counted = NumberFormat.count(attempts);
            return new RecordsCoverage(
                    false,
                    true,
                    Optional.of(
                            analysis.rows() < attempts
                                    ? "Rows are missing: all figures are of " + rows + " of the run's " + counted
                                            + " attempts. " + COUNTED
                                    : "The file has " + rows + " rows, but the run made " + counted
                                            + " attempts: rows were added. " + COUNTED));
        }
        if (attempts > 0 && analysis.altered()) {
            return new RecordsCoverage(
                    false, true, Optional.of("The rows are not those that the run wrote. " + COUNTED));
        }
        return new RecordsCoverage(!analysis.cutOff(), false, Optional.empty());
    }

    /**
     * Why a run's directory has no records; empty when its summary does not say.
     *
     * @param directory that may contain a summary
     */
    public static Optional<String> whyNone(Path directory) {
        RunDocument run = SummaryFile.read(directory.resolve(RunFiles.SUMMARY), warning -> {});
        Optional<String> file = run.findings().records().map(RunDocument.Records::file);
        if (file.isPresent()) {
            return Optional.of(
                    Files.exists(directory.resolve(file.get()))
                            ? "the run wrote " + file.get() + ": give that file"
                            : "the run wrote " + file.get() + ", which is not there any more");
        }
        if (!run.running()) {
            boolean known = run.figures().attempts().total() > 0
                    && run.findings().agents().isEmpty();
            return known
                    ? Optional.of("the run was made without records, so that its report cannot be made again")
                    : Optional.empty();
        }
        return Optional.of(
                DirectoryLock.isHeld(directory)
                        ? "the run is still running and has written none so far"
                        : "the run was interrupted before it wrote any (kill -9, a crash or a full disk), so nothing of"
                                + " it can be reported");
    }
}
