package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.workload.RequestGenerator;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.WordPool;
import io.github.swipestorm.client.workload.Workload;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Weighted operations of any HTTP API, with values that vary, as a workload file describes them:
 *
 * <pre>{@code
 * HttpWorkload.builder("albums")
 *         .operation(list -> list.name("list albums").weight(2).path("/albums"))
 *         .operation(one -> one.name("get album").path("/albums/${random.int(1,1000)}"))
 *         .operation(add -> add.name("add album").path("/albums").json("{\"title\":\"${random.text(20)}\"}"))
 *         .build()
 * }</pre>
 *
 * The operation and the values of a request are exact functions of the run's seed and the request's index; only the worker's
 * number and the time are not. Immutable and thread-safe.
 */
public final class HttpWorkload implements Workload {

    /** The most operations of a workload. */
    public static final int MOST_OPERATIONS = 1_000;

    private final String name;
    private final Optional<String> source;
    private final List<OperationBuilder.Compiled> operations;
    private final int[] weights;
    private final List<Template> variables;
    private final List<DataFile> data;
    private final OptionalLong mostRequests;
    private final List<String> secrets;
    private final Map<String, Object> definition;

    private HttpWorkload(Builder builder) {
        name = builder.name;
        source = Optional.ofNullable(builder.source);
        List<OperationBuilder.Compiled> all = new ArrayList<>();
        for (OperationBuilder operation : builder.operations) {
            all.add(operation.compile(all.size(), builder.basePath, builder.headers, builder.expected));
        }
        operations = List.copyOf(all);
        weights = builder.operations.stream().mapToInt(OperationBuilder::weight).toArray();
        variables = builder.functions.variables();
        data = builder.functions.data();
        mostRequests = builder.functions.used().stream()
                .filter(file -> file.order() == DataOrder.ONCE)
                .mapToLong(DataFile::rows)
                .min();
        secrets = builder.functions.secrets();
        definition = builder.definition();
    }

    /**
     * A builder of a workload.
     *
     * @param name lower-case letters, digits and dashes, the first one a letter
     */
    public static Builder builder(String name) {
        return new Builder().name(name);
    }

