package io.github.swipestorm.client.report.document;

import io.github.swipestorm.client.report.document.Document.Command;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Figure;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A document as text for a terminal that is Markdown as well: its tables can be pasted where GitHub's kind is understood.
 * Charts are left out, with their captions and with sections that have nothing else. Lines end with a line feed.
 */
public final class MarkdownText {
    private static final int LEAST_WIDTH = 3;

    private MarkdownText() {}

    /** The whole text. */
    public static String of(Document document) {
        List<String> blocks = new ArrayList<>();
        blocks.add("# " + SafeText.markdown(document.title()));
        List<Part> parts = document.parts().stream()
                .filter(part -> !(part instanceof Figure))
                .toList();
        for (int i = 0; i < parts.size(); i++) {
            boolean sectionOfCharts =
                    parts.get(i) instanceof Heading && (i == parts.size() - 1 || parts.get(i + 1) instanceof Heading);
            if (!sectionOfCharts) {
                blocks.add(block(parts.get(i)));
            }
        }
        return String.join("\n\n", blocks) + "\n";
    }

    private static String block(Part part) {
        // A switch over types needs a newer Java than 17.
        if (part instanceof Heading heading) {
            return "## " + SafeText.markdown(heading.text());
        } else if (part instanceof Conclusion conclusion) {
            return conclusion(conclusion);
        } else if (part instanceof Warning warning) {
            return "WARNING: " + SafeText.markdown(warning.text());
        } else if (part instanceof Paragraph paragraph) {
            return SafeText.markdown(paragraph.text());
        } else if (part instanceof Table table) {
            return table(table);
        } else if (part instanceof Command command) {
            return "    " + SafeText.plain(command.text());
        }
        throw new IllegalArgumentException("no way to write a " + part.getClass());
    }

    private static String conclusion(Conclusion conclusion) {
        StringBuilder text = new StringBuilder("**" + SafeText.markdown(conclusion.sentence()) + "**");
        conclusion.evidence().forEach(line -> text.append("\n* ").append(SafeText.markdown(line)));
        return text.toString();
    }

    private static String table(Table table) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(cells(table.columns(), table));
        table.rows().forEach(row -> lines.add(cells(row, table)));
        int[] widths = IntStream.range(0, table.columns().size())
                .map(column -> lines.stream()
                        .mapToInt(line -> length(line.get(column)))
                        .reduce(LEAST_WIDTH, Math::max))
                .toArray();
        StringBuilder text = new StringBuilder();
        if (!table.caption().isEmpty()) {
            text.append(SafeText.markdown(table.caption())).append(":\n\n");
        }
        text.append(line(lines.get(0), widths, table)).append('\n').append(rule(widths, table));
        lines.stream().skip(1).forEach(line -> text.append('\n').append(line(line, widths, table)));
        return text.toString();
    }

    /** As many as there are columns: Markdown takes a row with more or fewer for the end of the table. */
    private static List<String> cells(List<String> row, Table table) {
        return IntStream.range(0, table.columns().size())
                .mapToObj(column -> column < row.size() ? SafeText.markdownCell(row.get(column)) : "")
                .toList();
    }

    private static String line(List<String> cells, int[] widths, Table table) {
        StringBuilder line = new StringBuilder("|");
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            String padding = " ".repeat(widths[column] - length(cell));
            line.append(' ')
                    .append(table.isNumeric(column) ? padding + cell : cell + padding)
                    .append(" |");
        }
        return line.toString();
    }

    private static String rule(int[] widths, Table table) {
        StringBuilder rule = new StringBuilder("|");
        for (int column = 0; column < widths.length; column++) {
            rule.append(' ').append("-".repeat(widths[column] - 1)).append(table.isNumeric(column) ? ": |" : "- |");
        }
        return rule.toString();
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
