package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.workload.ThinkTime;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A step of a scenario, as it is described. Immutable. */
sealed interface Step {

    /** Writes it in the form of workload files. */
    void writeTo(ObjectNode json);

    static void write(List<Step> steps, ArrayNode json) {
        steps.forEach(step -> step.writeTo(json.addObject()));
    }

    /**
     * A request of an operation.
     *
     * @param onFailure null for what the scenario says
     */
    record Request(OperationBuilder operation, String name, OnFailure onFailure) implements Step {

        @Override
        public void writeTo(ObjectNode json) {
            json.put("request", name);
            if (onFailure != null) {
                json.put("onFailure", onFailure.toString());
            }
        }
    }

    /** Think time before the next request, or before the next iteration. */
    record Pause(ThinkTime time) implements Step {

        @Override
        public void writeTo(ObjectNode json) {
            json.put("pause", time.toString());
        }
    }

    /** Steps that are done several times. */
    record Repeat(int times, List<Step> steps) implements Step {

        @Override
        public void writeTo(ObjectNode json) {
            json.put("repeat", times);
            write(steps, json.putArray("steps"));
        }
    }

    /** Steps that are done only if a value is there, or only if it is not. */
    record If(String value, boolean there, List<Step> steps) implements Step {

        @Override
        public void writeTo(ObjectNode json) {
            json.put(there ? "if" : "ifNot", value);
            write(steps, json.putArray("steps"));
        }
    }

    /** The steps of {@code before}, once more. */
    record BeforeAgain() implements Step {

        @Override
        public void writeTo(ObjectNode json) {
            json.put("before", "again");
        }
    }

    /** The iteration is complete. */
    record End() implements Step {

        @Override
        public void writeTo(ObjectNode json) {
            json.put("end", true);
        }
    }
}
