package io.github.swipestorm.client.testing;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RunRecorder;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/** Recorders that write no files, of workers on one thread. */
public final class Recorders {

    private Recorders() {}

    public static RunRecorder of(NanoClock clock, int workers, List<Operation> operations) {
        return new RunRecorder(
                RecordingSettings.NO_FILES,
                clock,
                workers,
                1,
                worker -> 0,
                IntUnaryOperator.identity(),
                "",
                operations,
                List.of(),
                List.of(),
                Optional.empty());
    }
}
