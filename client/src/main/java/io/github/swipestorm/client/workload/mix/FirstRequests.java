package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.workload.RequestGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Composes the first request of each iteration of a workload with scenarios, and shows what iterations do. Not thread-safe. */
final class FirstRequests extends Composer implements RequestGenerator {

    private final ScenarioIterations.Reader reader;

    FirstRequests(HttpWorkload workload, Draw draw, long seed) {
        super(draw);
        reader = new ScenarioIterations.Reader(workload, seed, this);
    }

    @Override
    public void compose(long index, int worker) {
        reader.compose(reader.program(index).firstRequest(), index, worker);
    }

    /** What an iteration does. */
    List<HttpWorkload.PlannedStep> planned(long iteration) {
        draw.nameMissing();
        Program program = reader.program(iteration);
        List<HttpWorkload.PlannedStep> steps = new ArrayList<>();
        steps.add(step(0, program.name));
        for (int i = 0; i < program.instructions.length - 1; i++) {
            Program.Instruction instruction = program.instructions[i];
            int depth = instruction.depth + 1;
            switch (instruction.kind) {
                case SEND -> {
                    reader.compose(instruction, iteration, 0);
                    steps.add(new HttpWorkload.PlannedStep(depth, operation().name(), Optional.of(copy())));
                }
                case PAUSE ->
                    steps.add(step(
                            depth,
                            String.format(
                                    Locale.ROOT, "pause of %.3f s", reader.pauseNanos(instruction, iteration) / 1e9)));
                case UNLESS_THERE -> steps.add(step(depth, "if " + instruction.text + ":"));
                case IF_THERE -> steps.add(step(depth, "if not " + instruction.text + ":"));
                case IF_PREPARED -> steps.add(step(depth, "before the worker's first iteration:"));
                case ROUND -> steps.add(step(depth, "repeat " + instruction.text + ":"));
                case PREPARED -> {}
                case END -> steps.add(step(depth, "end"));
            }
        }
        return steps;
    }

    private static HttpWorkload.PlannedStep step(int depth, String text) {
        return new HttpWorkload.PlannedStep(depth, text, Optional.empty());
    }

    private Request copy() {
        return new Request(
                operation(),
                Arrays.copyOf(path(), pathLength()),
                Arrays.copyOf(headers(), headersLength()),
                Arrays.copyOf(body(), bodyLength()));
    }
}
