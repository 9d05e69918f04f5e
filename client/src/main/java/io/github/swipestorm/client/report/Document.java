package io.github.swipestorm.client.report;

import java.util.List;

/**
 * What a report says, from top to bottom, whatever it is written as. Texts are plain: whoever writes them down escapes
 * them.
 *
 * @param title of the whole
 * @param parts in order
 */
record Document(String title, List<Part> parts) {

    Document {
        parts = List.copyOf(parts);
    }

    /** A part of a document. */
    sealed interface Part {}

    /** Begins a section. */
    record Heading(String text) implements Part {}

    /** The answer to the reader's question, to be seen first, and what it rests on, a line each. */
    record Conclusion(String sentence, List<String> evidence) implements Part {}

    /** Something that the reader must not miss. */
    record Warning(String text) implements Part {}

    /** Prose. */
    record Paragraph(String text) implements Part {}

    /** Rows under the names of their columns; the first column is text and to the left, the others are numbers. */
    record Table(List<String> columns, List<List<String>> rows) implements Part {}

    /** A chart with a line that says what is to be seen. */
    record Figure(Chart chart, String caption) implements Part {}

    /** A command to type, in one line. */
    record Command(String text) implements Part {}
}
