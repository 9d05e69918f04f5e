package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.workload.IndexedRandom;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.RequestGenerator;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.WordPool;
import io.github.swipestorm.client.workload.Workload;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Weighted operations of any HTTP API, or of any protocol over plain TCP, or scenarios made of them, with values that vary, as a
 * workload file describes them:
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
 * number and the time are not. In a workload with scenarios, the same holds for an iteration, except for what it takes from
 * responses. Immutable and thread-safe.
 */
public final class HttpWorkload implements Workload {

    /** The most operations of a workload. */
    public static final int MOST_OPERATIONS = 1_000;

    private final String name;
    private final Optional<String> source;
    private final List<OperationBuilder.Compiled> operations;
    private final List<Program> programs;
    private final List<Role> roles;
    private final Optional<Program> beforeRun;
    private final Optional<Program> afterRun;
    private final int values;
    private final int total;
    private final int[] weights;
    private final List<Template> variables;
    private final List<DataFile> data;
    private final OptionalLong mostRequests;
    private final Map<String, String> environment;
    private final List<Path> files;
    private final Map<String, Object> definition;

    private HttpWorkload(Builder builder) {
        name = builder.name;
        source = Optional.ofNullable(builder.source);
        List<OperationBuilder.Compiled> all = new ArrayList<>();
        Map<OperationBuilder, OperationBuilder.Compiled> compiled = new IdentityHashMap<>();
        Map<OperationBuilder, OperationBuilder.Compiled> redirects = new IdentityHashMap<>();
        for (OperationBuilder operation : builder.operations) {
            all.add(builder.compile(operation, all.size()));
            compiled.put(operation, all.get(all.size() - 1));
        }
        for (OperationBuilder operation : builder.operations) {
            if (compiled.get(operation).followsRedirects()) {
                all.add(compiled.get(operation).redirected(all.size()));
                redirects.put(operation, all.get(all.size() - 1));
            }
        }
        operations = List.copyOf(all);
        Program.Linker linker = new Program.Linker(compiled, redirects, builder.functions.extracted()::indexOf);
        programs = builder.scenarios.stream().map(linker::scenario).toList();
        roles = builder.scenarios.stream()
                .flatMap(scenario ->
                        scenario.workers().map(workers -> new Role(scenario.name(), workers, scenario.rate())).stream())
                .toList();
        beforeRun = Optional.ofNullable(builder.beforeRun).map(steps -> linker.once("beforeRun", steps));
        afterRun = Optional.ofNullable(builder.afterRun).map(steps -> linker.once("afterRun", steps));
        values = builder.functions.extracted().size();
        weights = builder.weights();
        total = IntStream.of(weights).sum();
        variables = builder.functions.variables();
        data = builder.functions.data();
        mostRequests = builder.functions.used().stream()
                .filter(file -> file.order() == DataOrder.ONCE)
                .mapToLong(DataFile::rows)
                .min();
        environment = Map.copyOf(builder.functions.environment());
        files = List.copyOf(builder.functions.files());
        definition = builder.definition();
    }

    /** The same workload with other roles. */
    private HttpWorkload(HttpWorkload other, List<Role> roles, Map<String, Object> definition) {
        this.roles = roles;
        this.definition = definition;
        name = other.name;
        source = other.source;
        operations = other.operations;
        programs = other.programs;
        beforeRun = other.beforeRun;
        afterRun = other.afterRun;
        values = other.values;
        total = other.total;
        weights = other.weights;
        variables = other.variables;
        data = other.data;
        mostRequests = other.mostRequests;
        environment = other.environment;
        files = other.files;
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
        return programs.isEmpty() ? weightShares() : List.of();
    }

    /** The share of each scenario in the iterations; empty where scenarios have workers of their own. */
    List<Double> scenarioShares() {
        return programs.isEmpty() || !roles.isEmpty() ? List.of() : weightShares();
    }

