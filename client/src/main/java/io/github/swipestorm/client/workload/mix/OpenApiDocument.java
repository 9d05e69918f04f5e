package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Draft;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Mapping;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Operation;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Part;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Sequence;
import io.github.swipestorm.client.workload.mix.ImportedWorkload.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
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
 * An OpenAPI 3.0 or 3.1 document, in YAML or JSON, as a source of workloads. References stay within the document. Not thread-safe.
 */
public final class OpenApiDocument {

    private static final List<String> METHODS =
            List.of("get", "head", "post", "put", "patch", "delete", "options", "trace");
    private static final int LONGEST_FILE = 64 << 20;
    private static final int USUAL_LENGTH = 16;
    private static final int USUAL_RANGE = 1_000;
    private static final int MOST_ELEMENTS = 20;
    private static final int MOST_CHOICES = 100;
    private static final int DEEPEST = 50;

    /** After this many values of a request, what is optional is left out. */
    private static final int MANY_VALUES = 500;

    /** A request that has this many values is not made up. */
    private static final int MOST_VALUES = 20_000;

    private static final Pattern TEMPLATE = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\$\\{|\\$\\{[^}]*}");
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data";
    private static final String BOUNDARY = "swipestorm-part";

    private final String file;
    private final MappingNode root;
    private final Draft draft = new Draft();

    /** Schemas that are being made up, from the outermost one. */
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

    /** One node for the same nodes, so that a schema is recognized that contains itself. */
    private final Map<List<Node>, Node> merged = new LinkedHashMap<>();

    private int made;

    private OpenApiDocument(String file, MappingNode root) {
        this.file = file;
        this.root = root;
    }

    /**
     * Reads a document.
     *
     * @throws IllegalArgumentException with a user-facing line when there is none, or one of another version
     */
    public static OpenApiDocument read(Path file) {
        String text = PlanFiles.text(file, "name an OpenAPI document");
        // YAML does not have tabs wherever JSON has them.
        String yaml = text.stripLeading().startsWith("{") ? text.replace('\t', ' ') : text;
        try {
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(file.toString())
                    .setCodePointLimit(LONGEST_FILE)
                    .build();
            Optional<Node> root = new Compose(settings).composeString(yaml);
            if (root.isPresent() && root.get() instanceof MappingNode mapping) {
                OpenApiDocument document = new OpenApiDocument(file.toString(), mapping);
                document.requireVersion();
                return document;
            }
            throw problem(
                    file.toString(),
                    root.flatMap(Node::getStartMark),
                    "it is not an OpenAPI document, which begins with 'openapi: 3.1.0'");
        } catch (MarkedYamlEngineException e) {
            throw problem(file.toString(), e.getProblemMark(), "it is neither YAML nor JSON: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw problem(
                    file.toString(),
                    Optional.empty(),
                    "it is neither YAML nor JSON: " + e.getMessage().replaceAll("\\s+", " "));
        }
    }

    private void requireVersion() {
        Node version = get(root, "openapi");
        Node swagger = get(root, "swagger");
        if (version == null && swagger != null) {
            throw problem(
                    swagger,
                    "Swagger " + string(swagger) + " is not supported: convert the document to OpenAPI 3 first, "
                            + "for example with the converter on editor.swagger.io");
        }
        if (version == null) {
            throw problem(root, "'openapi' is missing: an OpenAPI document begins with 'openapi: 3.1.0'");
        }
        if (!string(version).matches("3\\.[01](\\..*)?")) {
            throw problem(version, "OpenAPI " + string(version) + " is not supported: use 3.0 or 3.1");
        }
        Node paths = get(root, "paths");
        if (!(paths instanceof MappingNode mapping) || mapping.getValue().isEmpty()) {
            throw problem(paths == null ? root : paths, "'paths' is missing or empty: there is nothing to send");
        }
    }

    /**
     * A workload with one operation for each path and method.
     *
     * @throws IllegalArgumentException with a user-facing line when the document is invalid
     */
    public ImportedWorkload workload() {
        String title = string(get(get(root, "info"), "title"));
        draft.name(title)
                .head("Imported from " + Path.of(file).getFileName() + ", OpenAPI " + string(get(root, "openapi"))
                        + (title.isEmpty() ? "." : ": " + title + "."))
                .head("All weights are 1: write how often each operation is sent. What is ok is what the document says "
                        + "of 2xx and 3xx.");
        List<Operation> all = new ArrayList<>();
        List<String> basePaths = new ArrayList<>();
        int leftOut = 0;
        for (NodeTuple path : entries(get(root, "paths"))) {
            String template = string(path.getKeyNode());
            Node item = resolved(path.getValueNode());
            if (!template.startsWith("/")) {
                if (template.startsWith("x-")) {
                    continue;
                }
                throw problem(path.getKeyNode(), "the path '" + template + "' must begin with a slash");
            }
            for (String method : METHODS) {
                Node node = get(item, method);
                if (node != null && all.size() == HttpWorkload.MOST_OPERATIONS) {
                    leftOut++;
                } else if (node != null) {
                    basePaths.add(basePath(item, node));
                    all.add(operation(template, method.toUpperCase(Locale.ROOT), item, resolved(node)));
                }
            }
        }
        if (all.isEmpty()) {
            throw problem(get(root, "paths"), "no path has a method: there is nothing to send");
        }
        if (leftOut > 0) {
            draft.note("Left out " + leftOut + " operations: a workload has at most " + HttpWorkload.MOST_OPERATIONS);
        }
        boolean oneBase = basePaths.stream().distinct().count() == 1;
        if (oneBase) {
            draft.basePath(basePaths.get(0));
        }
        for (int i = 0; i < all.size(); i++) {
            all.get(i).path = (oneBase ? "" : basePaths.get(i)) + all.get(i).path;
            draft.add(all.get(i));
        }
        return draft.build();
    }

