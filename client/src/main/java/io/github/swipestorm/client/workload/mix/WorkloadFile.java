package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.text.Suggestion;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.Workload;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads a workload from YAML or JSON; {@code workload.schema.json} describes it. All problems are found at once, and each has its
 * file, line and column.
 */
public final class WorkloadFile {

    /** The JSON Schema of workload files, a resource of this class. */
    public static final String SCHEMA = "workload.schema.json";

    private static final List<String> KEYS = List.of(
            "name", "description", "defaults", "data", "variables", "operations", "beforeRun", "scenarios", "afterRun");
    private static final List<String> DEFAULTS = List.of("basePath", "headers", "expectStatus", "answer");
    private static final List<String> DATA = List.of("file", "order");
    private static final List<String> OPERATION = List.of(
            "name",
            "weight",
            "method",
            "path",
            "query",
            "headers",
            "body",
            "json",
            "form",
            "bodyFile",
            "send",
            "answer",
            "expectStatus",
            "checks",
            "extract",
            "followRedirects");
    /** The keys of operations that only HTTP has. */
    private static final List<String> OF_HTTP = List.of(
            "method",
            "path",
            "query",
            "headers",
            "body",
            "json",
            "form",
            "bodyFile",
            "expectStatus",
            "followRedirects");

    private static final List<String> BYTES = List.of("hex", "base64", "file");
    private static final List<String> PREFIX = List.of("lengthPrefix", "byteOrder", "includesPrefix");
    private static final List<String> ANSWER =
            Stream.concat(Stream.of("endsWith", "size"), PREFIX.stream()).toList();
    private static final List<String> CHECK =
            List.of("header", "equals", "contains", "bodyContains", "bodyEquals", "jsonPointer", "bodySize");
    private static final List<String> SCENARIO = List.of(
            "name", "weight", "workers", "rate", "onFailure", "pace", "cookies", "connection", "before", "steps");
    private static final List<String> STEP_KINDS =
            List.of("request", "pause", "repeat", "if", "ifNot", "before", "end");
    /** Which are easily taken for keys of an operation. */
    private static final List<String> STEPS_ONLY = List.of("pause", "repeat");

    private static final List<String> STEP =
            Stream.concat(STEP_KINDS.stream(), Stream.of("onFailure", "steps")).toList();
    private static final List<String> SOURCES = List.of("jsonPointer", "jsonPath", "header", "cookie", "regex");
    private static final List<String> EXTRACTOR = Stream.concat(
                    SOURCES.stream(), Stream.of("group", "match", "optional"))
            .toList();
    private static final List<String> SIZE = List.of("min", "max");
    private static final Pattern ESCAPE = Pattern.compile("\\\\([0nrt]|x\\p{XDigit}{2}|u\\p{XDigit}{4})");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\$\\{|\\$\\{[^}]*}?");
    static final String PER_ITERATION = "per-iteration";
    private static final String PER_WORKER = "worker";
    private static final int DEEPEST = 100;
    private static final int DEEPEST_STEPS = 20;
    private static final int MOST_STEPS = 10_000;
    private static final int LONGEST_FILE = 4 << 20;

    private record Problem(int line, int column, String text) {}

    private final String file;
    private final HttpWorkload.Builder builder;
    private final List<Problem> problems = new ArrayList<>();
    private boolean withScenarios;
    private int stepsRead;

    private WorkloadFile(String file, HttpWorkload.Builder builder) {
        this.file = file;
        this.builder = builder;
    }

    /**
     * A registered workload, or that of a file.
     *
     * @param nameOrFile a file when it has a path separator or ends in {@code .yaml}, {@code .yml} or {@code .json}; otherwise a
     *     name, ignoring case
     * @throws IllegalArgumentException with the names that there are, or a user-facing line for each problem of the file
     */
    public static Workload namedOrRead(String nameOrFile) {
        return nameOrFile.matches("(?s).*[/\\\\].*|(?si).+\\.(ya?ml|json)")
                ? read(Path.of(nameOrFile))
                : Workload.named(nameOrFile);
    }

    /**
     * Reads a file. Files that it names are relative to it.
     *
     * @throws IllegalArgumentException with a user-facing line for each problem
     */
    public static HttpWorkload read(Path file) {
        return read(file, System::getenv);
    }

    static HttpWorkload read(Path file, Function<String, String> environment) {
        String text = PlanFiles.text(file, "name a workload file");
        Path directory = file.toAbsolutePath().getParent();
        return parse(
                file.toString(), directory, text, Optional.of(file + ", SHA-256 " + fingerprint(text)), environment);
    }