    private List<Double> weightShares() {
        List<Double> shares = new ArrayList<>();
        for (int weight : weights) {
            shares.add((double) weight / total);
        }
        return shares;
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
        for (String secret : environment.values()) {
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

    /** The environment variables that it uses, with their values: secrets. */
    public Map<String, String> environment() {
        return environment;
    }

    /** The files that it uses, by their absolute paths. */
    public List<Path> files() {
        return files;
    }

    @Override
    public Requests requests(long seed) {
        return requests(seed, InstantSource.system());
    }

    Requests requests(long seed, InstantSource clock) {
        WordPool words = words(seed);
        return programs.isEmpty()
                ? () -> new Generator(draw(seed, words, clock))
                : () -> new FirstRequests(this, draw(seed, words, clock), seed);
    }

    @Override
    public Optional<Iterations> iterations(long seed, Target target) {
        return iterations(seed, target, InstantSource.system());
    }

    /**
     * The iterations of a seed against a server that gives every request the same response, as in a calibration: what a step takes
     * from a response is looked for there, and is a fixed text where the response does not have it. Nothing is done before and
     * after the run. Empty for a workload without scenarios.
     *
     * @param target that requests are sent to
     */
    public Optional<Iterations> calibrationIterations(long seed, Target target) {
        return programs.isEmpty()
                ? Optional.empty()
                : Optional.of(ScenarioIterations.substituting(this, seed, InstantSource.system(), target));
    }

    Optional<Iterations> iterations(long seed, Target target, InstantSource clock) {
        return programs.isEmpty() ? Optional.empty() : Optional.of(new ScenarioIterations(this, seed, clock, target));
    }

    static WordPool words(long seed) {
        return new WordPool(seed, Value.RandomText.ALPHABET);
    }

    Draw draw(long seed, WordPool words, InstantSource clock) {
        return new Draw(seed, words, clock, variables, data);
    }

    /** Its scenarios; empty for a workload that is a mix of single requests. */
    List<Program> programs() {
        return programs;
    }

    /** Its scenarios that have workers of their own. */
    @Override
    public List<Role> roles() {
        return roles;
    }

    /**
     * The same with other numbers of workers.
     *
     * @param workers by the names of roles, each at least 1; the other roles keep theirs
     * @throws IllegalArgumentException with a user-facing message when there is no such role, or the number is invalid
     */
    public HttpWorkload withWorkers(Map<String, Integer> workers) {
        List<String> names = roles.stream().map(Role::scenario).toList();
        for (String role : workers.keySet()) {
            if (!names.contains(role)) {
                throw new IllegalArgumentException("the workload '" + name + "' has no role '" + role + "'"
                        + (names.isEmpty() ? ": give its scenarios 'workers'" : ", but " + String.join(", ", names)));
            }
        }
        List<Role> changed = roles.stream()
                .map(role ->
                        new Role(role.scenario(), workers.getOrDefault(role.scenario(), role.workers()), role.rate()))
                .toList();
        ObjectNode json = JsonMapper.shared().valueToTree(definition);
        for (int i = 0; i < changed.size(); i++) {
            ((ObjectNode) json.path("scenarios").get(i))
                    .put("workers", changed.get(i).workers());
        }
        return new HttpWorkload(this, changed, JsonMapper.shared().convertValue(json, new TypeReference<>() {}));
    }

    Optional<Program> beforeRun() {
        return beforeRun;
    }

    Optional<Program> afterRun() {
        return afterRun;
    }

    /** How many different values its steps take from responses. */
    int values() {
        return values;
    }

    /** Draws an operation or scenario by the weights. */
    int choice(IndexedRandom random) {
        if (weights.length == 1) {
            return 0;
        }
        int ticket = random.below(total);
        int chosen = 0;
        while (ticket >= weights[chosen]) {
            ticket -= weights[chosen++];
        }
        return chosen;
    }

    /**
     * A scenario of the workload.
     *
     * @param share in the iterations, 0 to 1
     * @param role empty for a scenario that any worker executes
     * @param mostRequests of an iteration, redirects included
     */
    public record ScenarioShare(String name, double share, Optional<Role> role, int mostRequests) {}

    /** Its scenarios; empty for a workload that is a mix of single requests. */
    public List<ScenarioShare> scenarios() {
        List<ScenarioShare> scenarios = new ArrayList<>();
        for (int i = 0; i < programs.size(); i++) {
            scenarios.add(new ScenarioShare(
                    programs.get(i).name,
                    (double) weights[i] / total,
                    roles.isEmpty() ? Optional.empty() : Optional.of(roles.get(i)),
                    programs.get(i).requests));
        }
        return scenarios;
    }

    /**
     * A line of what an iteration does.
     *
     * @param depth how deeply the step is nested, from 0
     * @param text what the step is
     * @param request what it sends; empty for a step that is no request. A value that only a response can give stands in it as
     *     <code>${NAME}</code>
     */
    public record PlannedStep(int depth, String text, Optional<Request> request) {}

    /**
     * What an iteration of a workload with scenarios does, its conditions and the steps before a worker's first iteration included;
     * nothing is sent. The first line names the scenario.
     *
     * @throws IllegalStateException when the workload has no scenarios
     */
    public List<PlannedStep> planned(long seed, long iteration) {
        if (programs.isEmpty()) {
            throw new IllegalStateException("'" + name + "' has no scenarios");
        }
        return new FirstRequests(this, draw(seed, words(seed), InstantSource.system()), seed).planned(iteration);
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

    /** Composes one request of the mix after the other. */
    private final class Generator extends Composer implements RequestGenerator {

        private final OperationBuilder.Compiled[] compiled = operations.toArray(OperationBuilder.Compiled[]::new);

        private Generator(Draw draw) {
            super(draw);
        }

        @Override
        public void compose(long index, int worker) {
            draw.startAt(index, worker);
            put(compiled[choice(draw.random)]);
        }
    }

    /**
     * Builds a workload with the words of workload files. The base path, how answers end, variables and data are set
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
        private Framing answer;
        /** The words in use that only HTTP has. */
        private final Set<String> httpDefaults = new LinkedHashSet<>();

        private Functions functions = new Functions(System::getenv);
        private final List<OperationBuilder.Field> headers = new ArrayList<>();
        private final List<OperationBuilder> operations = new ArrayList<>();
        private final Set<String> names = new TreeSet<>();
        private final List<ScenarioBuilder> scenarios = new ArrayList<>();
        private List<Step> beforeRun;
        private List<Step> afterRun;
        private Set<String> valuesBeforeRun = Set.of();
        private boolean missesOperations;
        private boolean missesValues;
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
            return from(variables, PlanFiles.ON_DISK);
        }

        Builder from(Function<String, String> variables, PlanFiles files) {
            functions = new Functions(variables, files);
            return this;
        }

        /** A path before each operation's path. */
        public Builder basePath(String text) {
            OperationBuilder.requirePath(text);
            Template.Part.parse(text, functions);
            basePath = text.replaceFirst("/+$", "");
            httpDefaults.add("basePath");
            return this;
        }

        /** A header of every operation that does not set it itself. */
        public Builder header(String header, String text) {
            headers.add(OperationBuilder.Field.header(header, text, functions));
            httpDefaults.add("headers");
            return this;
        }

        /** How answers over plain TCP end to operations that do not say so themselves. */
        public Builder answer(Framing framing) {
            answer = framing;
            return this;
        }

        /** The statuses of ok responses of operations that do not say so themselves; {@code 2xx} by default. */
        public Builder expectStatus(String statuses) {
            expected = StatusSet.parse(statuses);
            httpDefaults.add("expectStatus");
            return this;
        }

        /**
         * A named value, which has one value in all places of a request, and in all requests of an iteration of a scenario.
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
            functions.data(dataName, functions.open(absolute, order));
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
            operation.requireOneProtocol(answer);
            String operationName = operation.named(basePath);
            if (!names.add(operationName)) {
                throw new IllegalArgumentException(
                        "Two operations are called '" + operationName + "': give one of them another 'name'");
            }
            operations.add(operation);
            return this;
        }

        /**
         * A scenario; the argument describes it. Operations that its steps name are described before. With scenarios, operations have no
         * weights.
         */
        public Builder scenario(Consumer<ScenarioBuilder> description) {
            ScenarioBuilder scenario = newScenario();
            description.accept(scenario);
            return add(scenario);
        }

        ScenarioBuilder newScenario() {
            return new ScenarioBuilder(this, valuesBeforeRun);
        }

        Builder add(ScenarioBuilder scenario) {
            scenario.check();
            if (scenarios.stream().anyMatch(other -> other.name().equals(scenario.name()))) {
                throw new IllegalArgumentException(
                        "Two scenarios are called '" + scenario.name() + "': give one of them another 'name'");
            }
            scenarios.add(scenario);
            return this;
        }

        /**
         * Steps that are done once before the run, and not measured. The values that they take from responses are those of all users.
         * Described before the scenarios.
         */
        public Builder beforeRun(Consumer<StepsBuilder> description) {
            if (!scenarios.isEmpty()) {
                throw new IllegalArgumentException(
                        "'beforeRun' is described before the scenarios, which use its values");
            }
            StepsBuilder steps = new StepsBuilder(this, Optional.empty(), Set.of());
            description.accept(steps);
            beforeRun = steps.steps();
            valuesBeforeRun = steps.values();
            return this;
        }

        /** Steps that are done once after the run, and not measured; they can use the values of {@link #beforeRun}. */
        public Builder afterRun(Consumer<StepsBuilder> description) {
            StepsBuilder steps = new StepsBuilder(this, Optional.empty(), valuesBeforeRun);
            description.accept(steps);
            afterRun = steps.steps();
            return this;
        }

        /** An operation is wrong and left out: that steps name it is no further problem, nor is that they use its values. */
        void missesOperation() {
            missesOperations = true;
            missesValues = true;
        }

        boolean missesOperations() {
            return missesOperations;
        }

        /** A step is wrong and left out: that others use its values is no further problem. */
        void missesStep() {
            missesValues = true;
        }

        boolean missesValues() {
            return missesValues;
        }

        /** The operation with a name; null when there is none. */
        OperationBuilder operationNamed(String operationName) {
            return operations.stream()
                    .filter(operation -> nameOf(operation).equals(operationName))
                    .findFirst()
                    .orElse(null);
        }

        String nameOf(OperationBuilder operation) {
            return operation.named(basePath);
        }

        List<String> operationNames() {
            return operations.stream().map(this::nameOf).toList();
        }

        /** The names of the values of responses that an operation's requests use. */
        Set<String> usedBy(OperationBuilder operation) {
            return missesValues ? Set.of() : compile(operation, 0).uses();
        }

        private OperationBuilder.Compiled compile(OperationBuilder operation, int id) {
            boolean cookies = scenarios.stream().anyMatch(scenario -> scenario.cookies() != CookieMode.OFF);
            return operation.compile(id, basePath, headers, expected, answer, cookies);
        }

        private int[] weights() {
            return scenarios.isEmpty()
                    ? operations.stream().mapToInt(OperationBuilder::weight).toArray()
                    : scenarios.stream().mapToInt(ScenarioBuilder::weight).toArray();
        }

        /** The workload. */
        public HttpWorkload build() {
            if (operations.isEmpty() || operations.size() > MOST_OPERATIONS) {
                throw new IllegalArgumentException(
                        "A workload has 1 to " + MOST_OPERATIONS + " operations, not " + operations.size());
            }
            requireOneProtocol();
            if (scenarios.isEmpty()) {
                requireNoneOfScenarios();
            } else {
                checkScenarios();
            }
            long total = IntStream.of(weights()).asLongStream().sum();
            if (total == 0 || total > HIGHEST_TOTAL) {
                throw new IllegalArgumentException(
                        total == 0
                                ? "All weights are 0, so nothing would be sent: give "
                                        + (scenarios.isEmpty() ? "an operation" : "a scenario") + " a higher one"
                                : "The weights add up to " + total + ": use smaller ones, up to " + HIGHEST_TOTAL
                                        + " together");
            }
            return new HttpWorkload(this);
        }

        private void requireOneProtocol() {
            boolean overTcp = operations.get(0).overTcp();
            for (OperationBuilder operation : operations) {
                if (operation.overTcp() != overTcp) {
                    throw new IllegalArgumentException("'" + nameOf(operations.get(0)) + "' is for "
                            + (overTcp ? "plain TCP" : "HTTP") + " and '" + nameOf(operation) + "' for "
                            + (overTcp ? "HTTP" : "plain TCP") + ": make two workloads of them");
                }
            }
            if (!overTcp && answer != null) {
                throw new IllegalArgumentException(
                        "'answer' in 'defaults' is for operations with 'send': leave it out");
            }
            if (overTcp && !httpDefaults.isEmpty()) {
                throw new IllegalArgumentException("'" + httpDefaults.iterator().next()
                        + "' in 'defaults' is for HTTP, and the operations are for plain TCP: leave it out");
            }
            if (overTcp && scenarios.stream().anyMatch(scenario -> scenario.cookies() != CookieMode.OFF)) {
                throw new IllegalArgumentException(
                        "'cookies' are for HTTP, and the operations are for plain TCP: leave them out");
            }
        }

        private void requireNoneOfScenarios() {
            for (OperationBuilder operation : operations) {
                operation.onlyInScenarios().ifPresent(word -> {
                    throw new IllegalArgumentException("'" + nameOf(operation) + "' has '" + word
                            + "', which only steps of scenarios can use: add 'scenarios', or leave it out");
                });
            }
            if (beforeRun != null || afterRun != null) {
                throw new IllegalArgumentException("'" + (beforeRun != null ? "beforeRun" : "afterRun")
                        + "' is for a workload with 'scenarios': add them, or leave it out");
            }
            if (functions.usesWorkerIteration()) {
                throw new IllegalArgumentException(
                        "${worker.iteration} is for a workload with 'scenarios': add them, or use ${index}");
            }
        }

        private void checkScenarios() {
            if (scenarios.size() > MOST_OPERATIONS) {
                throw new IllegalArgumentException(
                        "A workload has 1 to " + MOST_OPERATIONS + " scenarios, not " + scenarios.size());
            }
            for (OperationBuilder operation : operations) {
                if (operation.weighted()) {
                    throw new IllegalArgumentException(
                            "'" + nameOf(operation) + "' has a 'weight', but with 'scenarios'"
                                    + " it is the scenarios that have weights: leave it out, or make it a scenario of one step");
                }
            }
            long roles = scenarios.stream()
                    .filter(scenario -> scenario.workers().isPresent())
                    .count();
            if (roles > 0 && roles < scenarios.size()) {
                String without = scenarios.stream()
                        .filter(scenario -> scenario.workers().isEmpty())
                        .map(ScenarioBuilder::name)
                        .findFirst()
                        .orElseThrow();
                throw new IllegalArgumentException("Some scenarios have 'workers' of their own, and '" + without
                        + "' has none: give each one 'workers', or each one a 'weight'");
            }
            boolean cookies = scenarios.stream().anyMatch(scenario -> scenario.cookies() != CookieMode.OFF);
            for (OperationBuilder operation : operations) {
                if (cookies && operation.hasHeader("Cookie", headers)) {
                    throw new IllegalArgumentException(
                            "'" + nameOf(operation) + "' has a header 'Cookie', and a scenario"
                                    + " keeps cookies, which sets it: leave one of them out");
                }
            }
        }

        private Map<String, Object> definition() {
            ObjectNode json = JsonMapper.shared().createObjectNode();
            json.put("name", name);
            ObjectNode defaults = json.putObject("defaults");
            if (!basePath.isEmpty()) {
                defaults.put("basePath", OperationBuilder.withoutSecret(basePath));
            }
            OperationBuilder.write(headers, "headers", defaults);
            if (operations.get(0).overTcp()) {
                if (answer != null) {
                    TcpMessage.write("answer", answer, defaults);
                }
            } else {
                defaults.put("expectStatus", expected.toString());
            }
            if (!data.isEmpty()) {
                json.set("data", data);
            }
            if (!variables.isEmpty()) {
                json.set("variables", variables);
            }
            operations.forEach(operation -> operation.writeTo(
                    scenarios.isEmpty(), json.withArray("operations").addObject()));
            if (beforeRun != null) {
                Step.write(beforeRun, json.putArray("beforeRun"));
            }
            scenarios.forEach(
                    scenario -> scenario.writeTo(json.withArray("scenarios").addObject()));
            if (afterRun != null) {
                Step.write(afterRun, json.putArray("afterRun"));
            }
            return JsonMapper.shared().convertValue(json, new TypeReference<>() {});
        }
    }
}
