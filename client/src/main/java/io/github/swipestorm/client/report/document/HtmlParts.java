package io.github.swipestorm.client.report.document;

import io.github.swipestorm.client.report.chart.SvgCanvas;
import io.github.swipestorm.client.report.document.Document.Command;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Figure;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.text.SafeText;
import java.util.List;

/** Writes the parts of a document as HTML, one after the other. Ids are unique, and the same for the same document. */
final class HtmlParts {
    /** With more, columns move together. */
    private static final int MOST_ROOMY_COLUMNS = 9;

    private final StringBuilder html = new StringBuilder();
    private String heading;
    private int sections;
    private int tables;
    private int charts;
    private boolean amongTables;

    /** @param title of the whole, which explains what comes before the first heading */
    HtmlParts(String title) {
        heading = title;
    }

    void add(Part part) {
        if (!(part instanceof Table)) {
            endTables();
        }
        // A switch over types needs a newer Java than 17.
        if (part instanceof Heading begin) {
            add(begin);
        } else if (part instanceof Conclusion conclusion) {
            add(conclusion);
        } else if (part instanceof Warning warning) {
            element("p class=\"warning\"", "<strong>Warning:</strong> " + SafeText.markup(warning.text()));
        } else if (part instanceof Paragraph paragraph) {
            element("p", SafeText.markup(paragraph.text()));
        } else if (part instanceof Table table) {
            add(table);
        } else if (part instanceof Figure figure) {
            add(figure);
        } else if (part instanceof Command command) {
            element("pre", "<code>" + SafeText.markup(command.text()) + "</code>");
        } else {
            throw new IllegalArgumentException("no way to write a " + part.getClass());
        }
    }

    /** A list of links to sections that are still to come; nothing when there are none. */
    void contents(List<String> headings) {
        endTables();
        if (headings.isEmpty()) {
            return;
        }
        html.append("<nav aria-label=\"Contents\">\n<ul>\n");
        for (int i = 0; i < headings.size(); i++) {
            html.append("<li><a href=\"#section-")
                    .append(i + 1)
                    .append("\">")
                    .append(SafeText.markup(headings.get(i)))
                    .append("</a></li>\n");
        }
        html.append("</ul>\n</nav>\n");
    }

    /** All of it; nothing can be added afterwards. */
    String finish() {
        endTables();
        endSection();
        return html.toString();
    }

    private void add(Heading begin) {
        endSection();
        sections++;
        heading = begin.text();
        String id = "section-" + sections;
        html.append("<section aria-labelledby=\"").append(id).append("\">\n");
        element("h2 id=\"" + id + "\"", SafeText.markup(begin.text()));
    }

    private void endSection() {
        if (sections > 0) {
            html.append("</section>\n");
        }
    }

    private void add(Conclusion conclusion) {
        html.append("<div class=\"conclusion\">\n");
        element("p", "<strong>" + SafeText.markup(conclusion.sentence()) + "</strong>");
        if (!conclusion.evidence().isEmpty()) {
            html.append("<ul>\n");
            conclusion.evidence().forEach(line -> element("li", SafeText.markup(line)));
            html.append("</ul>\n");
        }
        html.append("</div>\n");
    }

    private void add(Table table) {
        if (!amongTables) {
            // Narrow tables that follow one another share the width there is.
            html.append("<div class=\"tables\">\n");
            amongTables = true;
        }
        String id = "table-" + ++tables;
        beginScrolling("aria-labelledby=\"" + id + "\"");
        html.append(table.columns().size() > MOST_ROOMY_COLUMNS ? "<table class=\"wide\">\n" : "<table>\n");
        boolean explained = table.caption().isEmpty();
        element(
                "caption id=\"" + id + (explained ? "\" class=\"unseen\"" : "\""),
                SafeText.markup(explained ? heading : table.caption()));
        html.append("<thead>\n<tr>");
        for (int column = 0; column < table.columns().size(); column++) {
            String name = SafeText.markup(table.columns().get(column));
            // A heading without words would be read out as one that has some.
            html.append(
                    name.isEmpty() ? "<td></td>" : "<th scope=\"col\"" + side(table, column) + ">" + name + "</th>");
        }
        html.append("</tr>\n</thead>\n<tbody>\n");
        for (int row = 0; row < table.rows().size(); row++) {
            addRow(table, row);
        }
        html.append("</tbody>\n</table>\n</div>\n");
    }

    private void endTables() {
        if (amongTables) {
            html.append("</div>\n");
            amongTables = false;
        }
    }

    private void addRow(Table table, int number) {
        List<String> row = table.rows().get(number);
        String page = table.page(number);
        html.append("<tr>");
        for (int column = 0; column < Math.max(row.size(), table.columns().size()); column++) {
            String cell = column < row.size() ? SafeText.markup(row.get(column)) : "";
            if (column == 0 && !page.isEmpty()) {
                cell = "<a href=\"" + SafeText.markup(page) + "\">" + cell + "</a>";
            }
            html.append(column == 0 ? "<th scope=\"row\">" : "<td" + side(table, column) + ">")
                    .append(cell)
                    .append(column == 0 ? "</th>" : "</td>");
        }
        html.append("</tr>\n");
    }

    private static String side(Table table, int column) {
        return table.isNumeric(column) ? " class=\"number\"" : "";
    }

    private void add(Figure figure) {
        html.append("<figure>\n");
        beginScrolling("aria-label=\"" + SafeText.markup(figure.chart().title()) + "\"");
        html.append(SvgCanvas.inline(figure.chart(), "chart-" + ++charts)).append("</div>\n");
        if (!figure.caption().isEmpty()) {
            element("figcaption", SafeText.markup(figure.caption()));
        }
        html.append("</figure>\n");
    }

    /** What is wider than a narrow screen scrolls within its own box, also with the keyboard. */
    private void beginScrolling(String name) {
        html.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" ")
                .append(name)
                .append(">\n");
    }

    private void element(String opening, String content) {
        int end = opening.indexOf(' ');
        html.append('<')
                .append(opening)
                .append('>')
                .append(content)
                .append("</")
                .append(end < 0 ? opening : opening.substring(0, end))
                .append(">\n");
    }
}
