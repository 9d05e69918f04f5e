package io.github.swipestorm.client.transport.http2;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Which fields of requests the server knows by an index: the client's side of a connection's dynamic table. A field is
 * added while there is room and never evicted, because all fields are known in advance. Not thread-safe.
 */
final class RequestTable {

    /** The size that both sides assume at first, and the most that the client uses. */
    private static final int MOST_BYTES = 4_096;

    private static final int STATIC_ENTRIES = 61;

    /** Per field: how many were added when it was added, itself included; 0 while it is not in the table. */
    private final int[] added;

    private int additions;
    private int bytes;
    private int limit = MOST_BYTES;
    private boolean changed;

    RequestTable(int fields) {
        added = new int[fields];
    }

    /** The server changes the size of the table. */
    void limit(long size) {
        int next = (int) Math.min(MOST_BYTES, size);
        if (next != limit) {
            limit = next;
            changed = true;
            Arrays.fill(added, 0);
            additions = 0;
            bytes = 0;
        }
    }

    /** RFC 7541, section 4.2: a block begins with the changes of the size since the last one; 0 empties the table. */
    void announce(ByteBuffer out) {
        if (changed) {
            changed = false;
            RequestHeads.integer(out, 0x20, 5, 0);
            RequestHeads.integer(out, 0x20, 5, limit);
        }
    }

    /** Appends a field. */
    void encode(int number, RequestHeads.Field field, ByteBuffer out) {
        if (field.index() > 0) {
            out.put((byte) (0x80 | field.index()));
        } else if (added[number] > 0) {
            RequestHeads.integer(out, 0x80, 7, STATIC_ENTRIES + 1 + additions - added[number]);
        } else if (bytes + field.size() <= limit) {
            added[number] = ++additions;
            bytes += field.size();
            RequestHeads.integer(out, 0x40, 6, field.nameIndex());
            out.put(field.literal());
        } else {
            RequestHeads.integer(out, 0, 4, field.nameIndex());
            out.put(field.literal());
        }
    }
}