    /**
     * Reads a text.
     *
     * @param file its name, for messages and, where the text has none, for the workload
     * @param directory where files are that it names
     * @param source what the workload says of its {@linkplain HttpWorkload#source source}
     * @throws IllegalArgumentException with a user-facing line for each problem
     */
    public static HttpWorkload parse(String file, Path directory, String text, Optional<String> source) {
        return parse(file, directory, text, source, System::getenv);
    }

    /**
     * Reads a text of another machine.
     *
     * @param environment returns the value of an environment variable, or null
     * @param files where the content of files comes from that the text names
     * @throws IllegalArgumentException with a user-facing line for each problem
     */
    public static HttpWorkload parse(
            String file, String text, Optional<String> source, Function<String, String> environment, PlanFiles files) {
        HttpWorkload.Builder builder = HttpWorkload.builder().from(environment, files);
        source.ifPresent(builder::source);
        return new WorkloadFile(file, builder).read(text);
    }

    static HttpWorkload parse(
            String file, Path directory, String text, Optional<String> source, Function<String, String> environment) {
        HttpWorkload.Builder builder =
                HttpWorkload.builder().environment(environment).directory(directory);
        source.ifPresent(builder::source);
        return new WorkloadFile(file, builder).read(text);
    }

    private static String fingerprint(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private HttpWorkload read(String text) {
        Optional<Node> root = Optional.empty();
        try {
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(file)
                    .setCodePointLimit(LONGEST_FILE)
                    .build();
            root = new Compose(settings).composeString(text);
        } catch (MarkedYamlEngineException e) {
            problem(e.getProblemMark(), "it is not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            problem(Optional.empty(), "it is not YAML: " + e.getMessage().replaceAll("\\s+", " "));
        }
        HttpWorkload workload = null;
        if (problems.isEmpty() && root.isPresent() && root.get() instanceof MappingNode mapping) {
            workload = workload(mapping);
        } else if (problems.isEmpty()) {
            problem(
                    root.flatMap(Node::getStartMark),
                    "it must be a mapping with the key 'operations', such as 'operations: [{path: /}]'");
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.stream()
                    .sorted(Comparator.comparing(Problem::line).thenComparing(Problem::column))
                    .map(problem -> file + ":" + problem.line() + ":" + problem.column() + ": " + problem.text())
                    .distinct()
                    .collect(Collectors.joining("\n")));
        }
        return workload;
    }

    /** In this order, as operations use what is declared. */
    private HttpWorkload workload(MappingNode root) {
        Map<String, Node> keys = keys(root, "a workload file", KEYS);
        if (keys.containsKey("name")) {
            text(keys, "name", builder::name);
        } else {
            builder.name(nameOf(file));
        }
        text(keys, "description", description -> {});
        mapping(keys, "data").forEach(this::data);
        withScenarios = keys.containsKey("scenarios");
        declareExtracted(root, Collections.newSetFromMap(new IdentityHashMap<>()), 0);
        fields(keys, "variables", (name, text) -> {
            try {
                builder.variable(name, text);
            } catch (IllegalArgumentException e) {
                builder.functions().unusable(name);
                throw e;
            }
        });
        defaults(keys);
        if (!keys.containsKey("operations") && !withScenarios) {
            problem(
                    root.getStartMark(),
                    "'operations' is missing: list what is sent, such as 'operations: [{path: /}]'");
        }
        sequence(keys, "operations").forEach(this::operation);
        once(keys, "beforeRun", builder::beforeRun);
        if (withScenarios && sequence(keys, "scenarios").isEmpty()) {
            problem(keys.get("scenarios").getStartMark(), "'scenarios' has none: list at least one, or leave it out");
        }
        sequence(keys, "scenarios").forEach(this::scenario);
        once(keys, "afterRun", builder::afterRun);
        HttpWorkload[] built = new HttpWorkload[1];
        if (problems.isEmpty()) {
            attempt(keys.get(withScenarios ? "scenarios" : "operations"), () -> built[0] = builder.build());
        }
        return built[0];
    }

    /** Operations may use what others extract that stand below them. */
    private void declareExtracted(Node node, Set<Node> seen, int depth) {
        // An alias may refer to what is around it.
        if (depth > DEEPEST || !seen.add(node)) {
            return;
        }
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(each -> declareExtracted(each, seen, depth + 1));
        } else if (node instanceof MappingNode mapping) {
            for (NodeTuple entry : mapping.getValue()) {
                boolean extract = entry.getKeyNode() instanceof ScalarNode key
                        && key.getValue().equals("extract");
                if (extract && entry.getValueNode() instanceof MappingNode values) {
                    values.getValue().forEach(value -> declareExtracted(value.getKeyNode()));
                } else {
                    declareExtracted(entry.getValueNode(), seen, depth + 1);
                }
            }
        }
    }

