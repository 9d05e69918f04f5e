package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.swipestorm.client.workload.IndexedRandom;
import io.github.swipestorm.client.workload.WordPool;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** What the values of one request after the other are made from. One for each generator; not thread-safe. */
final class Draw {

    private static final long NO_SECOND = Long.MIN_VALUE;

    final IndexedRandom random;
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

    /** A named value, which is the same everywhere in a request. */
    private static final class Variable {
        private final Template template;
        private final Bytes value = new Bytes();
        private long request;

        private Variable(Template template) {
            this.template = template;
        }
    }

    Draw(long seed, WordPool words, InstantSource clock, List<Template> variables, List<DataFile> data) {
        this.random = new IndexedRandom(seed);
        this.words = words;
        this.clock = clock;
        this.variables = variables.stream().map(Variable::new).toArray(Variable[]::new);
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

    long index() {
        return index;
    }

    int worker() {
        return worker;
    }

    /** The value of a variable in this request; it is determined where it is used first. */
    Bytes variable(int number) {
        Variable variable = variables[number];
        if (variable.request != request) {
            variable.request = request;
            variable.value.clear();
            variable.template.put(this, variable.value);
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
