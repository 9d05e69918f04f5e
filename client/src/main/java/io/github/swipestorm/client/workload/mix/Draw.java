package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.swipestorm.client.workload.IndexedRandom;
import io.github.swipestorm.client.workload.WordPool;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Provides the values of the placeholders in requests. One for each generator; not thread-safe. */
final class Draw {

    private static final long NO_SECOND = Long.MIN_VALUE;

    /** Keep random numbers apart that have different uses. */
    private static final long VARIABLES = 0x7661_7269_6162_6c65L;

    private static final byte[][] NOTHING_EXTRACTED = {};

    /** While a variable is determined, this is its own. */
    IndexedRandom random;

    final WordPool words;
    private final InstantSource clock;
    private final Variable[] variables;
    private final DataFile.Cursor[] cursors;
    private final Bytes time = new Bytes();
    private byte[] second;
    private long formatted = NO_SECOND;
    private long request;
    private long index;
    private int worker;
    /** Whether the request is a step of an iteration, in all of which a variable has one value. */
    private boolean ofIteration;

    private long workerIteration;
    private byte[][] extracted = NOTHING_EXTRACTED;
    private boolean namesMissing;

    /** A named value, which is the same everywhere in a request or iteration. */
    private static final class Variable {
        private final Template template;
        private final IndexedRandom ofIteration;
        private final Bytes value = new Bytes();
        private long request;

        private Variable(Template template, long seed) {
            this.template = template;
            this.ofIteration = new IndexedRandom(seed);
        }
    }

    Draw(long seed, WordPool words, InstantSource clock, List<Template> variables, List<DataFile> data) {
        this.random = new IndexedRandom(seed);
        this.words = words;
        this.clock = clock;
        this.variables = new Variable[variables.size()];
        for (int i = 0; i < this.variables.length; i++) {
            this.variables[i] = new Variable(variables.get(i), (seed ^ VARIABLES) + i);
        }
        this.cursors = new DataFile.Cursor[data.size()];
        for (int i = 0; i < cursors.length; i++) {
            cursors[i] = data.get(i).cursor(seed + i);
        }
    }

    /** Begins a request. */
    void startAt(long requestIndex, int sender) {
        random.startAt(requestIndex);
        index = requestIndex;
        worker = sender;
        request++;
    }

    /**
     * Begins a request that is a step of an iteration.
     *
     * @param requestNumber in the run, from which its random values follow
     * @param iteration from which variables and rows of data follow
     * @param sender the worker
     * @param sendersIteration how many iterations the worker has begun before this one
     * @param values that were taken from responses, by their numbers; null where there is none
     */
    void startStep(long requestNumber, long iteration, int sender, long sendersIteration, byte[][] values) {
        startAt(requestNumber, sender);
        index = iteration;
        ofIteration = true;
        workerIteration = sendersIteration;
        extracted = values;
    }

    /** From now on, a value that no response has given stands as its name in the request, for a reader. */
    void nameMissing() {
        namesMissing = true;
    }

    boolean namesMissing() {
        return namesMissing;
    }

    /** A value that was taken from a response; null when none was. */
    byte[] extracted(int slot) {
        return slot < extracted.length ? extracted[slot] : null;
    }

    long workerIteration() {
        return workerIteration;
    }

    long index() {
        return index;
    }

    int worker() {
        return worker;
    }

    /**
     * The value of a variable in this request or iteration; it is determined where it is used first. In an iteration it has random
     * numbers of its own, so that it does not depend on which steps use it.
     */
    Bytes variable(int number) {
        Variable variable = variables[number];
        if (variable.request != request) {
            variable.request = request;
            variable.value.clear();
            IndexedRandom ofRequest = random;
            if (ofIteration) {
                random = variable.ofIteration;
                random.startAt(index);
            }
            variable.template.put(this, variable.value);
            random = ofRequest;
        }
        return variable.value;
    }

    /** Appends a cell of the row that this request has of a data file. */
    void putCell(int data, int column, Escape escape, Bytes out) {
        cursors[data].put(index, column, escape, out);
    }

    /** The time in UTC, to the millisecond: {@code 2026-11-22T06:30:00.123Z}. Formats a second once. */
    Bytes time() {
        long millis = clock.millis();
        long seconds = Math.floorDiv(millis, 1_000L);
        if (seconds != formatted) {
            formatted = seconds;
            second = Instant.ofEpochSecond(seconds).toString().getBytes(US_ASCII);
        }
        time.clear();
        time.put(second, 0, second.length - 1);
        time.put('.');
        time.putDigits(Math.floorMod(millis, 1_000L), 3);
        time.put('Z');
        return time;
    }
}