    private void declareExtracted(Node name) {
        if (name instanceof ScalarNode scalar) {
            try {
                builder.functions().extracted(scalar.getValue());
            } catch (IllegalArgumentException e) {
                // The operation that extracts it is the place to say so.
                builder.functions().unusable(scalar.getValue());
            }
        }
    }

    private void once(Map<String, Node> keys, String word, Consumer<Consumer<StepsBuilder>> use) {
        if (!keys.containsKey(word)) {
            return;
        }
        if (!withScenarios) {
            problem(
                    keys.get(word).getStartMark(),
                    "'" + word + "' is for a workload with 'scenarios': add them, or leave it out");
            return;
        }
        attempt(keys.get(word), () -> use.accept(steps -> steps(sequence(keys, word), 0, steps)));
    }

    private static String nameOf(String file) {
        String last = Path.of(file).getFileName().toString().toLowerCase(Locale.ROOT);
        String words = last.replaceFirst("\\.(ya?ml|json)$", "")
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        return words.matches("[a-z].*") ? words : "workload" + (words.isEmpty() ? "" : "-" + words);
    }

    private void defaults(Map<String, Node> root) {
        if (root.get("defaults") == null) {
            return;
        }
        Map<String, Node> keys = keys(root.get("defaults"), "'defaults'", DEFAULTS);
        text(keys, "basePath", builder::basePath);
        fields(keys, "headers", builder::header);
        text(keys, "expectStatus", builder::expectStatus);
        answer(keys, builder::answer);
    }

    private void data(ScalarNode name, Node node) {
        int before = problems.size();
        Map<String, Node> keys = keys(node, "data '" + name.getValue() + "'", DATA);
        DataOrder[] order = {DataOrder.SEQUENTIAL};
        text(keys, "order", word -> order[0] = EnumLabels.parse(DataOrder.values(), word));
        if (problems.size() == before && !keys.containsKey("file")) {
            problem(
                    name.getStartMark(),
                    "data '" + name.getValue() + "' needs a 'file': name a CSV or JSON lines file");
        }
        text(keys, "file", path -> builder.data(name.getValue(), Path.of(path), order[0]));
        if (problems.size() > before) {
            builder.functions().unusable("data." + name.getValue());
        }
    }

    /** Returns null for an operation that has a problem. */
    private OperationBuilder operation(Node node) {
        int before = problems.size();
        Map<String, Node> keys = keys(node, "an operation", OPERATION);
        OperationBuilder operation = builder.newOperation();
        text(keys, "name", operation::name);
        text(keys, "weight", text -> operation.weight(weight(text)));
        text(keys, "method", operation::method);
        text(keys, "path", operation::path);
        fields(keys, "query", operation::query);
        fields(keys, "headers", operation::header);
        text(keys, "body", operation::body);
        json(keys, operation);
        fields(keys, "form", operation::form);
        text(keys, "bodyFile", path -> operation.bodyFile(Path.of(path)));
        if (keys.containsKey("send")) {
            send(keys.get("send"), operation);
            OF_HTTP.stream()
                    .filter(keys::containsKey)
                    .forEach(word -> problem(keys.get(word).getStartMark(), OperationBuilder.onlyOfHttp(word)));
        }
        answer(keys, operation::answer);
        text(keys, "expectStatus", operation::expectStatus);
        sequence(keys, "checks").forEach(check -> check(check, operation));
        mapping(keys, "extract").forEach((name, extractor) -> extract(name, extractor, operation));
        text(keys, "followRedirects", word -> {
            if (yes("followRedirects", word)) {
                operation.followRedirects();
            }
        });
        scenariosOnly(keys);
        boolean onlyWrongKeys = keys.isEmpty() && problems.size() > before;
        if (!keys.containsKey("path") && !keys.containsKey("send") && !onlyWrongKeys) {
            problem(
                    node.getStartMark(),
                    "an operation needs a 'path', such as 'path: /albums', or for plain TCP what to 'send'");
        }
        if (problems.size() == before) {
            attempt(node, () -> builder.add(operation));
        }
        if (problems.size() > before) {
            builder.missesOperation();
            return null;
        }
        return operation;
    }

    /** A text, bytes, or a list of them that may begin with the length of the others. */
    private void send(Node node, OperationBuilder operation) {
        List<Node> parts = node instanceof SequenceNode list ? list.getValue() : List.of(node);
        if (parts.isEmpty()) {
            problem(node.getStartMark(), "'send' has no part: write what to send, such as \"PING\\n\"");
        }
        for (Node part : parts) {
            if (part instanceof ScalarNode scalar && isText(part)) {
                requireNoEscape(scalar);
                attempt(part, () -> operation.send(scalar.getValue()));
            } else if (part instanceof MappingNode mapping
                    && mapping.getValue().stream().anyMatch(WorkloadFile::ofPrefix)) {
                Map<String, Node> keys = keys(part, "the length of what is sent", PREFIX);
                attempt(part, () -> lengthPrefix(keys).ifPresent(operation::sendLength));
            } else {
                bytes("a part of 'send'", part, file -> operation.send(Path.of(file)))
                        .ifPresent(operation::send);
            }
        }
    }

