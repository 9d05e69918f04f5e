import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Runs the same load with and without the per-request CSV in alternation, in one JVM, so that the compiler's work is done
 * once and for both. Prints the throughput of each run: pair number, with, without. Run by scripts/measure-recording.py.
 */
public class RecordingThroughput {

    public static void main(String[] args) throws Exception {
        Target target = Target.parse(args[0]);
        int pairs = Integer.parseInt(args[1]);
        Duration each = Duration.ofMillis(Math.round(1_000 * Double.parseDouble(args[2])));
        Path folder = Path.of(args[3]);
        for (int warmUp = 0; warmUp < 3; warmUp++) {
            run(target, each.multipliedBy(2), folder, warmUp % 2 == 0);
        }
        for (int pair = 1; pair <= pairs; pair++) {
            boolean recordedFirst = pair % 2 == 1;
            double first = run(target, each, folder, recordedFirst);
            double second = run(target, each, folder, !recordedFirst);
            System.out.printf(
                    Locale.ROOT,
                    "%d %.1f %.1f%n",
                    pair,
                    recordedFirst ? first : second,
                    recordedFirst ? second : first);
        }
    }

    private static double run(Target target, Duration duration, Path folder, boolean recorded) throws Exception {
        Path directory = Files.createTempDirectory(folder, "run");
        RecordingSettings recording = new RecordingSettings(
                Optional.of(directory), recorded ? Optional.of("records.csv") : Optional.empty(), RecordsPolicy.BLOCK);
        LoadPlan plan = LoadPlan.builder(target)
                .workload(new RandomSwipes())
                .threads(200)
                .duration(duration)
                .warmUp(WarmUp.NONE)
                .retries(5)
                .build();
        RunResult result = new LocalRunner(recording).run(plan, new StopSignal(), RunObserver.NONE);
        if (!result.allOk()) {
            throw new IllegalStateException("a run that is not sound: " + result.violations());
        }
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
        return result.throughput();
    }
}
