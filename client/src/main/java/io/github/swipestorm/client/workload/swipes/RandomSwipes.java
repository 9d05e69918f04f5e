package io.github.swipestorm.client.workload.swipes;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.workload.IndexedRandom;
import io.github.swipestorm.client.workload.RequestGenerator;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.WordPool;
import io.github.swipestorm.client.workload.Workload;
import java.util.List;

/**
 * The reference study's workload: {@code POST /swipe/{left|right}/} with a random direction, swiper, swipee and a comment of 256
 * alphanumeric characters, each uniformly distributed; the comment is made of 16 random words. Ids are sent as
 * JSON strings.
 */
public record RandomSwipes() implements Workload {

    /** The highest ids; the lowest is 1. */
    private static final int HIGHEST_SWIPER = 5_000;

    private static final int HIGHEST_SWIPEE = 1_000_000;
    private static final int COMMENT_LENGTH = 256;
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".getBytes(US_ASCII);
    private static final int COMMENT_WORDS = COMMENT_LENGTH / WordPool.WORD;
    private static final byte[] BEFORE_SWIPER = "{\"swiper\":\"".getBytes(US_ASCII);
    private static final byte[] BEFORE_SWIPEE = "\",\"swipee\":\"".getBytes(US_ASCII);
    private static final byte[] BEFORE_COMMENT = "\",\"comment\":\"".getBytes(US_ASCII);
    private static final byte[] END = "\"}".getBytes(US_ASCII);

    private static final int LONGEST = BEFORE_SWIPER.length
            + digits(HIGHEST_SWIPER)
            + BEFORE_SWIPEE.length
            + digits(HIGHEST_SWIPEE)
            + BEFORE_COMMENT.length
            + COMMENT_LENGTH
            + END.length;

    private static final List<Operation> OPERATIONS = List.of(
            new Operation(0, "POST", "/swipe/left/", "application/json"),
            new Operation(1, "POST", "/swipe/right/", "application/json"));

    @Override
    public String name() {
        return "swipes";
    }

    @Override
    public List<Operation> operations() {
        return OPERATIONS;
    }

    @Override
    public List<Double> shares() {
        return List.of(0.5, 0.5);
    }

    @Override
    public Requests requests(long seed) {
        WordPool words = new WordPool(seed, ALPHABET);
        return () -> new SwipeGenerator(seed, words);
    }

    @Override
    public String toString() {
        return name();
    }

    /** Writes each swipe over the previous one; rewrites only what differs, and what moves with the ids' lengths. */
    private static final class SwipeGenerator implements RequestGenerator {

        private final IndexedRandom random;
        private final WordPool words;
        private final byte[] body = new byte[LONGEST];
        private Operation operation;
        private int length;

        private SwipeGenerator(long seed, WordPool words) {
            this.random = new IndexedRandom(seed);
            this.words = words;
        }

        @Override
        public void compose(long index, int worker) {
            random.startAt(index);
            operation = OPERATIONS.get(random.below(OPERATIONS.size()));
            int swiper = 1 + random.below(HIGHEST_SWIPER);
            int swipee = 1 + random.below(HIGHEST_SWIPEE);
            int position = put(BEFORE_SWIPER, body, 0);
            position = putNumber(swiper, body, position);
            position = put(BEFORE_SWIPEE, body, position);
            position = putNumber(swipee, body, position);
            position = put(BEFORE_COMMENT, body, position);
            words.fill(body, position, COMMENT_WORDS, random);
            length = put(END, body, position + COMMENT_LENGTH);
        }

        @Override
        public Operation operation() {
            return operation;
        }

        @Override
        public byte[] body() {
            return body;
        }

        @Override
        public int bodyLength() {
            return length;
        }
    }

    private static int put(byte[] text, byte[] body, int position) {
        System.arraycopy(text, 0, body, position, text.length);
        return position + text.length;
    }

    private static int putNumber(int number, byte[] body, int position) {
        int end = position + digits(number);
        int rest = number;
        for (int i = end - 1; i >= position; i--) {
            body[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return end;
    }

    private static int digits(int number) {
        int digits = 1;
        for (int rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