    static Builder builder() {
        return new Builder();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Operation> operations() {
        return operations.stream().map(OperationBuilder.Compiled::operation).toList();
    }

    @Override
    public List<Double> shares() {
        double sum = total();
        List<Double> shares = new ArrayList<>();
        for (int weight : weights) {
            shares.add(weight / sum);
        }
        return shares;
    }

    private int total() {
        int total = 0;
        for (int weight : weights) {
            total += weight;
        }
        return total;
    }

    @Override
    public OptionalLong mostRequests() {
        return mostRequests;
    }

    @Override
    public Optional<String> source() {
        return source;
    }

    /** The values of environment variables that it uses, as they are and escaped. */
    @Override
    public List<String> secrets() {
        Set<String> all = new TreeSet<>();
        for (String secret : secrets) {
            for (Escape escape : Escape.values()) {
                all.add(new String(escape.of(secret.getBytes(UTF_8)), UTF_8));
            }
        }
        return List.copyOf(all);
    }

    /**
     * The definition with the keys of a workload file; as JSON it is one, which {@link WorkloadFile#parse} reads. Values of
     * environment variables are not in it, and secrets are replaced by {@code ***}.
     */
    public Map<String, Object> definition() {
        return definition;
    }

    @Override
    public Requests requests(long seed) {
        return requests(seed, InstantSource.system());
    }

    Requests requests(long seed, InstantSource clock) {
        WordPool words = new WordPool(seed, Value.RandomText.ALPHABET);
        return () -> new Generator(new Draw(seed, words, clock, variables, data));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HttpWorkload workload
                && workload.name.equals(name)
                && workload.definition.equals(definition);
    }

    @Override
    public int hashCode() {
        return definition.hashCode();
    }

    /** Its name. */
    @Override
    public String toString() {
        return name;
    }

    /** Composes each request over the previous one. */
    private final class Generator implements RequestGenerator {

        private final Draw draw;
        private final OperationBuilder.Compiled[] compiled = operations.toArray(OperationBuilder.Compiled[]::new);
        private final int total = total();
        private final Bytes path = new Bytes();
        private final Bytes headers = new Bytes();
        private final Bytes composedBody = new Bytes();
        private Operation operation;
        private byte[] body;
        private int bodyLength;

        private Generator(Draw draw) {
            this.draw = draw;
        }

        @Override
        public void compose(long index, int worker) {
            draw.startAt(index, worker);
            OperationBuilder.Compiled chosen = compiled[choice()];
            operation = chosen.operation();
            path.clear();
            if (chosen.path() != null) {
                chosen.path().put(draw, path);
            }
            headers.clear();
            if (chosen.headers() != null) {
                chosen.headers().put(draw, headers);
            }
            if (chosen.constantBody() != null) {
                body = chosen.constantBody();
                bodyLength = body.length;
            } else {
                composedBody.clear();
                chosen.body().put(draw, composedBody);
                body = composedBody.array;
                bodyLength = composedBody.length;
            }
        }

        private int choice() {
            if (weights.length == 1) {
                return 0;
            }
            int ticket = draw.random.below(total);
            int chosen = 0;
            while (ticket >= weights[chosen]) {
                ticket -= weights[chosen++];
            }
            return chosen;
        }

        @Override
        public Operation operation() {
            return operation;
        }

        @Override
        public byte[] path() {
            return path.array;
        }

        @Override
        public int pathLength() {
            return path.length;
        }

        @Override
        public byte[] headers() {
            return headers.array;
        }

        @Override
        public int headersLength() {
            return headers.length;
        }

        @Override
        public byte[] body() {
            return body;
        }

        @Override
        public int bodyLength() {
            return bodyLength;
        }
    }

    /**
     * Builds a workload with the words of workload files. The base path, variables and data are set
     * before the operations that use them.
     * Each setter changes this builder, returns it, and throws an {@link IllegalArgumentException} with a user-facing message
     * when its value is wrong. Not thread-safe.
     */
    public static final class Builder {

        private static final int HIGHEST_TOTAL = 1 << 24;

        private String name;
        private String source;
        private Path directory = Path.of("");
        private String basePath = "";
        private StatusSet expected = StatusSet.SUCCESSFUL;
        private Functions functions = new Functions(System::getenv);
        private final List<OperationBuilder.Field> headers = new ArrayList<>();
        private final List<OperationBuilder> operations = new ArrayList<>();
        private final Set<String> names = new TreeSet<>();
        private final ObjectNode variables = JsonMapper.shared().createObjectNode();
        private final ObjectNode data = JsonMapper.shared().createObjectNode();

        private Builder() {}

        Builder name(String value) {
            if (!value.matches("[a-z][a-z0-9-]*")) {
                throw new IllegalArgumentException("'" + value + "' is not a workload's name: use lower-case letters, "
                        + "digits and dashes, beginning with a letter");
            }
            name = value;
            return this;
        }

        Builder source(String value) {
            source = value;
            return this;
        }

        Functions functions() {
            return functions;
        }

        /** Where relative files are; the working directory by default. */
        public Builder directory(Path value) {
            directory = value;
            return this;
        }

        /**
         * Where <code>${env.NAME}</code> comes from: the system's environment by default. Before anything else that uses it.
         *
         * @param variables returns the value of a variable, or null
         */
        public Builder environment(Function<String, String> variables) {
            functions = new Functions(variables);
            return this;
        }

        /** A path before each operation's path. */
        public Builder basePath(String text) {
            OperationBuilder.requirePath(text);
            Template.Part.parse(text, functions);
            basePath = text.replaceFirst("/+$", "");
            return this;
        }

        /** A header of every operation that does not set it itself. */
        public Builder header(String header, String text) {
            headers.add(OperationBuilder.Field.header(header, text, functions));
            return this;
        }

        /** The statuses of ok responses of operations that do not say so themselves; {@code 2xx} by default. */
        public Builder expectStatus(String statuses) {
            expected = StatusSet.parse(statuses);
            return this;
        }

        /**
         * A named value, which has one value in all places of a request.
         *
         * @param text may use functions, and variables and data that are declared before
         */
        public Builder variable(String variable, String text) {
            functions.variable(variable, text);
            variables.put(variable, text);
            return this;
        }

        /**
         * A data file, whose columns are used as <code>${data.NAME.COLUMN}</code>.
         *
         * @param file CSV with a header, or JSON lines, in UTF-8; it is read and checked now
         */
        public Builder data(String dataName, Path file, DataOrder order) {
            Path absolute = directory.resolve(file).toAbsolutePath().normalize();
            functions.data(dataName, DataFile.open(absolute, order));
            data.putObject(dataName).put("file", absolute.toString()).put("order", order.toString());
            return this;
        }

        /** An operation; the argument describes it. */
        public Builder operation(Consumer<OperationBuilder> description) {
            OperationBuilder operation = newOperation();
            description.accept(operation);
            return add(operation);
        }

        OperationBuilder newOperation() {
            return new OperationBuilder(functions, directory);
        }

        Builder add(OperationBuilder operation) {
            String operationName = operation.named(basePath);
            if (!names.add(operationName)) {
                throw new IllegalArgumentException(
                        "Two operations are called '" + operationName + "': give one of them another 'name'");
            }
            operations.add(operation);
            return this;
        }

        /** The workload. */
        public HttpWorkload build() {
            if (operations.isEmpty() || operations.size() > MOST_OPERATIONS) {
                throw new IllegalArgumentException(
                        "A workload has 1 to " + MOST_OPERATIONS + " operations, not " + operations.size());
            }
            long total = operations.stream().mapToLong(OperationBuilder::weight).sum();
            if (total == 0 || total > HIGHEST_TOTAL) {
                throw new IllegalArgumentException(
                        total == 0
                                ? "All weights are 0, so nothing would be sent: give an operation a higher one"
                                : "The weights add up to " + total + ": use smaller ones, up to " + HIGHEST_TOTAL
                                        + " together");
            }
            return new HttpWorkload(this);
        }

        private Map<String, Object> definition() {
            ObjectNode json = JsonMapper.shared().createObjectNode();
            json.put("name", name);
            ObjectNode defaults = json.putObject("defaults");
            if (!basePath.isEmpty()) {
                defaults.put("basePath", OperationBuilder.withoutSecret(basePath));
            }
            OperationBuilder.write(headers, "headers", defaults);
            defaults.put("expectStatus", expected.toString());
            if (!data.isEmpty()) {
                json.set("data", data);
            }
            if (!variables.isEmpty()) {
                json.set("variables", variables);
            }
            operations.forEach(
                    operation -> operation.writeTo(json.withArray("operations").addObject()));
            return JsonMapper.shared().convertValue(json, new TypeReference<>() {});
        }
    }
}
