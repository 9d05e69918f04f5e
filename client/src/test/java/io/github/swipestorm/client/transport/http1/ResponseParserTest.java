package io.github.swipestorm.client.transport.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.transport.ResponseExamples;
import io.github.swipestorm.client.transport.ResponseExamples.Answer;
import io.github.swipestorm.client.transport.ResponseExamples.Read;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What answers say does not depend on how the network cuts them up, nor on what was read before. */
class ResponseParserTest {

    private static final int[] WHOLE = {};

    static List<Answer> good() {
        return ResponseExamples.good();
    }

    static List<String> bad() {
        return ResponseExamples.bad();
    }

    @ParameterizedTest
    @MethodSource("good")
    void an_answer_is_read_the_same_whole_and_in_two_pieces_and_byte_by_byte(Answer answer) {
        byte[] bytes = answer.bytes();

        assertThat(read(answer, WHOLE)).containsExactly(answer.expected());
        assertThat(read(answer, ResponseExamples.everywhere(bytes))).containsExactly(answer.expected());
        for (int cut = 1; cut < Math.min(300, bytes.length); cut++) {
            assertThat(read(answer, new int[] {cut})).containsExactly(answer.expected());
        }
    }

    @ParameterizedTest
    @MethodSource("good")
    void an_answer_is_not_complete_before_its_last_byte(Answer answer) {
        byte[] bytes = answer.bytes();
        for (int length = Math.max(0, bytes.length - 300); length < bytes.length; length++) {
            byte[] part = new String(bytes, 0, length, ISO_8859_1).getBytes(ISO_8859_1);

            assertThat(ResponseExamples.read(
                            new ResponseHeadCache(), List.of(answer.toHead()), part, WHOLE, !answer.ends()))
                    .as("after %d bytes", length)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("good")
    void after_a_head_was_remembered_the_same_answer_says_the_same(Answer answer) {
        ResponseHeadCache memo = new ResponseHeadCache();
        for (int round = 0; round < 3; round++) {
            assertThat(ResponseExamples.read(memo, List.of(answer.toHead()), answer.bytes(), WHOLE, answer.ends()))
                    .containsExactly(answer.expected());
        }
    }

    @ParameterizedTest
    @MethodSource("bad")
    void what_is_no_answer_is_a_problem_however_it_is_cut(String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        List<Boolean> get = List.of(false);

        assertThat(ResponseExamples.read(new ResponseHeadCache(), get, bytes, WHOLE, true))
                .containsExactly(Read.BROKEN);
        assertThat(ResponseExamples.read(new ResponseHeadCache(), get, bytes, ResponseExamples.everywhere(bytes), true))
                .containsExactly(Read.BROKEN);
        for (int cut = 1; cut < Math.min(300, bytes.length); cut++) {
            assertThat(ResponseExamples.read(new ResponseHeadCache(), get, bytes, new int[] {cut}, true))
                    .containsExactly(Read.BROKEN);
        }
    }

    @Property(tries = 500)
    void pipelined_responses_are_separated_however_their_bytes_are_split(@ForAll long seed) {
        Random random = new Random(seed);
        ResponseHeadCache shared = new ResponseHeadCache();
        for (int round = 0; round < 5; round++) {
            List<Answer> answers = random.ints(1 + random.nextInt(8), 0, good().size())
                    .mapToObj(good()::get)
                    .filter(answer -> !answer.ends())
                    .collect(Collectors.toCollection(ArrayList::new));
            answers.add(good().get(random.nextInt(good().size())));
            List<Boolean> toHead = answers.stream().map(Answer::toHead).toList();
            byte[] bytes = answers.stream()
                    .map(Answer::text)
                    .collect(Collectors.joining())
                    .getBytes(ISO_8859_1);
            boolean ends = answers.get(answers.size() - 1).ends();
            int[] cuts = random.ints(random.nextInt(6), 1, bytes.length)
                    .sorted()
                    .distinct()
                    .toArray();

            assertThat(ResponseExamples.read(shared, toHead, bytes, cuts, ends))
                    .containsExactlyElementsOf(
                            answers.stream().map(Answer::expected).toList());
        }
    }

    @Test
    void bytes_behind_an_answer_are_left_for_the_next_one() {
        ResponseParser parser = new ResponseParser(new ResponseHeadCache());
        byte[] bytes = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 404 \r\n".getBytes(ISO_8859_1);
        parser.expect(false);

        int at = parser.feed(bytes, 0, bytes.length);

        assertThat(parser.complete()).isTrue();
        assertThat(at).isEqualTo(bytes.length - "HTTP/1.1 404 \r\n".length());
        assertThat(parser.feed(bytes, at, bytes.length))
                .as("nothing is taken unasked")
                .isEqualTo(at);
    }

    @Test
    void the_head_of_a_final_answer_is_seen_and_that_of_an_informational_one_is_not() {
        ResponseParser parser = new ResponseParser(new ResponseHeadCache());
        byte[] informational = "HTTP/1.1 100 \r\n\r\n".getBytes(ISO_8859_1);
        byte[] last = "HTTP/1.1 200 \r\nContent-Length: 1\r\n\r\n".getBytes(ISO_8859_1);
        for (int round = 0; round < 2; round++) {
            parser.expect(false);
            assertThat(parser.headSeen()).isFalse();
            parser.feed(informational, 0, informational.length);
            assertThat(parser.headSeen()).isFalse();
            parser.feed(last, 0, last.length);
            assertThat(parser.headSeen()).isTrue();
            assertThat(parser.complete()).isFalse();
        }
    }

    @Test
    void a_body_without_end_is_given_up_at_one_gibibyte() {
        byte[] piece = new byte[1 << 20];
        for (String framing : List.of("A: b\r\n\r\n", "Content-Length: 1073741824\r\n\r\n")) {
            ResponseParser parser = new ResponseParser(new ResponseHeadCache());
            byte[] head = ("HTTP/1.1 200 \r\n" + framing).getBytes(ISO_8859_1);
            parser.expect(false);
            parser.feed(head, 0, head.length);
            for (int i = 0; i < 1_024; i++) {
                parser.feed(piece, 0, piece.length);
            }
            assertThat(parser.problem()).isNull();
            assertThat(parser.bodyBytes()).isEqualTo(1L << 30);
            boolean untilClose = !parser.complete();
            parser.feed(piece, 0, 1);
            assertThat(parser.problem() != null).isEqualTo(untilClose);
        }
    }

    @Test
    void a_head_that_differs_in_any_byte_is_another_one() {
        String head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\n";
        for (int place = 0; place < head.length(); place++) {
            byte[] changed = (head + "0123456789").getBytes(ISO_8859_1);
            changed[place] ^= 1;
            ResponseHeadCache warm = new ResponseHeadCache();
            ResponseExamples.read(warm, List.of(false), (head + "0123456789").getBytes(ISO_8859_1), WHOLE, false);

            assertThat(ResponseExamples.read(warm, List.of(false), changed, WHOLE, true))
                    .as("byte %d", place)
                    .isEqualTo(ResponseExamples.read(new ResponseHeadCache(), List.of(false), changed, WHOLE, true));
        }
    }

    @Test
    void the_end_of_a_head_that_came_in_pieces_is_never_taken_for_a_head() {
        Answer answer = good().get(0);
        for (int cut = 1; cut < answer.bytes().length; cut++) {
            ResponseHeadCache warm = new ResponseHeadCache();
            ResponseExamples.read(warm, List.of(false), answer.bytes(), new int[] {cut}, false);
            byte[] rest = answer.text().substring(cut).getBytes(ISO_8859_1);

            assertThat(ResponseExamples.read(warm, List.of(false), rest, WHOLE, true))
                    .as("behind byte %d", cut)
                    .isEqualTo(ResponseExamples.read(new ResponseHeadCache(), List.of(false), rest, WHOLE, true));
        }
    }

    private static List<Read> read(Answer answer, int[] cuts) {
        return ResponseExamples.read(
                new ResponseHeadCache(), Collections.nCopies(1, answer.toHead()), answer.bytes(), cuts, answer.ends());
    }
}
