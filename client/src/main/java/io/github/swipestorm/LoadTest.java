package io.github.swipestorm;

import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.report.run.RunReport;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.WorkloadFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A load test that is put together and run. Each setter changes this test and returns it; {@link #plan} reaches what has no
 * setter here. Numbers and times are judged by {@link #run}, texts at once. For one thread at a time; a test may be run more
 * than once.
 */
public final class LoadTest {

    private static final String COMMAND = "Swipestorm.load(...).run()";

    private final LoadPlan.Builder plan;
    private Path output;
    private Objectives objectives = Objectives.NONE;

    LoadTest(LoadPlan.Builder plan) {
        this.plan = plan;
    }

    /**
     * Sends a {@code GET} of a path, again and again.
     *
     * @param path begins with a slash, and may have a query
     * @throws IllegalArgumentException when it is not such a path
     */
    public LoadTest get(String path) {
        return workload(SingleRequest.get(path));
    }

    /**
     * Sends a {@code POST} of a body to a path, again and again.
     *
     * @param path begins with a slash, and may have a query
     * @param contentType such as {@code application/json}
     * @param body sent in UTF-8; may be empty
     * @throws IllegalArgumentException when it is not a request that can be sent
     */
    public LoadTest post(String path, String contentType, String body) {
        return workload(SingleRequest.post(path, contentType, body));
    }

    /** Sends the requests of a workload. */
    public LoadTest workload(Workload workload) {
        plan.workload(workload);
        return this;
    }

    /**
     * Sends the requests of a registered workload, or of a workload file.
     *
     * @param nameOrFile a name, ignoring case; or the path of a file, which has a slash or the ending of a workload file
     * @throws IllegalArgumentException when there is none, with the names that there are, or the problems of the file
     */
    public LoadTest workload(String nameOrFile) {
        return workload(WorkloadFile.namedOrRead(nameOrFile));
    }

    /**
     * How many workers send, each one request after the other.
     *
     * @param workers 1 to 100,000; 1 unless it is set
     */
    public LoadTest workers(int workers) {
        plan.threads(workers);
        return this;
    }

    /**
     * Sends no further request after this time, which begins after all warm-ups. Requests that are then in flight are waited for.
     *
     * @param duration at least 1 ms
     */
    public LoadTest duration(Duration duration) {
        plan.duration(duration);
        return this;
    }

    /**
     * Ends after this many requests; with a duration, whichever comes first.
     *
     * @param requests at least 1; a retry does not count
     */
    public LoadTest requests(long requests) {
        plan.requests(requests);
        return this;
    }

    /**
     * Sends at a constant rate, however fast the answers are; without one, a worker sends its next request when the last one is
     * answered.
     *
     * @param rate such as {@code 5000} (per second) or {@code 300/m}
     * @throws IllegalArgumentException when it is not a rate, or one of more than ten million per second
     */
    public LoadTest rate(String rate) {
        plan.rate(rate);
        return this;
    }

    /**
     * Sends for this time before anything is measured. The client warms up its own code even without this.
     *
     * @param duration zero or more; it comes on top of {@link #duration}
     */
    public LoadTest warmUp(Duration duration) {
        plan.warmUp(duration);
        return this;
    }

    /** Shares the requests among the workers by this rule. */
    public LoadTest model(SendingModel model) {
        plan.model(model);
        return this;
    }

    /**
     * Shares the requests among the workers by a registered rule.
     *
     * @param name such as {@code average} (which it is unless it is set) or {@code less-blocking}, ignoring case
     * @throws IllegalArgumentException when there is none, with the names that there are
     */
    public LoadTest model(String name) {
        return model(SendingModel.named(name));
    }

    /**
     * Sends over a registered transport.
     *
     * @param name such as {@code classic} (which it is unless it is set) or {@code nio}, ignoring case
     * @throws IllegalArgumentException when there is none, with the names that there are
     */
    public LoadTest transport(String name) {
        plan.transport(TransportType.named(name));
        return this;
    }

    /**
     * Changes any setting of the plan.
     *
     * @param change is called at once, on this thread
     */
    public LoadTest plan(Consumer<LoadPlan.Builder> change) {
        change.accept(plan);
        return this;
    }

    /**
     * Writes the files of a run: the report as a page, {@code summary.json}, charts, and a row for each attempt.
     *
     * @param directory new or empty; {@link #run} creates it
     */
    public LoadTest output(Path directory) {
        output = directory;
        return this;
    }

    /**
     * What the report says the run was to keep to. {@link LoadResult#check} judges by any objectives, also by others.
     *
     * @param text such as {@code p99<50ms,errors<1%}
     * @throws IllegalArgumentException when it is not a list of objectives
     */
    public LoadTest objectives(String text) {
        objectives = Objectives.parse(text);
        return this;
    }

    /**
     * Sends the load and waits until it has ended.
     *
     * @throws IllegalArgumentException when the plan is invalid, with the reason and the remedy
     * @throws UncheckedIOException when the output directory cannot be used
     * @throws InterruptedException when this thread is interrupted; the run has then been stopped
     */
    public LoadResult run() throws InterruptedException {
        LoadPlan made = plan.build();
        objectives.requirePartsOf(made);
        if (output == null) {
            return new LoadResult(new RunReport(run(made, RecordingSettings.NO_FILES), Optional.empty(), objectives));
        }
        try (RunDirectory directory = RunDirectory.chosen(output)) {
            RunReport.begin(directory.path(), made, COMMAND);
            RecordingSettings recording = new RecordingSettings(
                    Optional.of(directory.path()), Optional.of("records.csv"), RecordsPolicy.BLOCK);
            RunReport report = new RunReport(run(made, recording), Optional.empty(), objectives);
            report.writeTo(directory.path(), COMMAND);
            return new LoadResult(report);
        } catch (IOException e) {
            throw new UncheckedIOException("'" + output + "' cannot be used as output directory: " + e, e);
        }
    }

    private static RunResult run(LoadPlan plan, RecordingSettings recording) throws InterruptedException {
        return new LocalRunner()
                .with(RunSettings.of(recording).selfWarmUpLimit(SelfWarmUp.limitFor(plan)))
                .run(plan, new StopSignal(), RunObserver.NONE);
    }
}