    /** The path of the first server, the operation's before its path's before the document's. */
    private String basePath(Node item, Node operation) {
        Node server = Stream.of(operation, item, root)
                .map(each -> elements(get(each, "servers")))
                .filter(servers -> !servers.isEmpty())
                .map(servers -> servers.get(0))
                .findFirst()
                .orElse(null);
        if (server == null) {
            return "";
        }
        Node url = get(server, "url");
        String text = TEMPLATE.matcher(string(url)).replaceAll(variable -> {
            String value = string(get(get(get(server, "variables"), variable.group(1)), "default"));
            if (value.isEmpty()) {
                throw problem(
                        url == null ? server : url,
                        "the server variable '" + variable.group(1)
                                + "' has no default: give it one under 'variables'");
            }
            return Matcher.quoteReplacement(value);
        });
        try {
            URI uri = new URI(text);
            if (uri.getHost() != null) {
                draft.origin(uri.getScheme() + "://" + uri.getRawAuthority().replaceFirst(".*@", ""));
            }
            String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceFirst("/+$", "");
            return path.isEmpty() || path.startsWith("/") ? path : "/" + path;
        } catch (URISyntaxException e) {
            throw problem(url == null ? server : url, "the server's URL '" + text + "' is not a URL: " + e.getReason());
        }
    }

    private Operation operation(String template, String method, Node item, Node node) {
        String id = string(get(node, "operationId"));
        Operation operation = new Operation(method, id.isBlank() ? method + " " + template : id);
        made = 0;
        Map<String, Node> parameters = new LinkedHashMap<>();
        for (Node owner : List.of(item, node)) {
            for (Node each : elements(get(owner, "parameters"))) {
                Node parameter = resolved(each);
                parameters.put(string(get(parameter, "in")) + " " + string(get(parameter, "name")), parameter);
            }
        }
        List<String> pairs = new ArrayList<>();
        List<String> optional = new ArrayList<>();
        List<String> cookies = new ArrayList<>();
        Map<String, String> inPath = new LinkedHashMap<>();
        for (Node parameter : parameters.values()) {
            String name = string(get(parameter, "name"));
            boolean required = string(get(parameter, "required")).equals("true");
            switch (string(get(parameter, "in"))) {
                case "path" -> inPath.put(name, pathVariable(name, parameter));
                case "query" -> {
                    if (required || isTold(parameter)) {
                        query(name, parameter, operation, pairs);
                    } else {
                        optional.add(name);
                    }
                }
                case "header" -> {
                    if (required && !isOfOthers(name, parameter)) {
                        operation.header(
                                name, draft.headerWithoutSecret(name, joined(parameterValue(parameter), parameter)));
                    }
                }
                case "cookie" -> {
                    if (required) {
                        cookies.add(draft.cookie(name, joined(parameterValue(parameter), parameter)));
                    }
                }
                default ->
                    throw problem(
                            parameter,
                            "the parameter '" + name + "' is 'in' something else than path, query, "
                                    + "header or cookie");
            }
        }
        if (!optional.isEmpty()) {
            operation.comments.add("Not sent, as it is optional and has no example, default or range: query "
                    + String.join(", ", optional));
        }
        operation.path = TEMPLATE.matcher(template.replace("#", "%23"))
                .replaceAll(name -> Matcher.quoteReplacement(inPath.computeIfAbsent(
                        name.group(1),
                        missing -> draft.variable(
                                missing, Text.missing("the document does not describe this parameter of the path")))));
        if (!pairs.isEmpty()) {
            operation.path += (operation.path.indexOf('?') < 0 ? "?" : "&") + String.join("&", pairs);
        }
        security(node, operation, cookies);
        if (!cookies.isEmpty()) {
            operation.header("Cookie", new Text(String.join("; ", cookies)));
        }
        body(resolved(get(node, "requestBody")), operation);
        expected(get(node, "responses"), operation);
        return operation;
    }

    /** OpenAPI describes these headers elsewhere, or a transport sets them. */
    private boolean isOfOthers(String name, Node parameter) {
        try {
            return List.of("accept", "content-type", "authorization", "host").contains(name.toLowerCase(Locale.ROOT))
                    || new Header(name, "").ofTransport();
        } catch (IllegalArgumentException e) {
            throw problem(parameter, e.getMessage());
        }
    }

    /** Whether the document says what an optional parameter may be. */
    private boolean isTold(Node parameter) {
        if (string(get(parameter, "deprecated")).equals("true")) {
            return false;
        }
        if (get(parameter, "example") != null || get(parameter, "examples") != null) {
            return true;
        }
        Schema schema = new Schema(get(parameter, "schema"));
        return Stream.of("example", "examples", "default", "enum", "const", "minimum", "maximum")
                        .anyMatch(key -> schema.get(key) != null)
                || schema.type().equals("boolean");
    }

