package io.github.swipestorm.cli.ui;

import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.workload.mix.WorkloadFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the JSON Schema of workload files says of each key, as a page shows it. */
final class WorkloadHelp {

    /** A table for the file and one for each kind of object in it, as markup. */
    static final String MARKUP = markup();

    private WorkloadHelp() {}

    private static String markup() {
        JsonNode schema;
        try (InputStream in = WorkloadFile.class.getResourceAsStream(WorkloadFile.SCHEMA)) {
            schema = JsonMapper.shared().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        StringBuilder html = new StringBuilder("<h2>What such a file has</h2>\n<p>")
                .append(SafeText.markup(schema.path("description").asString("")))
                .append("</p>\n");
        table(html, "the file", schema);
        for (Map.Entry<String, JsonNode> definition : schema.path("$defs").properties()) {
            table(html, definition.getKey(), definition.getValue());
        }
        return html.toString();
    }

    private static void table(StringBuilder html, String name, JsonNode object) {
        StringBuilder rows = new StringBuilder();
        for (Map.Entry<String, JsonNode> key : object.path("properties").properties()) {
            String text = key.getValue().path("description").asString("");
            if (!text.isEmpty()) {
                rows.append("<tr><th scope=\"row\"><code>")
                        .append(SafeText.markup(key.getKey()))
                        .append("</code></th><td>")
                        .append(SafeText.markup(text))
                        .append("</td></tr>\n");
            }
        }
        if (rows.length() > 0) {
            html.append("<details>\n<summary>Keys of ")
                    .append(SafeText.markup(name))
                    .append("</summary>\n<table>\n<tbody>\n")
                    .append(rows)
                    .append("</tbody>\n</table>\n</details>\n");
        }
    }
}
