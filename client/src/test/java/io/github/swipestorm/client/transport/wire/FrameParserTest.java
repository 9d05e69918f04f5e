package io.github.swipestorm.client.transport.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.Check;
import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.transport.http1.ResponseCapture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FrameParserTest {

    /** Has the body of the answer as its problem. */
    private static final Check TELLS_BODY = new Check() {

        @Override
        public boolean readsBody() {
            return true;
        }

        @Override
        public Optional<String> problem(ReceivedResponse response) {
            return Optional.of(new String(response.body(), ISO_8859_1));
        }
    };

    private static byte[] bytes(String latin) {
        return latin.getBytes(ISO_8859_1);
    }

    private static Framing endsWith(String delimiter) {
        return Framing.endsWith(bytes(delimiter));
    }

    private static Operation operation(Framing framing, Check... checks) {
        return Operation.overTcp(0, "one", framing, List.of(checks));
    }

    /** Framings, streams of answers, and the bodies in them. */
    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of(endsWith("\n"), "a\n\nbc\n", List.of("a", "", "bc")),
                Arguments.of(endsWith("\r\n"), "a\r\n\r\r\n\n\r\n", List.of("a", "\r", "\n")),
                Arguments.of(endsWith("aab"), "aaaabaabxaab", List.of("aa", "", "x")),
                Arguments.of(endsWith("abab!"), "abababab!ababxabab!", List.of("abab", "ababx")),
                Arguments.of(endsWith("\u00ff\0"), "\u00ff\u00ff\0\0\u00ff\0", List.of("\u00ff", "\0")),
                Arguments.of(Framing.size(3), "abcde\n", List.of("abc", "de\n")),
                Arguments.of(Framing.lengthPrefix(1, false, false), "\3abc\0\1d", List.of("abc", "", "d")),
                Arguments.of(Framing.lengthPrefix(2, false, true), "\0\5abc\0\2", List.of("abc", "")),
                Arguments.of(Framing.lengthPrefix(2, true, false), "\3\0abc", List.of("abc")),
                Arguments.of(Framing.lengthPrefix(4, false, false), "\0\0\0\2ab", List.of("ab")),
                Arguments.of(Framing.lengthPrefix(8, true, true), "\12\0\0\0\0\0\0\0ab", List.of("ab")));
    }

    /** Feeds bytes as a loop does, piece after piece in a buffer that is reused. */
    private static List<String> read(Framing framing, String stream, List<Integer> cuts) {
        Operation operation = operation(framing, TELLS_BODY);
        FrameParser parser = new FrameParser();
        ResponseCapture capture = new ResponseCapture();
        capture.expect(operation);
        parser.expect(operation, capture);
        List<String> bodies = new ArrayList<>();
        int from = 0;
        List<Integer> ends = new ArrayList<>(cuts);
        ends.add(stream.length());
        for (int end : ends) {
            byte[] piece = bytes(stream.substring(from, end));
            from = end;
            for (int at = 0; at < piece.length; ) {
                int next = parser.feed(piece, at, piece.length);
                assertThat(next).isGreaterThan(at);
                at = next;
                assertThat(parser.problem()).isNull();
                if (parser.complete()) {
                    String body = capture.judge(operation, parser.status(), parser.bodyBytes())
                            .failedCheck();
                    assertThat(parser.bodyBytes()).isEqualTo(body.length());
                    bodies.add(body);
                    capture.expect(operation);
                    parser.expect(operation, capture);
                }
            }
        }
        return bodies;
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("answers")
    void answers_end_where_their_framing_says_however_they_are_cut(
            Framing framing, String stream, List<String> bodies) {
        assertThat(read(framing, stream, List.of())).isEqualTo(bodies);
        for (int cut = 1; cut < stream.length(); cut++) {
            assertThat(read(framing, stream, List.of(cut))).as("cut at %d", cut).isEqualTo(bodies);
        }
        assertThat(read(
                        framing,
                        stream,
                        Stream.iterate(1, i -> i + 1).limit(stream.length() - 1).toList()))
                .isEqualTo(bodies);
    }

    @Test
    void what_a_delimiter_splits_is_what_a_search_splits() {
        Random random = new Random(1);
        for (int round = 0; round < 5_000; round++) {
            String delimiter = random(random, 1 + random.nextInt(5));
            String stream = random(random, random.nextInt(60)) + delimiter;
            List<String> expected = new ArrayList<>();
            for (int at = 0; stream.indexOf(delimiter, at) >= 0; ) {
                int end = stream.indexOf(delimiter, at);
                expected.add(stream.substring(at, end));
                at = end + delimiter.length();
            }
            List<Integer> cuts = random.ints(3, 1, stream.length() + 1)
                    .filter(cut -> cut < stream.length())
                    .distinct()
                    .sorted()
                    .boxed()
                    .toList();

            assertThat(read(endsWith(delimiter), stream, cuts))
                    .as("'%s' at '%s', cut at %s", stream, delimiter, cuts)
                    .isEqualTo(expected);
        }
    }

    private static String random(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append("ab".charAt(random.nextInt(2)));
        }
        return text.toString();
    }

    static Stream<Arguments> tooLong() {
        return Stream.of(
                Arguments.of(Framing.lengthPrefix(4, false, false), "\100\0\0\1", "an answer of 1073741825 bytes"),
                Arguments.of(
                        Framing.lengthPrefix(8, false, false),
                        "\u00ff\0\0\0\0\0\0\0",
                        "an answer of 18374686479671623680 bytes"),
                Arguments.of(Framing.lengthPrefix(2, false, true), "\0\1", "an answer of 1 bytes, its length of 2"),
                Arguments.of(Framing.NO_ANSWER, "a", "expects none"));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("tooLong")
    void an_answer_that_cannot_be_is_refused_at_once(Framing framing, String stream, String problem) {
        FrameParser parser = new FrameParser();
        parser.expect(operation(framing), null);

        parser.feed(bytes(stream), 0, stream.length());

        assertThat(parser.problem()).contains(problem);
        assertThat(parser.complete()).isFalse();
        assertThat(parser.skippable()).isZero();
    }

    @Test
    void an_answer_without_an_end_is_refused_after_1_GiB() {
        byte[] piece = new byte[1 << 20];
        for (Framing framing : List.of(endsWith("\n"), Framing.UNTIL_CLOSE)) {
            FrameParser parser = new FrameParser();
            parser.expect(operation(framing), null);
            for (int i = 0; i < 1 << 10; i++) {
                parser.feed(piece, 0, piece.length);
                assertThat(parser.problem()).isNull();
            }

            parser.feed(piece, 0, 1);

            assertThat(parser.problem()).isEqualTo("an answer longer than 1 GiB");
            assertThat(parser.endOfStream()).isFalse();
        }
    }

    @Test
    void bytes_of_a_known_number_need_not_be_looked_at() {
        FrameParser parser = new FrameParser();
        parser.expect(operation(Framing.lengthPrefix(1, false, false)), null);
        assertThat(parser.skippable()).isZero();
        parser.feed(bytes("\12ab"), 0, 3);
        assertThat(parser.skippable()).isEqualTo(8);

        parser.skip(7);
        assertThat(parser.complete()).isFalse();
        parser.feed(bytes("x"), 0, 1);

        assertThat(parser.complete()).isTrue();
        assertThat(parser.bodyBytes()).isEqualTo(10);
    }

    @Test
    void only_the_end_of_the_connection_completes_an_answer_until_close() {
        FrameParser parser = new FrameParser();
        parser.expect(operation(Framing.UNTIL_CLOSE), null);
        parser.feed(bytes("abc"), 0, 3);
        assertThat(parser.complete()).isFalse();

        assertThat(parser.endOfStream()).isTrue();
        assertThat(parser.bodyBytes()).isEqualTo(3);
        assertThat(parser.status()).isEqualTo(Response.NO_STATUS);
        assertThat(parser.keepAlive()).isFalse();

        parser.expect(operation(endsWith("\n")), null);
        parser.feed(bytes("abc"), 0, 3);
        assertThat(parser.endOfStream()).isFalse();
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("answers")
    void what_is_framed_is_read_again(Framing framing, String stream, List<String> bodies) {
        String body = "x".repeat(framing.kind() == Framing.Kind.SIZE ? (int) framing.size() : 5);

        assertThat(read(framing, new String(framing.frame(bytes(body)), ISO_8859_1), List.of()))
                .containsExactly(body);
    }
}
