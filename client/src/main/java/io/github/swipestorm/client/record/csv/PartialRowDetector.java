package io.github.swipestorm.client.record.csv;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Passes characters on and remembers whether those so far end with a whole row: with a line break that is not inside
 * quotes. (In RFC 4180 text, one is inside quotes exactly after an odd number of them.)
 */
final class PartialRowDetector extends FilterReader {
    private boolean inQuotes;
    private char last = '\n';

    PartialRowDetector(Reader in) {
        super(in);
    }

    boolean endsInsideRow() {
        return inQuotes || (last != '\n' && last != '\r');
    }

    @Override
    public int read() throws IOException {
        char[] one = new char[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        int got = super.read(target, offset, length);
        if (got <= 0) {
            return got;
        }
        int quotes = 0;
        for (int i = offset; i < offset + got; i++) {
            quotes += target[i] == '"' ? 1 : 0;
        }
        inQuotes ^= (quotes & 1) == 1;
        last = target[offset + got - 1];
        return got;
    }
}
