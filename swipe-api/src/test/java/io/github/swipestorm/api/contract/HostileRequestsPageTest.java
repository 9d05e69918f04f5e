package io.github.swipestorm.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.api.tomcat.ConnectorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/hostile-requests.md lists what the contract sends and what every server answers. When the page says something
 * else, the right one is left in {@code target/golden}.
 */
class HostileRequestsPageTest {

    private static final Path DOCS = Path.of("..", "docs");

    private static Map<String, Stream<Exchange>> sections() {
        Map<String, Stream<Exchange>> sections = new LinkedHashMap<>();
        sections.put("Message lengths, and requests hidden in others", SmugglingCases.all());
        sections.put("Paths", HostileCases.paths());
        sections.put("Targets and hosts", HostileCases.targets());
        sections.put("Methods", HostileCases.methods());
        sections.put("Protocol versions", HostileCases.versions());
        sections.put("Heads", HostileCases.heads());
        sections.put("Floods", HostileCases.floods());
        sections.put("Expectations", HostileCases.expectations());
        sections.put("JSON", HostileCases.json());
        sections.put("Broken HTTP", MessageCases.refusedByConnector());
        return sections;
    }

    @Test
    void thePageListsTheContractsCases() throws IOException {
        StringBuilder page = new StringBuilder("""
            # Hostile requests, and what every server answers

            Made from the contract's cases by `HostileRequestsPageTest`. Each is one request on a connection of its own, and gets one
            answer; then the connection is closed, or the next request on it gets the next answer. "Request refused" is what the
            connector says by itself: in a Tomcat that is not the server's own it has the same status, and Tomcat's words.
            `\\t`, `\\r`, `\\n`, `\\0` and `\\xNN` stand for bytes.
            """);
        sections().forEach((title, cases) -> {
            page.append("\n## ").append(title).append("\n\n| sent | status | answer |\n|---|---|---|\n");
            cases.forEach(exchange -> page.append("| ")
                    .append(code(exchange.name()))
                    .append(" | ")
                    .append(exchange.status())
                    .append(" | ")
                    .append(exchange.body().isEmpty() ? "" : code(exchange.body()))
                    .append(" |\n"));
        });
        Path written = DOCS.resolve("hostile-requests.md");
        if (!Files.exists(written) || !Files.readString(written).contentEquals(page)) {
            Path golden = Files.createDirectories(Path.of("target", "golden"));
            Files.writeString(golden.resolve("hostile-requests.md"), page);
        }
        assertThat(written)
                .as("the right one is swipe-api/target/golden/hostile-requests.md")
                .hasContent(page.toString());
    }

    private static String code(String text) {
        StringBuilder code = new StringBuilder();
        String shown = text.length() > 140 ? text.substring(0, 140) + "..." : text;
        for (char c : shown.toCharArray()) {
            int special = "\t\r\n\0".indexOf(c);
            if (special >= 0) {
                code.append("\\").append("trn0".charAt(special));
            } else if (c < ' ' || c > '~') {
                code.append(String.format("\\x%02x", (int) c));
            } else {
                code.append(c == '|' ? "\\|" : c);
            }
        }
        String fence = code.indexOf("`") < 0 ? "`" : "``";
        return fence + code + fence;
    }

    /** What an operator copies is what the WARs were tried with. */
    @Test
    void theReliabilityPageGivesTheLinesThatAForeignTomcatNeeds() throws IOException {
        assertThat(Files.readString(DOCS.resolve("reliability.md")))
                .contains(
                        ConnectorContract.serverXml(ConnectorSettings.of(200), 8080),
                        StandaloneTomcat.ERROR_PAGES,
                        StandaloneTomcat.QUIET_LOG);
    }
}