    private String pathVariable(String name, Node parameter) {
        Text value = parameterText(name, parameterValue(parameter), parameter);
        boolean free = value.comment().isEmpty()
                && (value.text().startsWith("${random.text(")
                        || value.text().equals("${random.int(1," + USUAL_RANGE + ")}")
                        || value.text().equals("${uuid}"))
                && !isTold(parameter);
        return draft.variable(
                name, free ? value.withComment("TODO: give values that exist; the document names none") : value);
    }

    private void query(String name, Node parameter, Operation operation, List<String> pairs) {
        Part value = parameterValue(parameter);
        boolean explode = !string(get(parameter, "explode")).equals("false");
        boolean deep = string(get(parameter, "style")).equals("deepObject");
        if (value instanceof Mapping mapping && (explode || deep)) {
            mapping.entries()
                    .forEach((key, each) -> operation.query.put(
                            deep ? name + "[" + key + "]" : key, parameterText(key, each, parameter)));
        } else if (value instanceof Sequence sequence
                && explode
                && sequence.elements().size() > 1) {
            // A mapping has each name once.
            sequence.elements()
                    .forEach(each -> pairs.add(encoded(name) + "="
                            + encoded(parameterText(name, each, parameter).text())));
        } else {
            operation.query.put(name, parameterText(name, value, parameter));
        }
    }

    private Text parameterText(String name, Part value, Node parameter) {
        return draft.textWithoutSecret("the parameter", name, joined(value, parameter));
    }

