package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.workload.ThinkTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * A scenario compiled into instructions that are executed one after the other, with repeats unrolled and conditions as jumps, so that
 * each request and pause has a number of its own in the iteration. Immutable.
 */
final class Program {

    /** The most requests of an iteration, those of skipped conditions included. */
    static final int MOST_REQUESTS = 10_000;

    private static final int MOST_INSTRUCTIONS = 10 * MOST_REQUESTS;

    final String name;
    final Instruction[] instructions;
    final int requests;
    final int pauses;
    final long paceNanos;
    final CookieMode cookies;
    final boolean newConnections;

    /** What an instruction does. */
    enum Kind {
        /** Sends a request. */
        SEND,
        /** Pauses. */
        PAUSE,
        /** Jumps unless a value is there. */
        UNLESS_THERE,
        /** Jumps if a value is there. */
        IF_THERE,
        /** Jumps if the worker has done the steps before its first iteration. */
        IF_PREPARED,
        /** The worker has done the steps before its first iteration. */
        PREPARED,
        /** Nothing: it tells readers that a round of repeated steps begins. */
        ROUND,
        /** Ends the iteration. */
        END
    }

    /** One instruction; which parts it has depends on its kind. */
    static final class Instruction {

        final Kind kind;
        /** How deeply it is nested, for readers. */
        final int depth;
        /** Of a request: whether it is one of the steps before the worker's first iteration. */
        boolean inBefore;

        OperationBuilder.Compiled operation;
        OperationBuilder.Compiled redirect;
        OnFailure onFailure;
        /** The numbers in {@link #slots} are those of these values. */
        String[] uses;

        int[] slots;
        /** Of a request or pause: its number. */
        int number;

        ThinkTime think;
        /** Of a condition: the number of its value. */
        int slot;

        /** Of a jump: the index of the instruction that follows. */
        int target;

        /** For readers: the name of a condition's value, or which round begins. */
        String text;

        private Instruction(Kind kind, int depth) {
            this.kind = kind;
            this.depth = depth;
        }
    }

    /** @param scenario null for steps that are done once per run */
    private Program(Compiler compiler, ScenarioBuilder scenario) {
        this.name = compiler.name;
        this.instructions = compiler.instructions.toArray(Instruction[]::new);
        this.requests = compiler.requests;
        this.pauses = compiler.pauses;
        this.paceNanos = scenario == null ? 0 : scenario.pace().toNanos();
        this.cookies = scenario == null ? CookieMode.OFF : scenario.cookies();
        this.newConnections = scenario != null && scenario.newConnections();
    }

    /** The first request, whatever the conditions are. */
    Instruction firstRequest() {
        for (Instruction instruction : instructions) {
            if (instruction.kind == Kind.SEND) {
                return instruction;
            }
        }
        throw new IllegalStateException("a program has a request");
    }

    /**
     * Compiles scenarios.
     *
     * @param operations by what describes them
     * @param redirects the operations of their redirects, for those that have some
     * @param slot returns the number of a value
     */
    record Linker(
            Map<OperationBuilder, OperationBuilder.Compiled> operations,
            Map<OperationBuilder, OperationBuilder.Compiled> redirects,
            ToIntFunction<String> slot) {

        Program scenario(ScenarioBuilder scenario) {
            Compiler compiler = new Compiler(scenario.name(), this, scenario.onFailure(), scenario.before());
            if (!scenario.before().isEmpty()) {
                Instruction skip = compiler.add(Kind.IF_PREPARED, 0);
                compiler.before(1);
                skip.target = compiler.instructions.size();
            }
            compiler.steps(scenario.steps(), 0, false);
            return compiler.program(scenario);
        }

        /** Steps that are done once per run. */
        Program once(String name, List<Step> steps) {
            Compiler compiler = new Compiler(name, this, OnFailure.ABANDON, List.of());
            compiler.steps(steps, 0, false);
            return compiler.program(null);
        }
    }

    /** Puts a program together. */
    private static final class Compiler {

        private final String name;
        private final Linker linker;
        private final OnFailure usual;
        private final List<Step> before;
        private final List<Instruction> instructions = new ArrayList<>();
        private int requests;
        private int pauses;

        private Compiler(String name, Linker linker, OnFailure usual, List<Step> before) {
            this.name = name;
            this.linker = linker;
            this.usual = usual;
            this.before = before;
        }

        private Program program(ScenarioBuilder scenario) {
            if (requests == 0) {
                throw new IllegalArgumentException("'" + name + "' has no request: add a step with 'request'");
            }
            add(Kind.END, 0);
            return new Program(this, scenario);
        }

        private Instruction add(Kind kind, int depth) {
            if (instructions.size() >= MOST_INSTRUCTIONS) {
                throw new IllegalArgumentException("An iteration of '" + name + "' has more than " + MOST_INSTRUCTIONS
                        + " steps, repeats included: repeat less");
            }
            Instruction instruction = new Instruction(kind, depth);
            instructions.add(instruction);
            return instruction;
        }

        private void before(int depth) {
            steps(before, depth, true);
            add(Kind.PREPARED, depth);
        }

        private void steps(List<Step> steps, int depth, boolean inBefore) {
            for (Step step : steps) {
                if (step instanceof Step.Request request) {
                    send(request, depth, inBefore);
                } else if (step instanceof Step.Pause pause) {
                    Instruction instruction = add(Kind.PAUSE, depth);
                    instruction.think = pause.time();
                    instruction.number = pauses++;
                } else if (step instanceof Step.Repeat repeat) {
                    for (int round = 1; round <= repeat.times(); round++) {
                        add(Kind.ROUND, depth).text = round + " of " + repeat.times();
                        steps(repeat.steps(), depth + 1, inBefore);
                    }
                } else if (step instanceof Step.If condition) {
                    Instruction jump = add(condition.there() ? Kind.UNLESS_THERE : Kind.IF_THERE, depth);
                    jump.slot = linker.slot().applyAsInt(condition.value());
                    jump.text = condition.value();
                    steps(condition.steps(), depth + 1, inBefore);
                    jump.target = instructions.size();
                } else if (step instanceof Step.BeforeAgain) {
                    before(depth);
                } else {
                    add(Kind.END, depth);
                }
            }
        }

        private void send(Step.Request request, int depth, boolean inBefore) {
            Instruction send = add(Kind.SEND, depth);
            send.operation = linker.operations().get(request.operation());
            send.redirect = linker.redirects().get(request.operation());
            send.onFailure = request.onFailure() == null ? usual : request.onFailure();
            send.inBefore = inBefore;
            send.number = requests;
            send.uses = send.operation.uses().toArray(String[]::new);
            send.slots = new int[send.uses.length];
            for (int i = 0; i < send.slots.length; i++) {
                send.slots[i] = linker.slot().applyAsInt(send.uses[i]);
            }
            requests += request.operation().mostRequests();
            if (requests > MOST_REQUESTS) {
                throw new IllegalArgumentException("An iteration of '" + name + "' has more than " + MOST_REQUESTS
                        + " requests, repeats and redirects included: repeat less");
            }
        }
    }
}
