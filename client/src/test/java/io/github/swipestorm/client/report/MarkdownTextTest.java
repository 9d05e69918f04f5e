package io.github.swipestorm.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.report.Document.Table;
import java.io.IOException;
import java.util.List;
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
