package io.github.swipestorm.cli.ui;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Chromium;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** The pages as their user has them: in a real browser, on a wide screen and on a telephone, with the keyboard alone, read out. */
@Tag("jdk-independent")
class WebInterfaceIT {

    private static final String TOKEN = "a token of some length";
    /** More than there are on a page: an element that is not reached is not there for the keyboard. */
    private static final int MOST_TABS = 100;

    enum Screen {
        WIDE(1_280),
        TELEPHONE(360);

        private final int width;

        Screen(int width) {
            this.width = width;
        }
    }

    @TempDir
    private Path directory;

    private Screen screen;
    private ChromeDriver browser;
    private WebInterface pages;

    @AfterEach
    void close() {
        try {
            if (browser != null) {
                browser.quit();
            }
        } finally {
            if (pages != null) {
                pages.close();
            }
        }
    }

    private void open(Screen with, Optional<String> token) throws IOException {
        screen = with;
        Chromium.assumeDriverPresent();
        ChromeOptions options = new ChromeOptions();
        options.setBinary(Chromium.binary().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-dev-shm-usage",
                "--window-size=" + Screen.WIDE.width + ",900");
        if (screen == Screen.TELEPHONE) {
            options.setExperimentalOption(
                    "mobileEmulation",
                    Map.of("deviceMetrics", Map.of("width", screen.width, "height", 740, "pixelRatio", 2.0)));
        }
        pages = new WebInterface(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                token,
                directory.resolve("results"),
                directory.resolve("workloads"));
        browser = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(Chromium.driverBinary().toFile())
                        .usingAnyFreePort()
                        .build(),
                options);
        browser.get(pages.address().toString());
    }

    @ParameterizedTest
    @EnumSource
    void a_run_is_planned_watched_stopped_noted_found_repeated_and_compared(Screen with) throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 200)) {
            open(with, Optional.empty());
            assertUsable();

            // Planned, with a mistake first.
            write("field-url", server.target() + "/path");
            write("field-threads", "many");
            press("Start the run");
            assertThat(text(By.cssSelector("[role=alert]")))
                    .contains("--threads")
                    .contains("many");
            assertThat(element(By.id("field-url")).getDomProperty("value")).isEqualTo(server.target() + "/path");
            assertUsable();
            write("field-threads", "2");
            // So slow that the client hardly warms itself up.
            write("field-rate", "50/s");
            write("field-duration", "10m");
            write("field-name", "first");
            element(By.tagName("summary")).click();
            assertUsable();
            write("field-response-timeout", "7s");
            press("Start the run");

            // Watched and stopped.
            await().atMost(MAX_WAIT)
                    .until(() -> !browser.findElements(By.cssSelector("#content svg"))
                            .isEmpty());
            String first = browser.getCurrentUrl();
            assertThat(first).endsWith("-first");
            assertUsable();

            // Changed, with a mistake first.
            write("level", "50u");
            press("Change the load");
            assertThat(text(By.cssSelector("div.warning"))).contains("this run has a rate");
            write("level", "80/s");
            press("Change the load");
            assertThat(browser.getCurrentUrl()).isEqualTo(first);
            press("Stop the run");
            awaitElement(By.linkText("Report"));
            assertThat(text(By.tagName("main")))
                    .contains("interrupted", "swipestorm run", "--threads=2", "--response-timeout=7s");
            assertUsable();

            // Noted and found.
            write("note", "stopped by hand <b>");
            press("Save the note");
            press(By.linkText("Runs"));
            assertThat(text(By.tagName("table"))).contains("stopped by hand <b>");
            write("filter", "nothing like it");
            press("Show");
            assertThat(text(By.tagName("main"))).contains("None has all these words");
            write("filter", "FIRST hand");
            press("Show");
            press(By.partialLinkText("-first"));

            // Repeated, with another name and an end.
            press(By.linkText("Fill the form with it"));
            assertThat(element(By.id("field-threads")).getDomProperty("value")).isEqualTo("2");
            assertThat(element(By.id("field-response-timeout")).isDisplayed()).isTrue();
            write("field-duration", "");
            write("field-requests", "100");
            write("field-name", "second");
            press("Start the run");
            awaitElement(By.linkText("Report"));
            assertThat(text(By.tagName("main"))).contains("--requests=100").doesNotContain("interrupted");

            // Compared, and its report read.
            press(By.linkText("Runs"));
            browser.findElements(By.name("run")).forEach(WebElement::click);
            press("Compare the chosen ones");
            assertThat(text(By.tagName("main"))).contains("-first", "-second", "throughput");
            assertUsable();
            browser.get(first + "/files/report.html");
            assertThat(browser.findElements(By.tagName("svg"))).isNotEmpty();
            assertThat(console()).isEmpty();
        }
    }

    @Test
    void a_run_is_made_with_the_keyboard_alone() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 200)) {
            open(Screen.WIDE, Optional.empty());

            tabTo("field-url");
            type(server.target() + "/");
            tabTo("field-requests");
            type("100");
            type(Keys.ENTER);
            awaitElement(By.linkText("Report"));
            tabTo("note");
            type("by keyboard");
            type(Keys.TAB);
            type(Keys.ENTER);

            Path note = directory.resolve("results").resolve(name()).resolve("note.txt");
            await().atMost(MAX_WAIT).until(() -> Files.exists(note));
            assertThat(note).hasContent("by keyboard");
        }
    }

    @Test
    void a_workload_file_is_checked_before_it_is_saved_and_can_be_chosen() throws Exception {
        open(Screen.TELEPHONE, Optional.empty());
        press(By.linkText("Workload files"));
        assertUsable();
        write("name", "mine.yaml");
        write("text", "operations:\n- pth: /a\n");
        press("Check and save");
        assertThat(text(By.cssSelector("[role=alert]"))).contains("mine.yaml", "pth");
        assertThat(directory.resolve("workloads/mine.yaml")).doesNotExist();
        assertUsable();

        write("text", "operations:\n- path: /a\n");
        press("Check and save");
        assertThat(text(By.cssSelector("[role=status]"))).contains("saved");
        assertThat(directory.resolve("workloads/mine.yaml")).hasContent("operations:\n- path: /a\n");
        try (var files = Files.list(directory.resolve("workloads"))) {
            assertThat(files).hasSize(1);
        }
        press(By.linkText("Runs"));
        assertThat(text(By.id("field-workload"))).contains("mine.yaml");
    }

    @Test
    void the_token_is_asked_for_once() throws Exception {
        open(Screen.WIDE, Optional.of(TOKEN));
        assertUsable();
        write("token", "some other words");
        press("Sign in");
        assertThat(text(By.cssSelector("[role=alert]"))).contains("not the token");
        write("token", TOKEN);
        press("Sign in");
        assertThat(text(By.tagName("main"))).contains("New run");
        press(By.linkText("Workload files"));

        assertThat(text(By.tagName("main"))).contains("What such a file has");
    }

    /** Nothing is wider than the screen, and a screen reader finds nothing seriously wrong. */
    private void assertUsable() throws IOException {
        Number width = (Number) script("return document.documentElement.scrollWidth");
        assertThat(width.intValue()).as(browser.getCurrentUrl()).isLessThanOrEqualTo(screen.width);
        script(axe());
        Object found = browser.executeAsyncScript("const done = arguments[arguments.length - 1];"
                + "axe.run().then(result => done(result.violations"
                + ".filter(found => found.impact === 'serious' || found.impact === 'critical')"
                + ".map(found => found.id + ': ' + found.nodes.map(node => node.html).join(' '))))"
                + ".catch(error => done([String(error)]));");
        assertThat((List<?>) found).as(browser.getCurrentUrl()).isEmpty();
    }

    private static String axe() throws IOException {
        try (InputStream in = WebInterfaceIT.class.getResourceAsStream("/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String name() {
        return browser.getCurrentUrl().replaceFirst(".*/", "");
    }

    private Object script(String text) {
        return ((JavascriptExecutor) browser).executeScript(text);
    }

    /** What the pages did wrong, as the browser says it. */
    private List<String> console() {
        return browser.manage().logs().get("browser").getAll().stream()
                .map(entry -> entry.getMessage())
                // The form that was refused.
                .filter(message -> !message.contains("status of 422"))
                .toList();
    }

    private WebElement element(By by) {
        return browser.findElement(by);
    }

    private void awaitElement(By by) {
        await().atMost(MAX_WAIT).until(() -> !browser.findElements(by).isEmpty());
    }

    private String text(By by) {
        return element(by).getText();
    }

    private void write(String id, String text) {
        element(By.id(id)).clear();
        element(By.id(id)).sendKeys(text);
    }

    private void press(String button) {
        press(By.xpath("//button[contains(., '" + button + "')]"));
    }

    /** Clicks what leads to another page, and waits for that. */
    private void press(By by) {
        WebElement left = element(By.tagName("html"));
        element(by).click();
        await().atMost(MAX_WAIT).until(() -> isGone(left) && loaded());
    }

    private static boolean isGone(WebElement element) {
        try {
            element.isEnabled();
            return false;
        } catch (StaleElementReferenceException e) {
            return true;
        }
    }

    private boolean loaded() {
        return "complete".equals(script("return document.readyState"));
    }

    private void type(CharSequence keys) {
        browser.switchTo().activeElement().sendKeys(keys);
    }

    private void tabTo(String id) {
        for (int i = 0; i < MOST_TABS; i++) {
            if (id.equals(browser.switchTo().activeElement().getDomProperty("id"))) {
                return;
            }
            type(Keys.TAB);
        }
        throw new AssertionError("the keyboard does not reach " + id);
    }
}
