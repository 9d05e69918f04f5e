package io.github.swipestorm.client.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WordPoolTest {

    private static final byte[] ALPHABET = "abcdefg".getBytes(US_ASCII);

    @Test
    void a_text_is_made_of_whole_words_between_its_bounds() {
        byte[] text = new byte[2 + 8 * WordPool.WORD + 2];

        fill(new WordPool(1, ALPHABET), text, 2, 8, 5);

        String all = new String(text, US_ASCII);
        assertThat(all).matches("\0\0[a-g]{128}\0\0");
    }

    @Test
    void the_same_seed_has_the_same_words_and_another_seed_has_others() {
        byte[] text = new byte[4 * WordPool.WORD];
        byte[] same = new byte[4 * WordPool.WORD];
        byte[] other = new byte[4 * WordPool.WORD];

        fill(new WordPool(1, ALPHABET), text, 0, 4, 0);
        fill(new WordPool(1, ALPHABET), same, 0, 4, 0);
        fill(new WordPool(2, ALPHABET), other, 0, 4, 0);

        assertThat(same).isEqualTo(text);
        assertThat(other).isNotEqualTo(text);
    }

    @Test
    void every_word_is_drawn_and_in_all_of_them_every_character_is_equally_frequent() {
        Set<String> drawn = new HashSet<>();
        WordPool pool = new WordPool(1, ALPHABET);
        byte[] text = new byte[4 * WordPool.WORD];
        for (int index = 0; index < 20_000; index++) {
            fill(pool, text, 0, 4, index);
            for (int word = 0; word < 4; word++) {
                drawn.add(new String(text, word * WordPool.WORD, WordPool.WORD, US_ASCII));
            }
        }
        int words = 4_096 / ALPHABET.length * ALPHABET.length;
        int[] counts = new int[128];
        drawn.forEach(word -> word.chars().forEach(c -> counts[c]++));

        assertThat(drawn).hasSize(words);
        for (byte character : ALPHABET) {
            assertThat(counts[character]).isEqualTo(words * WordPool.WORD / ALPHABET.length);
        }
    }

    private static void fill(WordPool pool, byte[] text, int from, int words, long index) {
        IndexedRandom random = new IndexedRandom(9);
        random.startAt(index);
        pool.fill(text, from, words, random);
    }
}