    private static boolean ofPrefix(NodeTuple entry) {
        return entry.getKeyNode() instanceof ScalarNode key && key.getValue().equals("lengthPrefix");
    }

    /** YAML knows escapes in double quotes only; elsewhere a backslash would be sent. */
    private void requireNoEscape(ScalarNode text) {
        boolean quoted = text.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED;
        boolean oneLine = text.isPlain() || text.getScalarStyle() == ScalarStyle.SINGLE_QUOTED;
        Matcher escape = ESCAPE.matcher(text.getValue());
        if (!quoted && oneLine && escape.find()) {
            problem(
                    text.getStartMark(),
                    "'" + escape.group() + "' is an escape only in double quotes: write \"..." + escape.group()
                            + "\", or \"...\\" + escape.group() + "\" for a backslash");
        }
    }

    /**
     * Bytes as {@code hex} or {@code base64}; empty when they are wrong.
     *
     * @param ofFile takes the name of a file; null where there cannot be one
     */
    private Optional<byte[]> bytes(String what, Node node, Consumer<String> ofFile) {
        List<String> known = BYTES.subList(0, ofFile == null ? 2 : 3);
        Map<String, Node> keys = keys(node, what, known);
        if (keys.size() != 1) {
            if (node instanceof MappingNode mapping
                    && keys.size() == mapping.getValue().size()) {
                problem(node.getStartMark(), what + " is a text, or one of '" + String.join("', '", known) + "'");
            }
            return Optional.empty();
        }
        String kind = keys.keySet().iterator().next();
        if (kind.equals("file")) {
            text(keys, kind, ofFile);
            return Optional.empty();
        }
        AtomicReference<byte[]> bytes = new AtomicReference<>();
        text(keys, kind, text -> bytes.set(kind.equals("hex") ? hex(text) : base64(text)));
        return Optional.ofNullable(bytes.get());
    }

