package io.github.swipestorm.client.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.run.Golden;
import io.github.swipestorm.client.report.run.SampleDocument;
import io.github.swipestorm.client.text.SafeText;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTextTest {

    @Test
    void a_document_with_every_part_reads_like_this() throws IOException {
        Golden.assertIs("document.md", MarkdownText.of(SampleDocument.withEveryPart()));
    }

    @Test
    void hostile_texts_tell_the_terminal_nothing_and_end_no_line() {
        String text = MarkdownText.of(SampleDocument.saying(SampleDocument.HOSTILE));

        assertThat(text).doesNotContain("\u0000", "\u001b", "\u202e", "\r");
        assertThat(text.lines().filter(line -> line.startsWith("|")).map(line -> line.replace("\\|", "")))
                .hasSize(3)
                .allSatisfy(
                        line -> assertThat(line.chars().filter(c -> c == '|')).hasSize(3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"a|b;a\\|b", "a\\|b;a\\\\\\|b", "C:\\dir;C:\\dir", "|;\\|", "||;\\|\\|", "a\\;a\\"})
    void a_bar_in_a_cell_is_no_edge_of_it(String cell, String expected) {
        assertThat(SafeText.markdownCell(cell)).isEqualTo(expected);
    }

    @Test
    void hostile_texts_are_no_markup_wherever_they_stand() {
        String text = MarkdownText.of(SampleDocument.saying("<img src=x>`![p](q)"));

        // Lines that are set off by four blanks are code already.
        assertThat(text.lines().filter(line -> !line.startsWith("    ")))
                .hasSizeGreaterThan(8)
                .allSatisfy(line -> assertThat(line).doesNotContainPattern("(?<!\\\\)(<img|`|\\]\\()"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "<script>;\\<script>",
                "\\<b>;\\\\\\<b>",
                "</td>;\\</td>",
                "`code`;\\`code\\`",
                "![x](http://evil/x.png);![x\\](http://evil/x.png)",
                "[x][1];[x\\][1]",
                "p99<100ms;p99<100ms",
                "0.93 [0.90, 0.97];0.93 [0.90, 0.97]",
                "p99 < 5 | 6;p99 < 5 | 6",
            })
    void prose_is_neither_markup_nor_code_nor_a_link(String text, String expected) {
        assertThat(SafeText.markdown(text)).isEqualTo(expected);
        assertThat(SafeText.markdownCell(text)).isEqualTo(expected.replace("|", "\\|"));
    }

    @Property(tries = 1000)
    void no_text_gets_out_of_prose_or_cell(@ForAll("hostile") String text) {
        String prose = SafeText.markdown(text);

        // A backslash before a sign takes its meaning away, two are a backslash that is shown.
        assertThat(prose.replaceAll("\\\\\\p{Punct}", " ")).doesNotContain("`", "<b", "</", "](", "\n", "\u001b");
        assertThat(SafeText.markdownCell(text).replaceAll("\\\\\\p{Punct}", " "))
                .doesNotContain("|", "`", "<b", "](");
        assertThat(prose.replace("\\", "")).isEqualTo(SafeText.plain(text).replace("\\", ""));
    }

    @Provide
    Arbitrary<String> hostile() {
        return Arbitraries.strings().withChars("\\`<>/b[](|!\n\u001b ").ofMaxLength(12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"12", "-3.5 %", "1,000", "", "-", "+5", "< 0.1", "0.93 [0.90, 0.97]", "\u00b1 3", "~ 7"})
    void numbers_are_known_with_their_signs_and_units(String cell) {
        assertThat(new Table(List.of("name", "value"), List.of(List.of("x", cell))).isNumeric(1))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "http://localhost", "--threads", "p99 < 5"})
    void words_are_no_numbers(String cell) {
        Table table = new Table(List.of("name", "value"), List.of(List.of("x", "1"), List.of("y", cell)));

        assertThat(table.isNumeric(1)).isFalse();
    }
}
