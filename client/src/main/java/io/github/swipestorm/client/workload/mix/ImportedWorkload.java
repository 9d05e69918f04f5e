package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.StatusSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A workload file that was made from an {@linkplain OpenApiDocument OpenAPI document} or a {@linkplain HarRecording recording},
 * and what its user has to know. Immutable.
 *
 * @param text the file, in YAML
 * @param operations how many it has
 * @param missing values that could not be guessed: the file is refused until they are filled in; each is marked with {@code TODO}
 * @param guesses values that fit, but that the server may not know; each is marked with {@code TODO}
 * @param environment the environment variables that it takes, and what each is to be
 * @param notes what else was decided or left out
 * @param origin scheme, host and port of the server, where one is known
 */
public record ImportedWorkload(
        String text,
        int operations,
        List<String> missing,
        List<String> guesses,
        Map<String, String> environment,
        List<String> notes,
        Optional<String> origin) {

    /** Stands for a value that could not be guessed. */
    static final String MISSING = "${TODO}";

    /** A value in a file, as a tree. */
    sealed interface Part permits Text, Mapping, Sequence {

        default boolean isMissing() {
            return false;
        }
    }

    /**
     * A text, which may have placeholders.
     *
     * @param bare whether JSON has it without quotes
     * @param comment empty for none
     */
    record Text(String text, boolean bare, String comment) implements Part {

        Text(String text) {
            this(text, false, "");
        }

        static Text bare(String text) {
            return new Text(text, true, "");
        }

        /** A text that is to be sent as it is. */
        static Text literal(String text) {
            return new Text(text.replace("${", "$${"));
        }

        static Text missing(String why) {
            return new Text(MISSING, true, "TODO: " + why);
        }

        /** Whether the text has no placeholders: a value from the source, not a generated one. */
        private boolean isLiteral() {
            return !text.replace("$${", "").contains("${");
        }

        Text withComment(String value) {
            return new Text(text, bare, value);
        }

        @Override
        public boolean isMissing() {
            return text.contains(MISSING);
        }
    }

    /** Values by their names. */
    record Mapping(Map<String, Part> entries) implements Part {

        @Override
        public boolean isMissing() {
            return entries.values().stream().anyMatch(Part::isMissing);
        }
    }

    /** Values in order. */
    record Sequence(List<Part> elements) implements Part {

        @Override
        public boolean isMissing() {
            return elements.stream().anyMatch(Part::isMissing);
        }
    }

    /** An operation as it is going to be written. */
    static final class Operation {

        final String method;
        String name;
        int weight = 1;
        String path;
        String expectStatus = "";
        final List<String> comments = new ArrayList<>();
        final Map<String, Part> query = new LinkedHashMap<>();
        final Map<String, Part> headers = new LinkedHashMap<>();
        String bodyWord = "";
        Part body;

        Operation(String method, String name) {
            this.method = method;
            this.name = name;
        }

        void body(String word, Part value) {
            bodyWord = word;
            body = value;
        }

        /** A header; the first one of a name counts. */
        void header(String header, Part value) {
            if (headers.keySet().stream().noneMatch(header::equalsIgnoreCase)) {
                headers.put(header, value);
            }
        }
    }

    /** Collects a workload and writes it. Not thread-safe. */
    static final class Draft {

        private static final int LONGEST_NAME = 80;
        private static final int LONGEST_COMMENT = 160;
        private static final Pattern WORD = Pattern.compile("[\\p{L}_/$][^\\p{Cntrl}\"'\\\\\\p{Zl}\\p{Zp}\\x{FEFF}]*");
        private static final Pattern NOT_A_WORD =
                Pattern.compile("(?i)true|false|null|yes|no|on|off|y|n|<<|.*: .*|.*:|.* |.* #.*");
        private static final Pattern NUMBER = Pattern.compile("(0|[1-9][0-9]*)(\\.[0-9]+)?");
        private static final Pattern JSON_WEB_TOKEN = Pattern.compile("eyJ[\\w-]{8,}\\.[\\w-]+\\.[\\w-]*");
        private static final Pattern SCHEME = Pattern.compile("(?i)(Basic|Bearer) .*");
        private static final Pattern PRINTABLE = Pattern.compile("[\\p{Print}\\p{L}\\p{N}]*");

        /** Set in most environments, and to something else. */
        private static final Set<String> OF_SHELLS =
                Set.of("USER", "USERNAME", "LOGNAME", "PATH", "HOME", "HOST", "PWD", "LANG");

        private final List<String> head = new ArrayList<>();
        private final List<Operation> operations = new ArrayList<>();
        private final Set<String> names = new LinkedHashSet<>();
        private final Map<String, Text> variables = new LinkedHashMap<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final Set<String> notes = new LinkedHashSet<>();
        private final List<String> missing = new ArrayList<>();
        private final List<String> guesses = new ArrayList<>();
        private final StringBuilder out = new StringBuilder();
        private String name = "imported";
        private String basePath = "";
        private Optional<String> origin = Optional.empty();
        private boolean inJson;

        Draft head(String line) {
            head.add(line);
            return this;
        }

        Draft name(String title) {
            String words =
                    title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^[^a-z]+|-$", "");
            name = words.isEmpty() ? name : words;
            return this;
        }

        Draft basePath(String path) {
            basePath = path;
            return this;
        }

        Draft origin(String server) {
            origin = Optional.of(server);
            return this;
        }

        Draft note(String line) {
            notes.add(line);
            return this;
        }

        /** An operation; one whose name is taken gets a number. */
        void add(Operation operation) {
            String wanted = oneLine(operation.name, LONGEST_NAME);
            String free = wanted;
            for (int i = 2; !names.add(free); i++) {
                free = wanted + " (" + i + ")";
            }
            operation.name = free;
            operations.add(operation);
        }

        int operations() {
            return operations.size();
        }

        /** The placeholder of an environment variable that is named after something. */
        String environment(String named, String meaning) {
            String variable = named.replaceAll("[^A-Za-z0-9]+", "_").toUpperCase(Locale.ROOT);
            variable = variable.matches("[A-Z_].*") ? variable : "_" + variable;
            variable = OF_SHELLS.contains(variable) ? variable + "_VALUE" : variable;
            environment.merge(variable, meaning, (one, other) -> one.equals(other) ? one : one + "; " + other);
            return "${env." + variable + "}";
        }

        /** Whether a value is a secret wherever it stands. */
        static boolean isSecret(String value) {
            return JSON_WEB_TOKEN.matcher(value).find() || Redaction.isIn(Redaction.of(value));
        }

        /** Whether the value of a parameter or field is a secret, by its name or by itself. */
        static boolean isSecret(String name, String value) {
            // Names like user[password] are those of parameters, too.
            String word = name.replaceAll("[^\\w.-]+", ".");
            return !value.isEmpty() && Redaction.isIn(Redaction.of(word + "=x")) || isSecret(value);
        }

        /** Whether a header's value is a secret, by its name or by itself. */
        static boolean isSecret(Header header) {
            return Redaction.isSecret(header) || isSecret(header.name(), header.value());
        }

        /** What stands before the secret in a header, {@code Basic} or {@code Bearer} with a blank; empty for neither. */
        static String scheme(String value) {
            Matcher scheme = SCHEME.matcher(value);
            return scheme.matches() ? scheme.group(1) + " " : "";
        }

        /** What the environment variable for a header without its scheme is to be. */
        static String headerMeaning(String name, String scheme) {
            return "the header '" + name + "'" + (scheme.isEmpty() ? "" : " without '" + scheme + "'");
        }

        /** A header's value, with an environment variable in place of a secret. */
        Text headerWithoutSecret(String name, Text value) {
            if (!value.isLiteral() || !isSecret(new Header(name, value.text()))) {
                return value;
            }
            String scheme = scheme(value.text());
            return new Text(scheme + environment(name, headerMeaning(name, scheme)));
        }

        /**
         * A value with environment variables in place of the secrets in it.
         *
         * @param what has the name, such as {@code the field}
         */
        Part withoutSecrets(String what, String name, Part value) {
            if (value instanceof Mapping mapping) {
                Map<String, Part> entries = new LinkedHashMap<>();
                mapping.entries().forEach((key, each) -> entries.put(key, withoutSecrets(what, key, each)));
                return new Mapping(entries);
            }
            if (value instanceof Sequence sequence) {
                return new Sequence(sequence.elements().stream()
                        .map(each -> withoutSecrets(what, name, each))
                        .toList());
            }
            return textWithoutSecret(what, name, (Text) value);
        }

        /** The same of a text. */
        Text textWithoutSecret(String what, String name, Text value) {
            return value.bare() || !value.isLiteral() || !isSecret(name, value.text())
                    ? value
                    : name.isEmpty() ? new Text(environment("BODY", "the body of a request")) : secret(what, name);
        }

        /** Stands for a secret. */
        Text secret(String what, String name) {
            return new Text(environment(name, what + " '" + name + "'"));
        }

        /** A cookie as it is sent: its value is a secret, unless it is made up. */
        String cookie(String name, Text value) {
            return name + "=" + (value.isLiteral() ? secret("the cookie", name) : value).text();
        }

        /** The placeholder of a variable with this value; those of the same name and value are one. */
        String variable(String wanted, Text value) {
            String word = wanted.replaceAll("[^A-Za-z0-9_-]+", "_");
            word = word.matches("[A-Za-z].*") ? word : "p" + word;
            // What is a function cannot be a variable.
            word = Set.of("uuid", "index", "worker", "TODO").contains(word) ? word + "_value" : word;
            String free = word;
            for (int i = 2; variables.containsKey(free) && !variables.get(free).equals(value); i++) {
                free = word + "_" + i;
            }
            variables.put(free, value);
            return "${" + free + "}";
        }

        ImportedWorkload build() {
            line(0, "# yaml-language-server: $schema=workload.schema.json");
            head.forEach(each -> line(0, "# " + oneLine(each, 4 * LONGEST_COMMENT)));
            line(0, "name: " + name);
            Map<String, Part> common = commonHeaders();
            if (!basePath.isEmpty() || !common.isEmpty()) {
                line(0, "defaults:");
                if (!basePath.isEmpty()) {
                    entry(1, "basePath", Text.literal(basePath), "the base path");
                }
                fields(1, "headers", common, "all operations");
            }
            if (!variables.isEmpty()) {
                line(0, "");
                fields(0, "variables", new LinkedHashMap<>(variables), "");
            }
            line(0, "");
            line(0, "operations:");
            for (Operation operation : operations) {
                if (operation != operations.get(0)) {
                    line(0, "");
                }
                operation(operation, common);
            }
            return new ImportedWorkload(
                    out.toString(),
                    operations.size(),
                    List.copyOf(missing),
                    List.copyOf(guesses),
                    Map.copyOf(environment),
                    List.copyOf(notes),
                    origin);
        }

        /** Those that all operations have, so that they are written once. */
        private Map<String, Part> commonHeaders() {
            if (operations.size() < 2) {
                return Map.of();
            }
            Map<String, Part> common = new LinkedHashMap<>(operations.get(0).headers);
            operations.forEach(operation -> common.entrySet().retainAll(operation.headers.entrySet()));
            return common;
        }

        private void operation(Operation operation, Map<String, Part> common) {
            String path = operation.path;
            line(1, "- name: " + scalar(new Text(operation.name)));
            operation.comments.forEach(comment -> line(2, "# " + oneLine(comment, LONGEST_COMMENT)));
            if (operation.weight != 1) {
                line(2, "weight: " + operation.weight);
            }
            if (!operation.method.equals("GET") || operation.body != null) {
                line(2, "method: " + operation.method);
            }
            entry(2, "path", new Text(path), operation.name);
            fields(2, "query", operation.query, operation.name);
            Map<String, Part> own = new LinkedHashMap<>(operation.headers);
            own.keySet().removeAll(common.keySet());
            fields(2, "headers", own, operation.name);
            if (operation.body instanceof Text text && operation.bodyWord.equals("json")) {
                entry(2, "json", jsonText(text), operation.name);
            } else if (operation.body != null) {
                inJson = operation.bodyWord.equals("json");
                entry(2, operation.bodyWord, operation.body, operation.name);
                inJson = false;
            }
            if (!operation.expectStatus.isEmpty()) {
                line(2, "expectStatus: " + operation.expectStatus);
            }
        }

        /** In the place of a structure, JSON is a text. */
        private static Text jsonText(Text value) {
            boolean placeholder = value.text().matches("\\$\\{[^}]*}");
            if (value.bare() || placeholder && !isNumber(value.text())) {
                return new Text(value.text(), false, value.comment());
            }
            String escaped = new String(Escape.JSON.of(value.text().getBytes(UTF_8)), UTF_8);
            return new Text("\"" + escaped + "\"", false, value.comment());
        }

        private void fields(int indent, String key, Map<String, Part> fields, String where) {
            if (!fields.isEmpty()) {
                entry(indent, key, new Mapping(fields), where);
            }
        }

        private void entry(int indent, String key, Part value, String where) {
            value(indent, key(key) + ":", value, where.isEmpty() ? key : where + ": " + key);
        }

        private void value(int indent, String before, Part value, String where) {
            if (value instanceof Mapping mapping && !mapping.entries().isEmpty()) {
                line(indent, before);
                mapping.entries().forEach((key, each) -> value(indent + 1, key(key) + ":", each, where + "." + key));
            } else if (value instanceof Sequence sequence
                    && !sequence.elements().isEmpty()) {
                line(indent, before);
                sequence.elements().forEach(each -> element(indent + 1, each, where + "[]"));
            } else if (value instanceof Text text) {
                String comment = text.comment().isEmpty() ? "" : "   # " + oneLine(text.comment(), LONGEST_COMMENT);
                line(indent, before + " " + scalar(text) + comment);
                if (text.comment().startsWith("TODO: ")) {
                    String what = oneLine(where, LONGEST_COMMENT) + ": "
                            + oneLine(text.comment().substring("TODO: ".length()), LONGEST_COMMENT);
                    (text.isMissing() ? missing : guesses).add(what);
                }
            } else {
                line(indent, before + (value instanceof Mapping ? " {}" : " []"));
            }
        }

        private void element(int indent, Part value, String where) {
            if (value instanceof Text) {
                value(indent, "-", value, where);
                return;
            }
            // The first line of a structure stands after the dash.
            int begin = out.length();
            String dash = "  ".repeat(indent) + "- ";
            if (value instanceof Mapping mapping && !mapping.entries().isEmpty()) {
                mapping.entries().forEach((key, each) -> value(indent + 1, key(key) + ":", each, where + "." + key));
            } else if (value instanceof Sequence sequence
                    && !sequence.elements().isEmpty()) {
                sequence.elements().forEach(each -> element(indent + 1, each, where + "[]"));
            } else {
                value(indent, "-", value, where);
                return;
            }
            out.replace(begin, begin + dash.length(), dash);
        }

        private void line(int indent, String text) {
            out.append("  ".repeat(indent)).append(text).append('\n');
        }

        private static String key(String key) {
            return key.matches("[A-Za-z_][A-Za-z0-9_.-]*")
                            && !NOT_A_WORD.matcher(key).matches()
                    ? key
                    : quoted(key);
        }

        private String scalar(Text text) {
            String value = text.text();
            boolean word =
                    WORD.matcher(value).matches() && !NOT_A_WORD.matcher(value).matches();
            boolean plain = inJson
                    ? word && !isNumber(value)
                    : word || NUMBER.matcher(value).matches();
            return text.bare() || plain ? value : quoted(value);
        }

        /** Without quotes JSON would have it as a number. */
        private static boolean isNumber(String text) {
            return text.startsWith("${random.int(") && text.indexOf('}') == text.length() - 1;
        }

        private static String quoted(String text) {
            if (PRINTABLE.matcher(text).matches()) {
                return "'" + text.replace("'", "''") + "'";
            }
            StringBuilder escaped = new StringBuilder("\"");
            text.codePoints().forEach(c -> {
                switch (c) {
                    case '"', '\\' -> escaped.append('\\').appendCodePoint(c);
                    case '\n' -> escaped.append("\\n");
                    case '\r' -> escaped.append("\\r");
                    case '\t' -> escaped.append("\\t");
                    default -> {
                        boolean plain = c >= ' ' && c < 0x7F || Character.isLetterOrDigit(c);
                        if (plain) {
                            escaped.appendCodePoint(c);
                        } else if (c < 0x10000) {
                            escaped.append(String.format(Locale.ROOT, "\\u%04X", c));
                        } else {
                            escaped.append(String.format(Locale.ROOT, "\\U%08X", c));
                        }
                    }
                }
            });
            return escaped.append('"').toString();
        }

        private static String oneLine(String text, int longest) {
            String line = text.replaceAll("[^\\p{Print}\\p{L}\\p{N}]+", " ").strip();
            return line.length() > longest ? line.substring(0, longest - 3) + "..." : line;
        }
    }

    /** Statuses that are added to those which are ok anyway; empty when there are none. */
    static String besides2xx(Set<Integer> statuses) {
        StringBuilder all = new StringBuilder();
        statuses.stream()
                .filter(status -> !StatusSet.SUCCESSFUL.contains(status))
                .sorted()
                .forEach(status -> all.append(',').append(status));
        return all.isEmpty() ? "" : "2xx" + all;
    }
}