    private static byte[] hex(String text) {
        String digits = text.replaceAll("\\s", "");
        if (digits.length() % 2 != 0 || !digits.matches("\\p{XDigit}*")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not hexadecimal: write two digits for each byte, such as \"0d 0a\"");
        }
        return HexFormat.of().parseHex(digits);
    }

    private static byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not Base64: " + e.getMessage(), e);
        }
    }

    /** How answers over plain TCP end. */
    private void answer(Map<String, Node> of, Consumer<Framing> use) {
        Node node = of.get("answer");
        if (node == null) {
            return;
        }
        if (isText(node)) {
            text(
                    of,
                    "answer",
                    word -> use.accept(
                            switch (word) {
                                case "until-close" -> Framing.UNTIL_CLOSE;
                                case "none" -> Framing.NO_ANSWER;
                                default ->
                                    throw new IllegalArgumentException(
                                            "'" + word + "' is not how an answer ends: use until-close, none, or one"
                                                    + " of {endsWith: TEXT}, {size: N} and {lengthPrefix: N}");
                            }));
            return;
        }
        Map<String, Node> keys = keys(node, "'answer'", ANSWER);
        List<String> kinds = Stream.of("endsWith", "size", "lengthPrefix")
                .filter(keys::containsKey)
                .toList();
        boolean prefixed = keys.containsKey("lengthPrefix");
        if (kinds.size() != 1 || !prefixed && keys.size() > 1) {
            if (node instanceof MappingNode mapping
                    && keys.size() == mapping.getValue().size()) {
                problem(
                        node.getStartMark(),
                        "'answer' is one of 'endsWith', 'size' and 'lengthPrefix', or the word until-close or none; "
                                + (kinds.size() == 1
                                        ? "'byteOrder' and 'includesPrefix' go with 'lengthPrefix'"
                                        : "this is " + (kinds.isEmpty() ? "none" : String.join(" and ", kinds))));
            }
            return;
        }
        switch (kinds.get(0)) {
            case "size" -> text(keys, "size", text -> use.accept(Framing.size(wholeNumber("size", text))));
            case "lengthPrefix" -> attempt(node, () -> lengthPrefix(keys).ifPresent(use));
            default -> {
                Node end = keys.get("endsWith");
                if (end instanceof ScalarNode scalar && isText(end)) {
                    requireNoEscape(scalar);
                    attempt(
                            end,
                            () -> use.accept(Framing.endsWith(scalar.getValue().getBytes(UTF_8))));
                } else {
                    bytes("'endsWith'", end, null)
                            .ifPresent(bytes -> attempt(end, () -> use.accept(Framing.endsWith(bytes))));
                }
            }
        }
    }

    private Optional<Framing> lengthPrefix(Map<String, Node> keys) {
        int before = problems.size();
        int[] bytes = new int[1];
        boolean[] flags = new boolean[2];
        text(keys, "lengthPrefix", text -> bytes[0] = wholeNumber("lengthPrefix", text));
        text(
                keys,
                "byteOrder",
                word -> flags[0] = switch (word) {
                    case "big" -> false;
                    case "little" -> true;
                    default ->
                        throw new IllegalArgumentException("'" + word + "' is not a byte order: use big or little");
                });
        text(keys, "includesPrefix", word -> flags[1] = yes("includesPrefix", word));
        return problems.size() > before
                ? Optional.empty()
                : Optional.of(Framing.lengthPrefix(bytes[0], flags[0], flags[1]));
    }

    private void scenariosOnly(Map<String, Node> keys) {
        for (String word : List.of("extract", "followRedirects")) {
            if (keys.containsKey(word) && !withScenarios) {
                problem(
                        keys.get(word).getStartMark(),
                        "'" + word + "' is for steps of scenarios: add 'scenarios', or leave it out");
            }
        }
        if (keys.containsKey("weight") && withScenarios) {
            problem(
                    keys.get("weight").getStartMark(),
                    "with 'scenarios' it is the scenarios that have weights: leave it out, or make the operation a"
                            + " scenario of one step");
        }
    }

    private static boolean yes(String key, String word) {
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + key + "' is true or false, not '" + word + "'");
        };
    }

    private void extract(ScalarNode name, Node node, OperationBuilder operation) {
        String what = "what '" + name.getValue() + "' is extracted from";
        Map<String, Node> keys = keys(node, what, EXTRACTOR);
        List<String> sources = SOURCES.stream().filter(keys::containsKey).toList();
        if (sources.size() != 1) {
            if (node instanceof MappingNode mapping
                    && keys.size() == mapping.getValue().size()) {
                problem(
                        node.getStartMark(),
                        what + " is one of 'jsonPointer', 'jsonPath', 'header', 'cookie' and 'regex'; this is "
                                + (sources.isEmpty() ? "none" : String.join(" and ", sources)));
            }
            return;
        }
        String source = sources.get(0);
        if (keys.containsKey("group") && !source.equals("regex")) {
            problem(keys.get("group").getStartMark(), "'group' does not go with '" + source + "': leave it out");
            return;
        }
        int before = problems.size();
        Extractor[] made = new Extractor[1];
        int[] group = {-1};
        text(keys, "group", text -> group[0] = wholeNumber("group", text));
        text(
                keys,
                source,
                text -> made[0] = switch (source) {
                    case "jsonPointer" -> Extractor.jsonPointer(text);
                    case "jsonPath" -> Extractor.jsonPath(text);
                    case "header" -> Extractor.header(text);
                    case "cookie" -> Extractor.cookie(text);
                    default -> keys.containsKey("group") ? Extractor.regex(text, group[0]) : Extractor.regex(text);
                });
        if (made[0] != null) {
            text(keys, "match", word -> made[0] = made[0].match(word));
            text(keys, "optional", word -> made[0] = yes("optional", word) ? made[0].optional() : made[0]);
        }
        if (problems.size() == before) {
            attempt(name, () -> operation.extract(name.getValue(), made[0]));
        }
    }

    private void scenario(Node node) {
        int before = problems.size();
        Map<String, Node> keys = keys(node, "a scenario", SCENARIO);
        ScenarioBuilder scenario = builder.newScenario();
        text(keys, "name", scenario::name);
        text(keys, "weight", text -> scenario.weight(weight(text)));
        text(keys, "workers", text -> scenario.workers(wholeNumber("workers", text)));
        text(keys, "rate", scenario::rate);
        text(keys, "onFailure", word -> scenario.onFailure(EnumLabels.parse(OnFailure.values(), word)));
        text(keys, "pace", text -> scenario.pace(pace(text)));
        text(keys, "cookies", word -> scenario.cookies(EnumLabels.parse(CookieMode.values(), word)));
        text(keys, "connection", word -> {
            if (word.equals(PER_ITERATION)) {
                scenario.newConnectionPerIteration();
            } else if (!word.equals(PER_WORKER)) {
                throw new IllegalArgumentException(
                        "'" + word + "' is not a connection: use " + PER_WORKER + " or " + PER_ITERATION);
            }
        });
        for (String word : List.of("before", "steps")) {
            if (keys.containsKey(word)) {
                Consumer<StepsBuilder> description = steps -> steps(sequence(keys, word), 0, steps);
                attempt(keys.get(word), () -> {
                    if (word.equals("before")) {
                        scenario.before(description);
                    } else {
                        scenario.steps(description);
                    }
                });
            }
        }
        if (problems.size() == before) {
            attempt(node, () -> builder.add(scenario));
        }
    }

    private static Duration pace(String text) {
        if (ThinkTime.parse(text) instanceof ThinkTime.Constant constant) {
            return Duration.ofNanos(constant.nanos());
        }
        throw new IllegalArgumentException("A pace is one time, such as 2s, not '" + text + "'");
    }

    private void steps(List<Node> nodes, int depth, StepsBuilder steps) {
        if (depth > DEEPEST_STEPS) {
            throw new IllegalArgumentException("Steps are nested more than " + DEEPEST_STEPS + " deep");
        }
        for (Node node : nodes) {
            int before = problems.size();
            if (++stepsRead > MOST_STEPS) {
                throw new IllegalArgumentException("There are more than " + MOST_STEPS
                        + " steps, those counted that an alias repeats: use 'repeat'");
            }
            if (isText(node)) {
                attempt(node, () -> steps.request(((ScalarNode) node).getValue()));
            } else {
                step(node, depth, steps);
            }
            if (problems.size() > before) {
                steps.leaveOut();
            }
        }
    }

    private void step(Node node, int depth, StepsBuilder steps) {
        if (!(node instanceof MappingNode mapping)) {
            problem(
                    node.getStartMark(),
                    "a step is the name of an operation, or one of 'request', 'pause', 'repeat', 'if', 'ifNot',"
                            + " 'before' and 'end'");
            return;
        }
        Map<String, Node> keys = keys(node, "a step", STEP);
        List<String> kinds = STEP_KINDS.stream().filter(keys::containsKey).toList();
        if (kinds.size() != 1) {
            if (keys.size() == mapping.getValue().size()) {
                problem(
                        node.getStartMark(),
                        "a step is one of 'request', 'pause', 'repeat', 'if', 'ifNot', 'before' and 'end'; this one is "
                                + (kinds.isEmpty() ? "none" : String.join(" and ", kinds)));
            }
            return;
        }
        String kind = kinds.get(0);
        boolean block = List.of("repeat", "if", "ifNot").contains(kind);
        for (String word : List.of("onFailure", "steps")) {
            if (keys.containsKey(word) && !(word.equals("steps") ? block : kind.equals("request"))) {
                problem(keys.get(word).getStartMark(), "'" + word + "' does not go with '" + kind + "': leave it out");
                return;
            }
        }
        if (block && !keys.containsKey("steps")) {
            problem(node.getStartMark(), "'" + kind + "' needs 'steps': list what it is about");
            return;
        }
        Consumer<StepsBuilder> inner = block ? nested -> steps(sequence(keys, "steps"), depth + 1, nested) : null;
        switch (kind) {
            case "request" -> request(keys, steps);
            case "pause" -> text(keys, kind, steps::pause);
            case "repeat" -> text(keys, kind, text -> steps.repeat(wholeNumber(kind, text), inner));
            case "if" -> text(keys, kind, value -> steps.ifPresent(value, inner));
            case "ifNot" -> text(keys, kind, value -> steps.ifAbsent(value, inner));
            case "before" ->
                text(keys, kind, word -> {
                    if (!word.equals("again")) {
                        throw new IllegalArgumentException("'before' as a step is 'before: again', not '" + word + "'");
                    }
                    steps.beforeAgain();
                });
            default ->
                text(keys, kind, word -> {
                    if (!yes(kind, word)) {
                        throw new IllegalArgumentException("'end: false' does nothing: leave it out");
                    }
                    steps.end();
                });
        }
    }

    private void request(Map<String, Node> keys, StepsBuilder steps) {
        Node node = keys.get("request");
        String[] name = new String[1];
        if (node instanceof MappingNode) {
            OperationBuilder operation = operation(node);
            name[0] = operation == null ? null : builder.nameOf(operation);
        } else {
            text(keys, "request", text -> name[0] = text);
        }
        OnFailure[] onFailure = new OnFailure[1];
        text(keys, "onFailure", word -> onFailure[0] = EnumLabels.parse(OnFailure.values(), word));
        if (name[0] != null) {
            attempt(node, () -> steps.request(name[0], Optional.ofNullable(onFailure[0])));
        }
    }

    private static int weight(String text) {
        if (text.matches("-?[0-9]{10,}")) {
            // It may be too large for an int.
            throw OperationBuilder.wrongWeight(text);
        }
        return wholeNumber("weight", text);
    }

    private static int wholeNumber(String key, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + key + "' must be a whole number, not '" + text + "'", e);
        }
    }

    private void json(Map<String, Node> keys, OperationBuilder operation) {
        Node node = keys.get("json");
        if (node instanceof ScalarNode) {
            text(keys, "json", operation::json);
        } else if (node != null) {
            attempt(node, () -> {
                StringBuilder json = new StringBuilder();
                append(node, 0, json);
                operation.json(json.toString());
            });
        }
    }

    /** A structure as JSON with its placeholders; a value without quotes that is nothing but one gets none in JSON. */
    private void append(Node node, int depth, StringBuilder json) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("The body has more than " + DEEPEST + " levels: write it as text");
        }
        String separator = "";
        if (node instanceof MappingNode mapping) {
            json.append('{');
            for (NodeTuple entry : mapping.getValue()) {
                json.append(separator);
                appendString(
                        entry.getKeyNode() instanceof ScalarNode key
                                ? key.getValue()
                                : entry.getKeyNode().toString(),
                        json);
                json.append(':');
                append(entry.getValueNode(), depth + 1, json);
                separator = ",";
            }
            json.append('}');
        } else if (node instanceof SequenceNode list) {
            json.append('[');
            for (Node each : list.getValue()) {
                json.append(separator);
                append(each, depth + 1, json);
                separator = ",";
            }
            json.append(']');
        } else if (node instanceof ScalarNode scalar) {
            String text = scalar.getValue();
            Matcher placeholder = PLACEHOLDER.matcher(text);
            boolean onlyOne = placeholder.matches() && !text.startsWith("$${");
            if (scalar.getTag().equals(Tag.NULL)) {
                json.append("null");
            } else if (scalar.isPlain() && (!scalar.getTag().equals(Tag.STR) || onlyOne)) {
                json.append(text);
            } else {
                appendString(text, json);
            }
        }
    }

    private static void appendString(String text, StringBuilder json) {
        json.append('"');
        Matcher placeholder = PLACEHOLDER.matcher(text);
        int at = 0;
        while (placeholder.find()) {
            appendEscaped(text.substring(at, placeholder.start()), json);
            json.append(placeholder.group());
            at = placeholder.end();
        }
        appendEscaped(text.substring(at), json);
        json.append('"');
    }

    private static void appendEscaped(String text, StringBuilder json) {
        json.append(new String(Escape.JSON.of(text.getBytes(UTF_8)), UTF_8));
    }

    private void check(Node node, OperationBuilder operation) {
        Map<String, Node> keys = keys(node, "a check", CHECK);
        List<String> kinds = keys.keySet().stream()
                .filter(key -> !key.equals("equals") && !key.equals("contains"))
                .toList();
        if (kinds.size() != 1) {
            if (node instanceof MappingNode
                    && keys.size() == ((MappingNode) node).getValue().size()) {
                problem(
                        node.getStartMark(),
                        "a check is one of 'header', 'bodyContains', 'bodyEquals', 'jsonPointer' and 'bodySize'; this one is "
                                + (kinds.isEmpty() ? "none" : String.join(" and ", kinds)));
            }
            return;
        }
        String kind = kinds.get(0);
        boolean ofHeader = kind.equals("header");
        for (String word : List.of("equals", "contains")) {
            boolean fits = ofHeader || kind.equals("jsonPointer") && word.equals("equals");
            if (keys.containsKey(word) && (!fits || ofHeader && keys.size() > 2)) {
                problem(
                        keys.get(word).getStartMark(),
                        fits
                                ? "a header has 'equals' or 'contains': leave one of them out"
                                : "'" + word + "' does not go with '" + kind + "': leave it out");
                return;
            }
        }
        switch (kind) {
            case "bodyEquals" -> text(keys, kind, text -> operation.check(ResponseCheck.bodyEquals(text)));
            case "header" ->
                text(keys, "header", name -> {
                    if (keys.containsKey("equals")) {
                        text(keys, "equals", value -> operation.check(ResponseCheck.headerEquals(name, value)));
                    } else if (keys.containsKey("contains")) {
                        text(keys, "contains", value -> operation.check(ResponseCheck.headerContains(name, value)));
                    } else {
                        operation.check(ResponseCheck.headerExists(name));
                    }
                });
            case "bodyContains" -> text(keys, kind, text -> operation.check(ResponseCheck.bodyContains(text)));
            case "jsonPointer" ->
                text(keys, kind, pointer -> {
                    if (keys.containsKey("equals")) {
                        StringBuilder value = new StringBuilder();
                        append(keys.get("equals"), 0, value);
                        operation.check(ResponseCheck.jsonEquals(pointer, value.toString()));
                    } else {
                        operation.check(ResponseCheck.jsonExists(pointer));
                    }
                });
            default -> {
                Map<String, Node> size = keys(keys.get(kind), "'bodySize'", SIZE);
                long[] bounds = {0, Long.MAX_VALUE};
                text(size, "min", text -> bounds[0] = wholeNumber("min", text));
                text(size, "max", text -> bounds[1] = wholeNumber("max", text));
                attempt(keys.get(kind), () -> operation.check(ResponseCheck.bodySize(bounds[0], bounds[1])));
            }
        }
    }

    /** The values of a mapping by their keys. */
    private Map<String, Node> keys(Node node, String what, List<String> known) {
        Map<String, Node> keys = new LinkedHashMap<>();
        entries(node, what).forEach((key, value) -> {
            if (known.contains(key.getValue())) {
                keys.put(key.getValue(), value);
            } else {
                problem(
                        key.getStartMark(),
                        "'" + key.getValue() + "' is not a key of " + what
                                + (STEPS_ONLY.contains(key.getValue())
                                        ? ": it is a step of a scenario, as in 'scenarios: [{name: visit, steps: [NAME, {"
                                                + key.getValue() + ": ...}]}]'"
                                        : Suggestion.remedy(key.getValue(), known)));
            }
        });
        return keys;
    }

    private Map<ScalarNode, Node> mapping(Map<String, Node> keys, String key) {
        return keys.containsKey(key) ? entries(keys.get(key), "'" + key + "'") : Map.of();
    }

    private Map<ScalarNode, Node> entries(Node node, String what) {
        if (!(node instanceof MappingNode mapping)) {
            problem(node.getStartMark(), what + " must be a mapping of keys and values, 'key: value'");
            return Map.of();
        }
        Map<ScalarNode, Node> entries = new LinkedHashMap<>();
        Map<String, Node> seen = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                problem(entry.getKeyNode().getStartMark(), "a key must be a word");
            } else if (seen.put(key.getValue(), key) != null) {
                problem(key.getStartMark(), "'" + key.getValue() + "' is there twice: leave one of them out");
            } else {
                entries.put(key, entry.getValueNode());
            }
        }
        return entries;
    }

    private List<Node> sequence(Map<String, Node> keys, String key) {
        Node node = keys.get(key);
        if (node == null) {
            return List.of();
        }
        if (!(node instanceof SequenceNode list)) {
            problem(node.getStartMark(), "'" + key + "' must be a list, each element after '- '");
            return List.of();
        }
        return list.getValue();
    }

    private void fields(Map<String, Node> keys, String key, BiConsumer<String, String> field) {
        mapping(keys, key).forEach((name, value) -> {
            if (isText(value)) {
                attempt(name, value, () -> field.accept(name.getValue(), ((ScalarNode) value).getValue()));
            } else {
                notText(name.getValue(), value);
            }
        });
    }

    private void text(Map<String, Node> keys, String key, Consumer<String> use) {
        Node node = keys.get(key);
        if (node != null && isText(node)) {
            attempt(node, () -> use.accept(((ScalarNode) node).getValue()));
        } else if (node != null) {
            notText(key, node);
        }
    }

    private static boolean isText(Node node) {
        return node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL);
    }

    private void notText(String key, Node node) {
        problem(
                node.getStartMark(),
                "'" + key + "' must be a text or number"
                        + (node instanceof ScalarNode
                                ? ": write \"\" for an empty text"
                                : ", not a " + (node instanceof MappingNode ? "mapping" : "list")));
    }

    private void attempt(Node at, Runnable use) {
        attempt(at, at, use);
    }

    /** @param value that has the placeholders, if any */
    private void attempt(Node at, Node value, Runnable use) {
        try {
            use.run();
        } catch (Template.InvalidPlaceholderException e) {
            Optional<Mark> mark = value.getStartMark();
            int shift = value instanceof ScalarNode scalar ? shift(scalar, e.offset) : 0;
            problems.add(new Problem(line(mark), column(mark) + shift, e.getMessage()));
        } catch (IllegalArgumentException e) {
            problem(at.getStartMark(), e.getMessage());
        }
    }

    /** How far a text's character is from its beginning in the file; 0 for texts of several lines or with escapes. */
    private static int shift(ScalarNode scalar, int offset) {
        int quotes = scalar.getScalarStyle() == ScalarStyle.PLAIN ? 0 : 1;
        Optional<Mark> begin = scalar.getStartMark();
        Optional<Mark> end = scalar.getEndMark();
        boolean asWritten = begin.isPresent()
                && end.isPresent()
                && begin.get().getLine() == end.get().getLine()
                && end.get().getColumn() - begin.get().getColumn()
                        == scalar.getValue().codePointCount(0, scalar.getValue().length()) + 2 * quotes;
        return asWritten ? quotes + scalar.getValue().codePointCount(0, offset) : 0;
    }

    private void problem(Optional<Mark> mark, String text) {
        problems.add(new Problem(line(mark), column(mark), text));
    }

    private static int line(Optional<Mark> mark) {
        return mark.map(Mark::getLine).orElse(0) + 1;
    }

    private static int column(Optional<Mark> mark) {
        return mark.map(Mark::getColumn).orElse(0) + 1;
    }
}
