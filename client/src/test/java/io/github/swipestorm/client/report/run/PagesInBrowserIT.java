package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.report.live.ProtectedHttpServer;
import io.github.swipestorm.client.testing.Chromium;
import io.github.swipestorm.client.testing.Chromium.Opened;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pages as a real browser sees them. A script that only the test's copy of a page has measures what was drawn. */
@Tag("jdk-independent")
class PagesInBrowserIT {
    private static final String DARK = "--blink-settings=preferredColorScheme=0";
    private static final String LIGHT = "--blink-settings=preferredColorScheme=1";

    /** Every kind of page there is. */
    enum Page {
        RUN(() -> new SampleRun(100, 200).document()),
        LONG_RUN(() -> new SampleRun(4_000, 5).document()),
        SHORT_RUN(() -> new SampleRun(0.4, 200).document()),
        EVERY_PART(() -> SampleDocument.withEveryPart()),
        HOSTILE(() -> SampleDocument.saying(SampleDocument.HOSTILE)),
        SWEEP(() -> SampleExperiment.SWEEP.report().document()),
        COMPARISON(() -> SampleExperiment.COMPARISON.report().document()),
        LITTLE(() -> SampleExperiment.LITTLE.report().document()),
        REPEAT(() -> SampleExperiment.REPEAT.report().document()),
        MATRIX(() -> SampleExperiment.MATRIX.report().document()),
        CAPACITY(() -> SampleExperiment.CAPACITY.report().document());

        private final Supplier<Document> made;

        Page(Supplier<Document> made) {
            this.made = made;
        }

        Document document() {
            return made.get();
        }
    }

    /** Of screens: what a laptop has, and what a telephone has. */
    private static final int WIDE = 1_280;

    private static final int NARROW = 360;

    @TempDir
    private static Path directory;

    /** What was measured of each page, on a wide and on a narrow screen. One browser opens all of them at once. */
    private static final Map<Integer, Map<Page, JsonNode>> FOUND = new HashMap<>();

    @BeforeAll
    static void open_all_pages() throws Exception {
        Chromium.assumePresent();
        FOUND.putAll(measure(LIGHT, EnumSet.allOf(Page.class), WIDE, NARROW));
    }

    @Test
    void a_page_that_loads_something_would_be_found_out() throws Exception {
        Opened opened = open(
                "loading.html",
                HtmlPage.of(Page.EVERY_PART.document())
                        .replace("<footer>", "<img src=\"http://127.0.0.1:1/\"><footer>"));

        assertThat(opened.messages()).singleElement().asString().contains("Content Security Policy");
    }

    @ParameterizedTest
    @EnumSource
    void a_page_opens_without_a_word_on_the_console_and_its_charts_are_drawn_within_their_frames(Page page)
            throws Exception {
        JsonNode found = FOUND.get(WIDE).get(page);

        assertThat(found.path("charts").size())
                .isEqualTo(found.path("figures").asInt())
                .isPositive();
        for (JsonNode chart : found.path("charts")) {
            assertThat(chart.path("shapes").asInt()).as(chart.toString()).isPositive();
            assertThat(chart.path("outside")).as(chart.path("title").asString()).isEmpty();
            assertThat(chart.path("covered")).as(chart.path("title").asString()).isEmpty();
        }
    }

    @Test
    void bars_have_the_size_that_was_drawn() throws Exception {
        JsonNode boxes = FOUND.get(WIDE).get(Page.EVERY_PART).at("/charts/0/polygons");

        assertThat(boxes.get(0).path("height").asDouble()).isEqualTo(100);
        assertThat(boxes.get(1).path("height").asDouble()).isEqualTo(200);
        assertThat(boxes.get(1).path("x").asDouble()).isEqualTo(200);
    }

