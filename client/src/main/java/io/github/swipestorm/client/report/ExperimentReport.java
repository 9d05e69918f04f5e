package io.github.swipestorm.client.report;

import java.io.IOException;
import java.nio.file.Path;

/** What an experiment brought: as text whose tables can be pasted into Markdown, as a page, and as pictures. */
public final class ExperimentReport {

    private final Document document;

    ExperimentReport(Document document) {
        this.document = document;
    }

    /** The text for the console. */
    public String text() {
        return MarkdownText.of(document);
    }

    /**
     * Writes {@code report.html} and {@code report.md} over earlier ones.
     *
     * @throws IOException when that fails
     */
    public void writeTo(Path directory) throws IOException {
        AtomicFile.write(directory.resolve("report.html"), HtmlPage.of(document));
        AtomicFile.write(directory.resolve("report.md"), text());
    }
}