    /** Percent-encoded but for its placeholders. */
    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        Matcher placeholder = PLACEHOLDER.matcher(text);
        int at = 0;
        while (placeholder.find()) {
            boolean literal = placeholder.group().equals("$${");
            encoded.append(urlEncoded(text.substring(at, placeholder.start())))
                    .append(literal ? urlEncoded("${") : placeholder.group());
            at = placeholder.end();
        }
        return encoded.append(urlEncoded(text.substring(at))).toString();
    }

    private static String urlEncoded(String text) {
        return new String(Escape.URL.of(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.US_ASCII);
    }

    /** A value as one text: elements of a list are separated by commas. */
    private static Text joined(Part value, Node place) {
        if (value instanceof Text text) {
            return new Text(text.text().replace("${raw:", "${"), false, text.comment());
        }
        if (value instanceof Sequence sequence && sequence.elements().stream().allMatch(Text.class::isInstance)) {
            return new Text(String.join(
                    ",",
                    sequence.elements().stream()
                            .map(each -> joined(each, place).text())
                            .toList()));
        }
        return Text.missing("a structure in the place of a text");
    }

    private Part parameterValue(Node parameter) {
        Optional<Part> example = example(parameter);
        if (example.isPresent()) {
            return example.get();
        }
        Node schema = get(parameter, "schema");
        if (schema == null && get(parameter, "content") != null) {
            return Text.missing("a value with a content type of its own");
        }
        Part value = schema == null ? Text.missing("the document gives no schema") : value(schema);
        return value == null ? Text.missing("its schema contains itself") : value;
    }

    /** The example of a parameter or content. */
    private Optional<Part> example(Node owner) {
        Node example = get(owner, "example");
        for (NodeTuple each : entries(get(owner, "examples"))) {
            if (example == null) {
                example = get(resolved(each.getValueNode()), "value");
            }
        }
        return Optional.ofNullable(example).map(node -> literal(node, new Schema(get(owner, "schema")).type()));
    }

    private void security(Node operation, Operation to, List<String> cookies) {
        Node own = get(operation, "security");
        List<Node> alternatives = elements(own != null ? own : get(root, "security"));
        if (alternatives.isEmpty()) {
            return;
        }
        for (NodeTuple each : entries(alternatives.get(0))) {
            String name = string(each.getKeyNode());
            Node scheme = resolved(get(get(get(root, "components"), "securitySchemes"), name));
            if (scheme == null) {
                throw problem(
                        each.getKeyNode(), "the security scheme '" + name + "' is not in components/securitySchemes");
            }
            String type = string(get(scheme, "type"));
            boolean basic = string(get(scheme, "scheme")).equalsIgnoreCase("basic");
            if (type.equals("apiKey")) {
                String key = string(get(scheme, "name"));
                String value = draft.environment(name, "the API key '" + key + "'");
                switch (string(get(scheme, "in"))) {
                    case "query" -> to.query.put(key, new Text(value));
                    case "cookie" -> cookies.add(key + "=" + value);
                    default -> to.header(key, new Text(value));
                }
            } else if (type.equals("http") && basic) {
                String value = draft.environment(name, "user:password in Base64");
                to.header("Authorization", new Text("Basic " + value));
            } else if (type.equals("http") || type.equals("oauth2") || type.equals("openIdConnect")) {
                String value = draft.environment(name, "the access token");
                String word = type.equals("http") ? string(get(scheme, "scheme")) : "Bearer";
                boolean bearer = word.isEmpty() || word.equalsIgnoreCase("bearer");
                to.header("Authorization", new Text((bearer ? "Bearer" : word) + " " + value));
            } else {
                draft.note("The security scheme '" + name + "' (" + type + ") is nothing that a request contains");
            }
        }
    }

    private void body(Node requestBody, Operation operation) {
        List<NodeTuple> contents = entries(get(requestBody, "content"));
        if (contents.isEmpty()) {
            return;
        }
        List<Function<String, Boolean>> preferred = List.of(
                type -> type.equals("application/json"),
                type -> type.endsWith("+json") || type.equals("*/*") || type.startsWith("application/json"),
                type -> type.equals(FORM),
                type -> type.equals(MULTIPART),
                type -> type.startsWith("text/"),
                type -> true);
        for (Function<String, Boolean> fits : preferred) {
            for (NodeTuple content : contents) {
                String type = string(content.getKeyNode()).toLowerCase(Locale.ROOT);
                if (fits.apply(type)) {
                    body(type, resolved(content.getValueNode()), operation);
                    return;
                }
            }
        }
    }

    private void body(String type, Node content, Operation operation) {
        Node schema = get(content, "schema");
        Part value = example(content)
                .orElseGet(() -> schema == null
                        ? Text.missing("the document has neither example nor schema")
                        : Objects.requireNonNullElseGet(
                                value(schema), () -> Text.missing("its schema contains itself")));
        if (type.contains("json") || type.equals("*/*")) {
            if (!type.equals("application/json") && !type.equals("*/*")) {
                operation.header("Content-Type", new Text(type));
            }
            operation.body("json", draft.withoutSecrets("the field", "", value));
        } else if (type.equals(FORM) && value instanceof Mapping mapping) {
            Map<String, Part> fields = new LinkedHashMap<>();
            mapping.entries().forEach((key, each) -> fields.put(key, fieldText(key, each, content)));
            operation.body("form", new Mapping(fields));
        } else if (type.equals(MULTIPART) && value instanceof Mapping mapping) {
            operation.header("Content-Type", new Text(MULTIPART + "; boundary=" + BOUNDARY));
            operation.body("body", multipart(mapping, new Schema(schema), content));
        } else {
            operation.header("Content-Type", new Text(type.contains("*") ? "application/octet-stream" : type));
            boolean structure = !(value instanceof Text);
            operation.body(
                    "body",
                    structure
                            ? Text.missing("a body of type " + type + ", of which there is no example")
                            : draft.withoutSecrets("the field", "", value));
        }
    }

    private Text fieldText(String name, Part value, Node content) {
        return draft.textWithoutSecret("the field", name, joined(value, content));
    }

    /** RFC 7578. */
    private Text multipart(Mapping fields, Schema schema, Node content) {
        StringBuilder text = new StringBuilder();
        String comment = "";
        for (Map.Entry<String, Part> field : fields.entries().entrySet()) {
            Node property = schema.properties().get(field.getKey());
            String format = property == null ? "" : new Schema(property).word("format");
            Text value = fieldText(field.getKey(), field.getValue(), content);
            comment = comment.isEmpty() ? value.comment() : comment;
            text.append("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + field.getKey() + "\"");
            text.append(format.equals("binary") ? "; filename=\"file\"\r\nContent-Type: application/octet-stream" : "");
            text.append("\r\n\r\n").append(value.text()).append("\r\n");
        }
        return new Text(text + "--" + BOUNDARY + "--\r\n", false, comment);
    }

    private void expected(Node responses, Operation operation) {
        List<String> ok = new ArrayList<>();
        for (NodeTuple response : entries(responses)) {
            String status = string(response.getKeyNode()).toLowerCase(Locale.ROOT);
            if (status.matches("[23]([0-9]{2}|xx)")) {
                ok.add(status);
            }
        }
        Collections.sort(ok);
        operation.expectStatus = String.join(",", ok);
    }

    /** What a schema and those that it refers to and includes say together. */
    private final class Schema {

        /** The schema itself, then what it includes. */
        private final List<Node> parts = new ArrayList<>();

        Schema(Node schema) {
            add(schema);
        }

        void add(Node schema) {
            Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            seen.addAll(parts);
            add(schema, seen);
        }

        private void add(Node schema, Set<Node> seen) {
            if (schema instanceof MappingNode && seen.add(schema)) {
                parts.add(schema);
                if (OpenApiDocument.get(schema, "$ref") != null) {
                    add(target(schema), seen);
                }
                elements(OpenApiDocument.get(schema, "allOf")).forEach(each -> add(each, seen));
            }
        }

        /** What the first part says that says something. */
        Node get(String key) {
            return parts.stream()
                    .map(part -> OpenApiDocument.get(part, key))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }

        String word(String key) {
            return string(get(key));
        }

        Optional<BigDecimal> number(String key) {
            return Optional.of(word(key))
                    .filter(text -> NUMBER.matcher(text).matches())
                    .map(BigDecimal::new);
        }

        /** A number that no part may fall below, or exceed. */
        private Optional<BigDecimal> bound(String key, boolean lowest) {
            String exclusive = "exclusive" + Character.toUpperCase(key.charAt(0)) + key.substring(1);
            List<BigDecimal> bounds = new ArrayList<>();
            for (Node part : parts) {
                String closed = string(OpenApiDocument.get(part, key));
                String opened = string(OpenApiDocument.get(part, exclusive));
                if (NUMBER.matcher(closed).matches()) {
                    BigDecimal bound = new BigDecimal(closed);
                    bounds.add(opened.equals("true") ? beyond(bound, lowest) : bound);
                }
                if (NUMBER.matcher(opened).matches()) {
                    bounds.add(beyond(new BigDecimal(opened), lowest));
                }
            }
            return bounds.stream().reduce(lowest ? BigDecimal::max : BigDecimal::min);
        }

        /** The next whole number. */
        private static BigDecimal beyond(BigDecimal bound, boolean lowest) {
            BigDecimal rounded = bound.setScale(0, lowest ? RoundingMode.FLOOR : RoundingMode.CEILING);
            return lowest ? rounded.add(BigDecimal.ONE) : rounded.subtract(BigDecimal.ONE);
        }

        long length(String key, long otherwise) {
            String text = word(key);
            return WHOLE_NUMBER.matcher(text).matches() ? Long.parseLong(text) : otherwise;
        }

        /** A property of several parts is all that they say of it. */
        Map<String, Node> properties() {
            Map<String, List<Node>> all = new LinkedHashMap<>();
            for (Node part : parts) {
                for (NodeTuple property : entries(OpenApiDocument.get(part, "properties"))) {
                    all.computeIfAbsent(string(property.getKeyNode()), name -> new ArrayList<>())
                            .add(property.getValueNode());
                }
            }
            Map<String, Node> properties = new LinkedHashMap<>();
            all.forEach((name, nodes) -> properties.put(
                    name, nodes.size() == 1 ? nodes.get(0) : merged.computeIfAbsent(nodes, OpenApiDocument::allOf)));
            return properties;
        }

        Set<String> required() {
            Set<String> names = new LinkedHashSet<>();
            for (Node part : parts) {
                elements(OpenApiDocument.get(part, "required")).forEach(name -> names.add(string(name)));
            }
            return names;
        }

        boolean nullable() {
            return word("nullable").equals("true")
                    || elements(get("type")).stream()
                            .anyMatch(type -> string(type).equals("null"));
        }

        /** The type; empty when any will do. */
        String type() {
            Node type = get("type");
            if (type instanceof SequenceNode) {
                return elements(type).stream()
                        .map(OpenApiDocument::string)
                        .filter(each -> !each.equals("null"))
                        .findFirst()
                        .orElse("null");
            }
            if (type != null) {
                return string(type);
            }
            if (get("properties") != null || get("required") != null || get("additionalProperties") != null) {
                return "object";
            }
            if (get("items") != null || get("prefixItems") != null) {
                return "array";
            }
            boolean bounded = get("minimum") != null || get("maximum") != null;
            boolean text = get("pattern") != null || get("minLength") != null || get("maxLength") != null;
            return bounded ? "number" : text || get("format") != null ? "string" : "";
        }

        /** The first branch of {@code oneOf} and of {@code anyOf} that can be made up becomes a part. */
        boolean choose() {
            for (String key : List.of("oneOf", "anyOf")) {
                List<Node> branches = elements(get(key)).stream()
                        .filter(branch -> !new Schema(branch).type().equals("null"))
                        .toList();
                if (branches.isEmpty()) {
                    continue;
                }
                Node chosen = null;
                Node second = null;
                for (Node branch : branches) {
                    Part sample = made > MANY_VALUES && chosen != null ? null : value(branch);
                    if (sample != null && !sample.isMissing() && chosen == null) {
                        chosen = branch;
                        break;
                    }
                    second = second == null && sample != null ? branch : second;
                }
                chosen = chosen == null ? second : chosen;
                if (chosen == null) {
                    return false;
                }
                add(chosen);
            }
            return true;
        }

        /** The value of the property that says which branch of {@code oneOf} was chosen. */
        Optional<Map.Entry<String, String>> discriminator() {
            Node discriminator = get("discriminator");
            String property = string(OpenApiDocument.get(discriminator, "propertyName"));
            List<Node> branches = Stream.of("oneOf", "anyOf")
                    .flatMap(key -> elements(get(key)).stream())
                    .toList();
            for (Node branch : branches) {
                String reference = string(OpenApiDocument.get(branch, "$ref"));
                if (!property.isEmpty() && !reference.isEmpty() && parts.contains(branch)) {
                    for (NodeTuple entry : entries(OpenApiDocument.get(discriminator, "mapping"))) {
                        String target = string(entry.getValueNode());
                        if (target.equals(reference) || reference.endsWith("/" + target)) {
                            return Optional.of(Map.entry(property, string(entry.getKeyNode())));
                        }
                    }
                    return Optional.of(Map.entry(property, reference.substring(reference.lastIndexOf('/') + 1)));
                }
            }
            return Optional.empty();
        }
    }

    /** A value that fits a schema; null when it would contain itself. */
    private Part value(Node node) {
        Node key = get(node, "$ref") == null ? node : target(node);
        if (++made > MOST_VALUES) {
            return Text.missing("the schema is too large");
        }
        if (open.size() > DEEPEST || !open.add(key)) {
            return null;
        }
        try {
            return value(new Schema(node));
        } finally {
            open.remove(key);
        }
    }

    private Part value(Schema schema) {
        Optional<Part> told = told(schema);
        if (told.isPresent()) {
            return told.get();
        }
        if (!schema.choose()) {
            return schema.nullable() ? Text.bare("null") : null;
        }
        // The branch that was chosen may have an example, too.
        told = told(schema);
        if (told.isPresent() && schema.get("properties") == null) {
            return told.get();
        }
        Part value = switch (schema.type()) {
            case "object" -> object(schema);
            case "array" -> array(schema);
            case "integer", "number" -> number(schema);
            case "boolean" -> Text.bare("${raw:random.choice(true,false)}");
            case "null" -> Text.bare("null");
            default -> text(schema);
        };
        return value == null && schema.nullable() ? Text.bare("null") : value;
    }

    /** What the document itself gives as value. */
    private Optional<Part> told(Schema schema) {
        Node value = schema.get("const");
        for (String key : List.of("example", "examples", "default")) {
            // An example of one of several parts of an object is not one of the object.
            Node node = schema.get("allOf") == null || schema.get("properties") == null
                    ? schema.get(key)
                    : get(schema.parts.get(0), key);
            Node found =
                    key.equals("examples") ? elements(node).stream().findFirst().orElse(null) : node;
            value = value == null && found != null && !found.getTag().equals(Tag.NULL) ? found : value;
        }
        if (value != null) {
            return Optional.of(literal(value, schema.type()));
        }
        List<Node> choices = elements(schema.get("enum")).stream()
                .filter(each -> !each.getTag().equals(Tag.NULL))
                .toList();
        return choices.isEmpty() ? Optional.empty() : Optional.of(choice(choices, schema.type()));
    }

    private Part choice(List<Node> choices, String type) {
        List<String> texts = choices.stream()
                .map(each -> literal(each, type))
                .filter(each -> each instanceof Text text && text.bare() == isBare(choices.get(0), type))
                .map(each -> ((Text) each).text())
                // What would end or divide a placeholder.
                .filter(text -> text.matches("[^,(){}$\\p{Cntrl}]+") && text.equals(text.strip()))
                .limit(MOST_CHOICES)
                .toList();
        if (texts.size() < 2) {
            return literal(choices.get(0), type);
        }
        boolean bare = isBare(choices.get(0), type);
        return new Text("${" + (bare ? "raw:" : "") + "random.choice(" + String.join(",", texts) + ")}", bare, "");
    }

    private boolean isBare(Node node, String type) {
        return literal(node, type) instanceof Text text && text.bare();
    }

    /** A value as the document has it. */
    private Part literal(Node node, String type) {
        if (node instanceof MappingNode) {
            Map<String, Part> entries = new LinkedHashMap<>();
            for (NodeTuple entry : entries(node)) {
                made++;
                entries.put(string(entry.getKeyNode()).replace("${", "$${"), literal(entry.getValueNode(), ""));
            }
            return made > MOST_VALUES ? Text.missing("the example is too large") : new Mapping(entries);
        }
        if (node instanceof SequenceNode) {
            made += elements(node).size();
            return made > MOST_VALUES
                    ? Text.missing("the example is too large")
                    : new Sequence(elements(node).stream()
                            .map(each -> literal(each, ""))
                            .toList());
        }
        String text = string(node);
        Tag tag = node.getTag();
        boolean number = NUMBER.matcher(text).matches() && (isNumber(type) || !tag.equals(Tag.STR));
        boolean word = text.matches("true|false") && (type.equals("boolean") || tag.equals(Tag.BOOL));
        boolean bare = !type.equals("string") && (number || word || tag.equals(Tag.NULL));
        return !bare ? Text.literal(text) : Text.bare(tag.equals(Tag.NULL) ? "null" : text);
    }

    private static boolean isNumber(String type) {
        return type.equals("integer") || type.equals("number");
    }

    private Part object(Schema schema) {
        Map<String, Node> properties = schema.properties();
        Set<String> required = schema.required();
        Map<String, Part> entries = new LinkedHashMap<>();
        Optional<Map.Entry<String, String>> discriminator = schema.discriminator();
        Set<String> names = new LinkedHashSet<>(properties.keySet());
        if (!required.isEmpty()) {
            names.retainAll(required);
        }
        names.addAll(required);
        for (String name : names) {
            Node property = properties.get(name);
            if (property != null && new Schema(property).word("readOnly").equals("true")) {
                continue;
            }
            boolean optional = !required.contains(name);
            if (optional && made > MANY_VALUES) {
                continue;
            }
            Node any = schema.get("additionalProperties");
            Part value =
                    discriminator.isPresent() && discriminator.get().getKey().equals(name)
                            ? Text.literal(discriminator.get().getValue())
                            : property != null
                                    ? value(property)
                                    : any instanceof MappingNode
                                            ? value(any)
                                            : new Text("${random.text(" + USUAL_LENGTH + ")}");
            if (value == null && !optional) {
                return null;
            }
            if (value != null) {
                entries.put(name.replace("${", "$${"), value);
            }
        }
        long least = Math.min(schema.length("minProperties", 0), MOST_ELEMENTS);
        Node any = schema.get("additionalProperties");
        for (int i = 1; entries.size() < least; i++) {
            Part value = any instanceof MappingNode ? value(any) : new Text("${random.text(" + USUAL_LENGTH + ")}");
            if (value == null) {
                return null;
            }
            entries.put("key" + i, value);
        }
        return new Mapping(entries);
    }

    private Part array(Schema schema) {
        List<Part> elements = new ArrayList<>();
        for (Node each : elements(schema.get("prefixItems"))) {
            elements.add(value(each));
        }
        long least = schema.length("minItems", 0);
        long count = Math.min(Math.max(least, 1), schema.length("maxItems", Long.MAX_VALUE));
        if (count > MOST_ELEMENTS) {
            return Text.missing("an array of at least " + least + " elements");
        }
        Node items = schema.get("items");
        List<Node> choices = items == null ? List.of() : elements(new Schema(items).get("enum"));
        boolean distinct = schema.word("uniqueItems").equals("true") && choices.size() >= count;
        while (elements.size() < count) {
            Part value = distinct && count > 1
                    ? literal(choices.get(elements.size()), new Schema(items).type())
                    : items instanceof MappingNode ? value(items) : new Text("${random.text(" + USUAL_LENGTH + ")}");
            if (value == null) {
                return elements.size() < least ? null : new Sequence(elements);
            }
            elements.add(value);
        }
        return elements.contains(null) ? null : new Sequence(elements);
    }

    private Text number(Schema schema) {
        Optional<BigDecimal> minimum = schema.bound("minimum", true);
        Optional<BigDecimal> maximum = schema.bound("maximum", false);
        BigDecimal range = BigDecimal.valueOf(USUAL_RANGE - 1);
        BigDecimal lowest = minimum.orElseGet(() -> maximum.filter(most -> most.signum() <= 0)
                .map(most -> most.subtract(range))
                .orElse(maximum.orElse(BigDecimal.ONE).min(BigDecimal.ONE)));
        BigDecimal highest = maximum.orElseGet(() -> lowest.max(BigDecimal.ONE).add(range));
        if (minimum.isEmpty() && maximum.isEmpty()) {
            highest = BigDecimal.valueOf(USUAL_RANGE);
        }
        BigDecimal step = schema.number("multipleOf")
                .filter(number -> number.signum() > 0)
                .orElse(BigDecimal.ONE);
        boolean stepped = step.compareTo(BigDecimal.ONE) > 0
                || step.stripTrailingZeros().scale() > 0 && !isWhole(BigDecimal.ONE.divide(step, 20, RoundingMode.UP));
        if (stepped) {
            BigDecimal first = lowest.divide(step, 0, RoundingMode.CEILING).multiply(step);
            BigDecimal end = highest;
            List<String> multiples = IntStream.range(0, MOST_ELEMENTS)
                    .mapToObj(i -> first.add(step.multiply(BigDecimal.valueOf(i))))
                    .filter(number -> number.compareTo(end) <= 0 || maximum.isEmpty())
                    .map(BigDecimal::toPlainString)
                    .toList();
            return multiples.isEmpty()
                    ? Text.missing("a multiple of " + step + " between " + lowest + " and " + highest)
                    : multiples.size() == 1
                            ? Text.bare(multiples.get(0))
                            : Text.bare("${raw:random.choice(" + String.join(",", multiples) + ")}");
        }
        BigDecimal most = BigDecimal.valueOf(Long.MAX_VALUE);
        BigDecimal from = lowest.setScale(0, RoundingMode.CEILING).max(most.negate());
        BigDecimal to = highest.setScale(0, RoundingMode.FLOOR).min(most);
        if (from.compareTo(to) <= 0) {
            return from.compareTo(to) == 0
                    ? Text.bare(from.toPlainString())
                    : Text.bare("${random.int(" + from.toPlainString() + "," + to.toPlainString() + ")}");
        }
        // Between two whole numbers.
        return schema.type().equals("number") && lowest.compareTo(highest) <= 0
                ? Text.bare(lowest.add(highest).divide(BigDecimal.valueOf(2)).toPlainString())
                : Text.missing("a number from " + lowest.toPlainString() + " to " + highest.toPlainString());
    }

    private static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0;
    }

    private static Text text(Schema schema) {
        long least = schema.length("minLength", 0);
        long most = schema.length("maxLength", Long.MAX_VALUE);
        String pattern = schema.word("pattern");
        String format = schema.word("format");
        if (!pattern.isEmpty()) {
            return matching(pattern, least, most);
        }
        // With the lengths of the shortest and the longest value.
        record Formatted(String text, int shortest, int longest) {}
        String word = "${random.text(8)}";
        Formatted formatted = switch (format) {
            case "uuid" -> new Formatted("${uuid}", 36, 36);
            case "date-time" -> new Formatted("${time.iso}", 20, 30);
            case "date" -> new Formatted("20${random.int(10,29)}-${random.int(10,12)}-${random.int(10,28)}", 10, 10);
            case "time" -> new Formatted("${random.int(10,23)}:${random.int(10,59)}:${random.int(10,59)}Z", 9, 9);
            case "duration" -> new Formatted("PT${random.int(1,60)}M", 4, 5);
            case "email", "idn-email" -> new Formatted(word + "@example.com", 20, 20);
            case "hostname", "idn-hostname" -> new Formatted(word + ".example.com", 20, 20);
            case "uri", "url", "iri", "uri-reference", "iri-reference" ->
                new Formatted("https://example.com/" + word, 28, 28);
            case "ipv4" -> new Formatted("192.0.2.${random.int(1,254)}", 9, 11);
            case "ipv6" -> new Formatted("2001:db8::${random.int(1,9999)}", 11, 14);
            case "byte" -> new Formatted(word, 8, 8);
            default -> null;
        };
        if (formatted != null) {
            return formatted.shortest() < least || formatted.longest() > most
                    ? Text.missing("a text of format " + format + " with " + least + " to " + most + " characters")
                    : new Text(formatted.text());
        }
        Text any = randomText(least, most);
        boolean known = format.isEmpty() || List.of("password", "binary").contains(format);
        return known ? any : any.withComment("TODO: a text of format " + format);
    }

    private static Text randomText(long least, long most) {
        long length = Math.min(Math.max(USUAL_LENGTH, least), most);
        return length > 1_000_000
                ? Text.missing("a text of at least " + least + " characters")
                : new Text(length <= 0 ? "" : "${random.text(" + length + ")}");
    }

    /** A text that matches an expression, if one of two kinds does for certain. */
    private static Text matching(String pattern, long least, long most) {
        try {
            Pattern compiled = Pattern.compile(pattern);
            for (int digits = 9; digits > 0; digits--) {
                long lowest = digits == 1 ? 1 : Math.round(Math.pow(10, digits - 1));
                long highest = digits == 9 ? USUAL_RANGE : lowest * 10 - 1;
                long from = digits == 9 ? 1 : lowest;
                boolean fits = digits == 9 ? least <= 1 && most >= 4 : least <= digits && most >= digits;
                long step = Math.max(1, (highest - from) / USUAL_RANGE);
                if (fits
                        && IntStream.rangeClosed(0, (int) ((highest - from) / step))
                                .allMatch(i -> compiled.matcher(Long.toString(from + i * step))
                                        .find())) {
                    return new Text("${random.int(" + from + "," + highest + ")}");
                }
            }
            for (long length = Math.min(most, Math.max(least, 2 * USUAL_LENGTH));
                    length >= Math.max(1, least);
                    length--) {
                int size = (int) Math.min(length, 1_000);
                String twice = ALPHABET.repeat(2 + size / ALPHABET.length());
                if (length <= 1_000
                        && IntStream.range(0, ALPHABET.length())
                                .allMatch(i -> compiled.matcher(twice.substring(i, i + size))
                                        .find())) {
                    return new Text("${random.text(" + length + ")}");
                }
            }
        } catch (PatternSyntaxException e) {
            // Not every expression of ECMAScript is one of Java.
            return Text.missing("a text that matches " + pattern);
        }
        return Text.missing("a text that matches " + pattern);
    }

    private Node resolved(Node node) {
        return get(node, "$ref") == null ? node : target(node);
    }

    /** Where a reference leads at last. */
    private Node target(Node reference) {
        Set<String> seen = new LinkedHashSet<>();
        Node at = reference;
        while (get(at, "$ref") != null) {
            Node place = get(at, "$ref");
            String pointer = string(place);
            if (!pointer.startsWith("#")) {
                throw problem(
                        place,
                        "'$ref: " + pointer + "' leads out of the document: bundle the documents into one first");
            }
            if (!seen.add(pointer)) {
                throw problem(place, "'$ref: " + pointer + "' leads back to itself");
            }
            Node found = root;
            for (String step : pointer.substring(1).split("/", -1)) {
                String key = URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8)
                        .replace("~1", "/")
                        .replace("~0", "~");
                if (step.isEmpty() && found == root) {
                    continue;
                }
                found = found instanceof SequenceNode list
                                && key.matches("[0-9]{1,6}")
                                && Integer.parseInt(key) < list.getValue().size()
                        ? list.getValue().get(Integer.parseInt(key))
                        : get(found, key);
            }
            if (found == null) {
                throw problem(place, "'$ref: " + pointer + "' leads to nothing in this document");
            }
            at = found;
        }
        return at;
    }

    private static Node allOf(List<Node> schemas) {
        Node key = new ScalarNode(Tag.STR, "allOf", ScalarStyle.PLAIN);
        Node all = new SequenceNode(Tag.SEQ, schemas, FlowStyle.FLOW);
        return new MappingNode(Tag.MAP, List.of(new NodeTuple(key, all)), FlowStyle.FLOW);
    }

    /** The value of a key; null when there is none. */
    private static Node get(Node mapping, String key) {
        for (NodeTuple entry : entries(mapping)) {
            if (string(entry.getKeyNode()).equals(key)) {
                return entry.getValueNode();
            }
        }
        return null;
    }

    private static List<NodeTuple> entries(Node node) {
        return node instanceof MappingNode mapping ? mapping.getValue() : List.of();
    }

    private static List<Node> elements(Node node) {
        return node instanceof SequenceNode sequence ? sequence.getValue() : List.of();
    }

    /** The text of a scalar; empty for anything else. */
    private static String string(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    private IllegalArgumentException problem(Node node, String text) {
        return problem(file, node.getStartMark(), text);
    }

    private static IllegalArgumentException problem(String file, Optional<Mark> mark, String text) {
        return new IllegalArgumentException(
                file + ":" + (mark.map(Mark::getLine).orElse(0) + 1) + ":"
                        + (mark.map(Mark::getColumn).orElse(0) + 1) + ": " + text);
    }
}
