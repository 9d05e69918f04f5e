package io.github.swipestorm.client.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.run.Golden;
import io.github.swipestorm.client.report.run.SampleDocument;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlPageTest {

    @Test
    void a_document_with_every_part_has_this_structure() throws IOException {
        Golden.assertIs("document.html", HtmlPage.content(SampleDocument.withEveryPart()));
    }

    @Test
    void a_page_loads_nothing_and_runs_nothing() {
        String page = HtmlPage.of(SampleDocument.withEveryPart());

        assertThat(page)
                .startsWith("<!DOCTYPE html>\n<html lang=\"en\">")
                .contains("<title>Sweep over threads</title>", "name=\"viewport\"", "default-src 'none'")
                .doesNotContain("<script", "http://", "https://", "@import", "url(", "src=")
                .doesNotContainPattern("\\son\\w+=");
    }

    @Test
    void the_policy_stands_before_everything_that_it_is_to_forbid() {
        String page = HtmlPage.of(SampleDocument.saying(SampleDocument.HOSTILE));

        assertThat(page.indexOf("Content-Security-Policy"))
                .isPositive()
                .isLessThan(page.indexOf("<title>"))
                .isLessThan(page.indexOf("<style>"));
    }

    @Test
    void hostile_texts_stay_texts_wherever_they_stand() {
        String page = HtmlPage.of(SampleDocument.saying(SampleDocument.HOSTILE));

        assertThat(page)
                .contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;'&gt;&amp;amp; | ]]&gt; ??[2J ?gnp.exe? --&gt;")
                .doesNotContain("<script", "]]>", "\u0000", "\u001b", "\u202e", "\u2066");
        assertThat(structure(page)).isEqualTo(structure(HtmlPage.of(SampleDocument.saying("tame"))));
    }

    /** Tags and the names of attributes, without any text between or within them. */
    private static String structure(String page) {
        return page.replaceAll(">[^<]*", ">").replaceAll("\"[^\"]*\"", "\"\"");
    }

    @Test
    void ids_are_unique_and_every_reference_has_its_target() {
        String page = HtmlPage.of(SampleDocument.withEveryPart());
        List<String> ids = found(page, " id=\"([^\"]+)\"");

        assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThan(8);
        assertThat(found(page, "href=\"#([^\"]+)\"")).isSubsetOf(ids);
        assertThat(found(page, "aria-labelledby=\"([^\"]+)\"").stream()
                        .flatMap(names -> List.of(names.split(" ")).stream()))
                .isSubsetOf(ids);
    }

    @Test
    void a_row_shorter_or_longer_than_its_table_is_written_all_the_same() {
        String html = HtmlPage.content(new Document(
                "t",
                List.of(new Table(List.of("a", "b"), List.of(List.of("x"), List.of("y", "1", "more"), List.of())))));

        assertThat(html)
                .contains("<tr><th scope=\"row\">x</th><td class=\"number\"></td></tr>")
                .contains("<tr><th scope=\"row\">y</th><td class=\"number\">1</td><td>more</td></tr>")
                .contains("<tr><th scope=\"row\"></th><td class=\"number\"></td></tr>");
    }

    @Test
    void a_document_without_anything_is_a_page_without_anything() {
        assertThat(HtmlPage.of(new Document("", List.of()))).contains("<main id=\"content\">\n</main>");
    }

    private static List<String> found(String page, String pattern) {
        return Pattern.compile(pattern)
                .matcher(page)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void a_row_with_a_page_links_to_it_and_one_without_does_not() {
        Document.Table table = new Document.Table(
                "runs",
                List.of("run", "ok"),
                List.of(List.of("1", "5"), List.of("2", "6"), List.of("3", "7")),
                List.of("runs/a-1/report.html", "gone/report.html", ""));
        String page = HtmlPage.of(new Document("t", List.of(table.withPages(name -> name.startsWith("runs/")))));

        assertThat(page)
                .contains("<th scope=\"row\"><a href=\"runs/a-1/report.html\">1</a></th>")
                .contains("<th scope=\"row\">2</th>", "<th scope=\"row\">3</th>");
    }
}
