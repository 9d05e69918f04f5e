package io.github.swipestorm.client.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.swipestorm.api.Direction;
import io.github.swipestorm.api.SwipeBody;
import io.github.swipestorm.api.UserKind;
import io.github.swipestorm.client.http.Template;
import java.util.Arrays;
import java.util.List;

/**
 * The mission's workload: {@code POST /swipe/{left|right}/} with a random direction, swiper, swipee and a comment of 256
 * alphanumeric characters, each uniformly distributed; the comment is made of 16 random words. Ids are sent as JSON strings, as the original client does.
 */
final class RandomSwipes implements Workload {

    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".getBytes(US_ASCII);
    private static final int COMMENT_WORDS = SwipeBody.MOST_COMMENT_CODE_POINTS / WordPool.WORD;
    private static final byte[] BEFORE_SWIPER = "{\"swiper\":\"".getBytes(US_ASCII);
    private static final byte[] BEFORE_SWIPEE = "\",\"swipee\":\"".getBytes(US_ASCII);
    private static final byte[] BEFORE_COMMENT = "\",\"comment\":\"".getBytes(US_ASCII);
    private static final byte[] END = "\"}".getBytes(US_ASCII);

    private static final int LONGEST = BEFORE_SWIPER.length
            + digits(UserKind.SWIPER.highestId())
            + BEFORE_SWIPEE.length
            + digits(UserKind.SWIPEE.highestId())
            + BEFORE_COMMENT.length
            + SwipeBody.MOST_COMMENT_CODE_POINTS
            + END.length;

    private final long seed;
    private final WordPool words;
    private final List<Template> templates = Arrays.stream(Direction.values())
            .map(direction ->
                    new Template(direction.ordinal(), "POST", "/swipe/" + direction.text() + "/", "application/json"))
            .toList();

    RandomSwipes(long seed) {
        this.seed = seed;
        this.words = new WordPool(seed, ALPHABET);
    }

    @Override
    public List<Template> templates() {
        return templates;
    }

    @Override
    public Composer composer() {
        return new SwipeComposer();
    }

    /** Writes each swipe over the one before; only what differs is written, and what moves with the ids' lengths. */
    private final class SwipeComposer implements Composer {

        private final IndexedRandom random = new IndexedRandom(seed);
        private final byte[] body = new byte[LONGEST];
        private int length;

        @Override
        public Template compose(long index) {
            random.startAt(index);
            Template template = templates.get(random.below(templates.size()));
            int swiper = 1 + random.below(UserKind.SWIPER.highestId());
            int swipee = 1 + random.below(UserKind.SWIPEE.highestId());
            int position = put(BEFORE_SWIPER, body, 0);
            position = putNumber(swiper, body, position);
            position = put(BEFORE_SWIPEE, body, position);
            position = putNumber(swipee, body, position);
            position = put(BEFORE_COMMENT, body, position);
            words.fill(body, position, COMMENT_WORDS, random);
            length = put(END, body, position + SwipeBody.MOST_COMMENT_CODE_POINTS);
            return template;
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
