package io.github.swipestorm.client.transport.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.swipestorm.client.transport.ResponseExamples;
import io.github.swipestorm.client.transport.ResponseExamples.Answer;
import io.github.swipestorm.client.transport.ResponseExamples.Read;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** For all bytes, in all pieces: the parser neither throws nor hangs, and keeps none of them. */
class ResponseParserFuzzTest {

    private static final List<Answer> GOOD = ResponseExamples.good();
    private static final Answer PROBE = GOOD.get(0);
    private static final List<Boolean> MANY = java.util.Collections.nCopies(100, false);

    @Property(tries = 3_000)
    void any_bytes_are_survived(@ForAll @Size(min = 1, max = 400) byte[] bytes, @ForAll boolean asHeaders) {
        byte[] all = asHeaders ? concat("HTTP/1.1 200 OK\r\n".getBytes(ISO_8859_1), bytes) : bytes;
        ResponseHeadCache memo = new ResponseHeadCache();

        List<Read> whole = ResponseExamples.read(memo, MANY, all, new int[0], true);

        assertThat(ResponseExamples.read(memo, MANY, all, ResponseExamples.everywhere(all), true))
                .isEqualTo(whole);
    }

    @Test
    void mutated_answers_are_read_the_same_however_they_are_cut_and_whatever_is_remembered() {
        ResponseHeadCache shared = new ResponseHeadCache();
        for (int seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            Answer answer = GOOD.get(random.nextInt(GOOD.size() - 2));
            byte[] bytes = mutated(concat(answer.bytes(), PROBE.bytes()), random);
            int[] cuts = random.ints(random.nextInt(5), 1, bytes.length)
                    .sorted()
                    .distinct()
                    .toArray();
            List<Boolean> toHead = List.of(answer.toHead(), false, random.nextBoolean(), false);

            List<Read> whole = ResponseExamples.read(new ResponseHeadCache(), toHead, bytes, new int[0], true);

            assertThat(ResponseExamples.read(shared, toHead, bytes, new int[0], true))
                    .as("seed %d, remembered", seed)
                    .isEqualTo(whole);
            assertThat(ResponseExamples.read(shared, toHead, bytes, cuts, true))
                    .as("seed %d, cut at %s", seed, Arrays.toString(cuts))
                    .isEqualTo(whole);
            assertThat(ResponseExamples.read(shared, List.of(false), PROBE.bytes(), new int[0], false))
                    .as("seed %d, and afterwards", seed)
                    .containsExactly(PROBE.expected());
        }
    }

    @Test
    void a_parser_that_read_garbage_reads_the_next_answer_as_a_new_one_does() {
        ResponseParser parser = new ResponseParser(new ResponseHeadCache());
        for (int seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = mutated(GOOD.get(random.nextInt(GOOD.size())).bytes(), random);
            parser.expect(random.nextBoolean());
            parser.feed(bytes, 0, random.nextInt(bytes.length + 1));

            byte[] probe = PROBE.bytes();
            parser.expect(false);
            assertThat(parser.feed(probe, 0, probe.length)).isEqualTo(probe.length);
            assertThat(new Read(parser.status(), parser.bodyBytes(), parser.keepAlive(), parser.problem() != null))
                    .as("seed %d", seed)
                    .isEqualTo(PROBE.expected());
        }
    }

    @Test
    void a_parser_allocates_one_buffer_for_lines_in_pieces_and_never_again() {
        ResponseParser parser = new ResponseParser(new ResponseHeadCache());
        byte[][] answers = GOOD.stream().map(Answer::bytes).toArray(byte[][]::new);
        boolean[] toHead = new boolean[answers.length];
        for (int i = 0; i < toHead.length; i++) {
            toHead[i] = GOOD.get(i).toHead();
        }
        feedAll(parser, answers, toHead, 20);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());

        feedAll(parser, answers, toHead, 200);

        assertThat(threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
                .isLessThan(4_096);
    }

    @Test
    void an_endless_line_costs_no_more_than_sixteen_kibibytes() {
        byte[] piece = "b".repeat(100).getBytes(ISO_8859_1);
        byte[] start = "HTTP/1.1 200 ".getBytes(ISO_8859_1);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ResponseParser parser = new ResponseParser(new ResponseHeadCache());
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (int round = 0; round < 300; round++) {
            parser.expect(false);
            parser.feed(start, 0, start.length);
            for (int i = 0; i < 160; i++) {
                parser.feed(piece, 0, piece.length);
            }
            assertThatNothingIsWrong(parser);
        }
        // Doubling from 256 bytes on makes it twice the longest line; the rest is the measurement's own.
        assertThat(threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
                .isLessThan(3 * LineReader.LONGEST);
    }

    private static void assertThatNothingIsWrong(ResponseParser parser) {
        if (parser.problem() != null || parser.complete()) {
            throw new AssertionError(parser.problem());
        }
    }

    private static void feedAll(ResponseParser parser, byte[][] answers, boolean[] toHead, int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < answers.length; i++) {
                parser.expect(toHead[i]);
                int step = 1 + round % 7;
                for (int at = 0; at < answers[i].length; at += step) {
                    parser.feed(answers[i], at, Math.min(at + step, answers[i].length));
                }
                if (!parser.complete() && !parser.endOfStream()) {
                    throw new AssertionError(GOOD.get(i).name());
                }
            }
        }
    }

    /** Changes, leaves out, doubles or puts in a few bytes. */
    private static byte[] mutated(byte[] bytes, Random random) {
        byte[] changed = bytes;
        for (int i = random.nextInt(4); i >= 0; i--) {
            int place = random.nextInt(Math.min(changed.length, 200));
            byte[] head = Arrays.copyOf(changed, place);
            byte[] tail = Arrays.copyOfRange(changed, place, changed.length);
            byte[] interesting = {'\r', '\n', ' ', ':', ';', ',', '0', '1', 'f', 0, -1, (byte) random.nextInt()};
            byte[] put = {interesting[random.nextInt(interesting.length)]};
            changed = switch (random.nextInt(4)) {
                case 0 -> concat(head, put, tail);
                case 1 -> concat(head, put, Arrays.copyOfRange(tail, 1, tail.length));
                case 2 -> tail.length > 1 ? concat(head, Arrays.copyOfRange(tail, 1, tail.length)) : changed;
                default -> concat(head, Arrays.copyOf(tail, Math.min(tail.length, 20)), tail);
            };
        }
        return changed;
    }

    private static byte[] concat(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
