package io.github.swipestorm.client.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Random words of 16 characters, from which random texts are composed ten times as fast as character by character. Over
 * all words every character of the alphabet is equally frequent. Thread-safe.
 */
public final class WordPool {

    /** Characters per word. */
    public static final int WORD = 16;

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /** The approximate number of words: 64 KiB of them fit into the second-fastest cache of a processor. */
    private static final int ABOUT_WORDS = 4_096;

    private static final int BITS = 16;
    private static final int MASK = (1 << BITS) - 1;

    private final byte[] characters;
    private final int words;

    /** The words of a seed. */
    public WordPool(long seed, byte[] alphabet) {
        words = ABOUT_WORDS / alphabet.length * alphabet.length;
        characters = new byte[words * WORD];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = alphabet[i % alphabet.length];
        }
        shuffle(new IndexedRandom(seed));
    }

    /** Fisher and Yates' shuffle: every order is equally likely. */
    private void shuffle(IndexedRandom random) {
        random.startAt(-1);
        for (int i = characters.length - 1; i > 0; i--) {
            int other = random.below(i + 1);
            byte character = characters[i];
            characters[i] = characters[other];
            characters[other] = character;
        }
    }

    /**
     * Fills a range with random words, four from each 64 bits; 16 bits favour some of the 4,092 words over others by one
     * part in 16.
     *
     * @param count of words, a multiple of 4
     */
    public void fill(byte[] bytes, int from, int count, IndexedRandom random) {
        int at = from;
        for (int i = 0; i < count; i += 4) {
            long bits = random.next();
            for (int k = 0; k < 4; k++) {
                int word = (int) ((bits & MASK) * words >>> BITS) * WORD;
                EIGHT.set(bytes, at, (long) EIGHT.get(characters, word));
                EIGHT.set(bytes, at + 8, (long) EIGHT.get(characters, word + 8));
                at += WORD;
                bits >>>= BITS;
            }
        }
    }
}
