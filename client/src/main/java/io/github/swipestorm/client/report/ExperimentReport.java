package io.github.swipestorm.client.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

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
     * Writes {@code report.html}, {@code report.md} and the pictures over earlier ones.
     *
     * @param warnings is given a line for the user when something is left out
     * @throws IOException when that fails
     */
    public void writeTo(Path directory, Consumer<String> warnings) throws IOException {
        // It may have been deleted while the experiment went on.
        Files.createDirectories(directory);
        List<Chart> charts = document.parts().stream()
                .filter(Document.Figure.class::isInstance)
                .map(part -> ((Document.Figure) part).chart())
                .toList();
        ReportFiles.plots(directory, charts, warnings);
        AtomicFile.write(directory.resolve("report.html"), HtmlPage.of(document));
        AtomicFile.write(directory.resolve("report.md"), text());
    }
}