    @Test
    void the_throughput_of_a_run_lies_at_the_height_of_its_number_on_the_axis() throws Exception {
        JsonNode chart = FOUND.get(WIDE).get(Page.RUN).at("/charts/0");

        // 200 requests a second throughout, but for two seconds without an answer.
        double mark = chart.at("/labels/200").asDouble();
        double zero = chart.at("/labels/0").asDouble();
        JsonNode ys = chart.path("longestLine");
        assertThat(ys.size()).isGreaterThanOrEqualTo(200);
        assertThat(ys.get(2 * 50).asDouble()).isCloseTo(mark, within(3.0));
        assertThat(ys.get(2 * 21).asDouble()).isCloseTo(zero, within(3.0));
    }

    @Test
    void a_dark_screen_gets_a_dark_page_and_dark_charts() throws Exception {
        JsonNode light = FOUND.get(WIDE).get(Page.RUN);
        JsonNode dark = measure(DARK, EnumSet.of(Page.RUN), WIDE).get(WIDE).get(Page.RUN);

        assertThat(light.path("page").asString()).isEqualTo("rgb(255, 255, 255)");
        assertThat(light.at("/charts/0/sheet").asString()).isEqualTo("rgb(255, 255, 255)");
        assertThat(dark.path("page").asString()).isEqualTo("rgb(22, 24, 29)");
        assertThat(dark.at("/charts/0/sheet").asString()).isEqualTo("rgb(22, 24, 29)");
        assertThat(dark.at("/charts/0/writing").asString()).isEqualTo("rgb(223, 227, 232)");
    }

    @ParameterizedTest
    @EnumSource
    void on_a_narrow_screen_nothing_but_its_own_windows_is_wider_than_the_page(Page page) throws Exception {
        JsonNode found = FOUND.get(NARROW).get(page);

        assertThat(found.path("screen").asInt()).isEqualTo(NARROW);
        assertThat(found.path("width").asInt()).isLessThanOrEqualTo(NARROW);
    }

    private static Opened open(String name, String html, String... more) throws IOException, InterruptedException {
        return Chromium.open(Files.writeString(directory.resolve(name), html).toUri(), directory, more);
    }

    /** Opens the pages in frames of one page, so that one browser does for all; a frame's width is its page's screen. */
    private static Map<Integer, Map<Page, JsonNode>> measure(String colours, Set<Page> pages, int... widths)
            throws Exception {
        String script = HtmlPage.resource("measure.js");
        StringBuilder frames = new StringBuilder("<!DOCTYPE html><meta name=\"color-scheme\" content=\"light dark\">");
        for (Page page : pages) {
            String html = HtmlPage.of(page.document())
                    .replace(
                            HtmlPage.POLICY,
                            HtmlPage.POLICY + "; script-src 'sha256-" + ProtectedHttpServer.hash(script) + "'")
                    .replace("</body>", "<script>" + script + "</script></body>");
            Files.writeString(directory.resolve(page + ".html"), html);
            for (int width : widths) {
                frames.append(
                        "<iframe src=\"%s.html\" title=\"%s\" style=\"width:%dpx;height:800px;border:0\"></iframe>"
                                .formatted(page, page, width));
            }
        }
        Opened opened = open(
                "all.html",
                frames + "<script>" + HtmlPage.resource("frames.js") + "</script>",
                colours,
                "--allow-file-access-from-files");
        assertThat(opened.messages()).isEmpty();
        Map<Integer, Map<Page, JsonNode>> found = new HashMap<>();
        Matcher each = Pattern.compile("<pre class=\"found\" title=\"(\\w+)\">(.*?)</pre>", Pattern.DOTALL)
                .matcher(opened.dom());
        while (each.find()) {
            JsonNode page = JsonMapper.shared()
                    .readTree(each.group(2)
                            .replace("&lt;", "<")
                            .replace("&gt;", ">")
                            .replace("&amp;", "&"));
            found.computeIfAbsent(page.path("screen").asInt(), width -> new EnumMap<>(Page.class))
                    .put(Page.valueOf(each.group(1)), page);
        }
        for (int width : widths) {
            assertThat(found.get(width)).as("pages at %d", width).containsOnlyKeys(pages.toArray(Page[]::new));
        }
        return found;
    }
}
