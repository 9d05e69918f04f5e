package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.chart.Chart;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.report.document.MarkdownText;
import io.github.swipestorm.client.report.run.ReportFiles;
import io.github.swipestorm.client.report.store.AtomicFile;
import io.github.swipestorm.client.report.store.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The result of an experiment: as text whose tables can be pasted into Markdown, as a page, and as charts. */
public final class ExperimentReport {

    private final Document document;

    ExperimentReport(Document document) {
        this.document = document;
    }

    /** The source of the page and the text. */
    public Document document() {
        return document;
    }

    /** The text for the console. */
    public String text() {
        return MarkdownText.of(document);
    }

    /** The conclusion for the console: title, conclusion and warnings, without the tables. */
    public String conclusion() {
        List<Document.Part> parts = document.parts().stream()
                .filter(part -> part instanceof Document.Conclusion || part instanceof Document.Warning)
                .toList();
        return MarkdownText.of(new Document(document.title(), parts));
    }

    /**
     * Writes {@code report.html}, {@code report.md} and the charts, replacing earlier ones. The two texts end with
     * plan, environment and command, if the directory has the file that contains them.
     *
     * @param warnings receives a line for the user when something is left out
     * @throws IOException when that fails
     */
    public void writeTo(Path directory, Consumer<String> warnings) throws IOException {
        // It may have been deleted during the experiment.
        Files.createDirectories(directory);
        List<Chart> charts = document.parts().stream()
                .filter(Document.Figure.class::isInstance)
                .map(part -> ((Document.Figure) part).chart())
                .toList();
        ReportFiles.plots(directory, charts, warnings);
        List<Document.Part> parts = new ArrayList<>();
        document.parts()
                .forEach(part -> parts.add(
                        part instanceof Document.Table table
                                ? table.withPages(page -> Files.exists(directory.resolve(page)))
                                : part));
        parts.addAll(ExperimentFile.parts(directory));
        Document whole = new Document(document.title(), parts);
        AtomicFile.write(directory.resolve(RunFiles.PAGE), HtmlPage.of(whole));
        AtomicFile.write(directory.resolve("report.md"), MarkdownText.of(whole));
    }
}
