package io.github.swipestorm.client.report.document;

import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.text.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A document as one self-contained HTML file: no network, no script, no font. Charts are inline SVG. The page follows
 * the reader's light or dark theme, can be printed, and fits a telephone.
 */
public final class HtmlPage {

    /** Nothing is loaded, sent or run, whatever a hostile text contains. */
    public static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

    /** With fewer sections a table of contents is useless. */
    private static final int SECTIONS_FOR_CONTENTS = 4;

    private HtmlPage() {}

    /** The whole file. */
    public static String of(Document document) {
        return head(document.title(), "<meta http-equiv=\"Content-Security-Policy\" content=\"" + POLICY + "\">\n")
                + "<main id=\"content\">\n"
                + content(document)
                + "</main>\n"
                + "<footer><p>Written by Swipestorm. This page is complete: it loads nothing and runs no"
                + " script.</p></footer>\n"
                + "</body>\n"
                + "</html>\n";
    }

    /**
     * Everything before the main part.
     *
     * @param more elements of the head, as markup
     */
    public static String head(String title, String more) {
        String safeTitle = SafeText.markup(title);
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + more
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n"
                + "<link rel=\"icon\" href=\"data:,\">\n"
                + "<title>" + safeTitle + "</title>\n"
                + "<style>\n" + resource("page.css") + "</style>\n</head>\n<body>\n"
                + "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n"
                + "<header><h1>" + safeTitle + "</h1></header>\n";
    }

    /** The same of a page with forms. */
    public static String headWithForms(String title, String more) {
        return head(title, more + "<style>\n" + resource("form.css") + "</style>\n");
    }

    /** What the main part holds. */
    public static String content(Document document) {
        HtmlParts parts = new HtmlParts(document.title());
        boolean contents = false;
        for (Part part : document.parts()) {
            if (part instanceof Heading && !contents) {
                // What precedes the first heading is most important; the table of contents follows it.
                parts.contents(headings(document));
                contents = true;
            }
            parts.add(part);
        }
        return parts.finish();
    }

    private static List<String> headings(Document document) {
        List<String> headings = document.parts().stream()
                .filter(Heading.class::isInstance)
                .map(part -> ((Heading) part).text())
                .toList();
        return headings.size() < SECTIONS_FOR_CONTENTS ? List.of() : headings;
    }

    /** A text that comes with the program. */
    public static String resource(String name) {
        try (InputStream text = HtmlPage.class.getResourceAsStream(name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
