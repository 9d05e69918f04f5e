package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.text.Suggestion;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What can stand between <code>${</code> and <code>}</code>: the functions, and the variables and columns that a
 * workload declares. Nothing else is executed. Not thread-safe.
 */
final class Functions {

    private static final int LONGEST_TEXT = 1_000_000;
    private static final long MOST_RANKS = 1_000_000_000_000L;
    private static final int MOST_CHOICES = 10_000;
    private static final BigDecimal LARGEST = BigDecimal.valueOf(1_000_000_000);
    static final List<String> NAMES = List.of(
            "random.int",
            "random.text",
            "random.choice",
            "random.zipf",
            "random.normal",
            "uuid",
            "index",
            "worker",
            "worker.iteration",
            "time.iso",
            "env.NAME",
            "data.NAME.COLUMN");

    private static final Map<String, Value> SIMPLE = Map.of(
            "uuid", Value.Simple.UUID,
            "index", Value.Simple.INDEX,
            "worker", Value.Simple.WORKER,
            "worker.iteration", Value.Simple.WORKER_ITERATION,
            "time.iso", Value.Simple.TIME);

    private final Function<String, String> environment;
    private final Map<String, Template> variables = new LinkedHashMap<>();
    private final List<String> extracted = new ArrayList<>();
    private boolean inVariable;
    private boolean usesWorkerIteration;
    private final Map<String, DataFile> data = new LinkedHashMap<>();
    private final Set<String> unusable = new LinkedHashSet<>();
    private final Map<String, String> environmentUsed = new LinkedHashMap<>();
    private final PlanFiles files;
    private final Set<Path> filesUsed = new LinkedHashSet<>();
    private final Set<DataFile> used = new LinkedHashSet<>();

    /** @param environment returns null for a variable that is not set */
    Functions(Function<String, String> environment) {
        this(environment, PlanFiles.ON_DISK);
    }

    /** @param files where the content of files comes from */
    Functions(Function<String, String> environment, PlanFiles files) {
        this.environment = environment;
        this.files = files;
    }

    /** Opens a file with data. */
    DataFile open(Path file, DataOrder order) {
        filesUsed.add(file);
        return DataFile.open(file, order, files);
    }

    /** @throws IllegalArgumentException with a user-facing message when the file cannot be read */
    byte[] contentOf(Path file) {
        filesUsed.add(file);
        try {
            return files.read(file);
        } catch (IOException e) {
            throw PlanFiles.unreadable(file, "name the file with the body", e);
        }
    }

    /** The files that were read. */
    Set<Path> files() {
        return filesUsed;
    }

    /** Declares a variable for the templates that follow. */
    void variable(String name, String source) {
        requireName(name, "variable");
        if (SIMPLE.containsKey(name)) {
            throw new IllegalArgumentException("'" + name + "' is a function: give the variable another name");
        }
        if (variables.containsKey(name)) {
            throw new IllegalArgumentException("The variable '" + name + "' is there twice: give one another name");
        }
        if (extracted.contains(name)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is the name of a value that an operation extracts: give the variable another name");
        }
        inVariable = true;
        try {
            variables.put(
                    name,
                    new Template.Compiler()
                            .text(Template.Part.parse(source, this), Escape.NONE, Escape.NONE, Escape.NONE)
                            .build());
        } finally {
            inVariable = false;
        }
    }

    /** Declares a value that an operation takes from its response; several operations may take the same one. */
    void extracted(String name) {
        requireName(name, "value");
        if (SIMPLE.containsKey(name) || variables.containsKey(name)) {
            throw new IllegalArgumentException("'" + name + "' is a "
                    + (SIMPLE.containsKey(name) ? "function" : "variable") + ": give what is extracted another name");
        }
        if (!extracted.contains(name)) {
            extracted.add(name);
        }
    }

    /** The names of the values that operations take from responses; a value's number is its index. */
    List<String> extracted() {
        return List.copyOf(extracted);
    }

    /** Whether a value has asked for the worker's iterations. */
    boolean usesWorkerIteration() {
        return usesWorkerIteration;
    }

    /** Declares a data file for the templates that follow. */
    void data(String name, DataFile file) {
        requireName(name, "data");
        if (data.putIfAbsent(name, file) != null) {
            throw new IllegalArgumentException("The data '" + name + "' is there twice: give one another name");
        }
    }

    /** Accepts a declaration that has a problem of its own, so that its uses are no further problems. */
    void unusable(String name) {
        unusable.add(name);
    }

    private static void requireName(String name, String what) {
        if (!name.matches("[A-Za-z][A-Za-z0-9_-]*")) {
            throw new IllegalArgumentException("'" + name + "' is not a name of a " + what
                    + ": begin with a letter, and use letters, digits, '_' and '-'");
        }
    }

    List<Template> variables() {
        return List.copyOf(variables.values());
    }

    List<DataFile> data() {
        return List.copyOf(data.values());
    }

    /** Those that a value of this has asked for. */
    Set<DataFile> used() {
        return used;
    }

    /** The environment variables that were asked for, with their values. */
    Map<String, String> environment() {
        return environmentUsed;
    }

    /**
     * The value that an expression stands for.
     *
     * @throws IllegalArgumentException with a user-facing message when it is none
     */
    Value value(String expression) {
        int open = expression.indexOf('(');
        String name = (open < 0 ? expression : expression.substring(0, open)).strip();
        if (unusable.contains(name)) {
            return new Value.Constant(new byte[0]);
        }
        if (open < 0) {
            return withoutArguments(name);
        }
        if (!expression.endsWith(")")) {
            throw new IllegalArgumentException("'" + expression + "' does not end with ')': close it");
        }
        List<String> arguments = Arrays.stream(
                        expression.substring(open + 1, expression.length() - 1).split(",", -1))
                .map(String::strip)
                .toList();
        return switch (name) {
            case "random.int" -> randomInt(arguments);
            case "random.text" -> randomText(arguments);
            case "random.choice" -> randomChoice(arguments);
            case "random.zipf" -> randomZipf(arguments);
            case "random.normal" -> randomNormal(arguments);
            default ->
                throw SIMPLE.containsKey(name) || variables.containsKey(name)
                        ? new IllegalArgumentException("'" + name + "' takes no arguments: write ${" + name + "}")
                        : unknown(name);
        };
    }

    private Value withoutArguments(String name) {
        if (SIMPLE.containsKey(name)) {
            usesWorkerIteration |= SIMPLE.get(name) == Value.Simple.WORKER_ITERATION;
            return SIMPLE.get(name);
        }
        if (extracted.contains(name)) {
            if (inVariable) {
                throw new IllegalArgumentException("'" + name + "' is taken from a response during an iteration: use it"
                        + " in an operation, not in a variable");
            }
            return new Value.Extracted(extracted.indexOf(name), name);
        }
        if (name.startsWith("env.")) {
            return environmentValue(name.substring("env.".length()));
        }
        if (name.startsWith("data.")) {
            return cell(name.substring("data.".length()));
        }
        if (variables.containsKey(name)) {
            return variable(name);
        }
        throw unknown(name);
    }

    private Value variable(String name) {
        Template template = variables.get(name);
        return template.varies()
                ? new Value.Variable(List.copyOf(variables.keySet()).indexOf(name), template.number())
                : new Value.Constant(template.constant());
    }

    private IllegalArgumentException unknown(String name) {
        if (ImportedWorkload.MISSING.equals("${" + name + "}")) {
            return new IllegalArgumentException(
                    "A value is still to be filled in: write one, or a function such as ${random.int(1,5000)}");
        }
        if (NAMES.contains(name)) {
            return new IllegalArgumentException(example(name));
        }
        List<String> all = new ArrayList<>(NAMES);
        all.addAll(variables.keySet());
        all.addAll(extracted);
        return new IllegalArgumentException(
                "'" + name + "' is not a function or variable" + Suggestion.remedy(name, all));
    }

    private static String example(String function) {
        return switch (function) {
            case "random.int" ->
                "random.int takes two whole numbers, the lowest and the highest: ${random.int(1,5000)}";
            case "random.text" -> "random.text takes a length from 1 to " + LONGEST_TEXT + ": ${random.text(256)}";
            case "random.choice" -> "random.choice takes at least one text: ${random.choice(red,green)}";
            case "random.zipf" ->
                "random.zipf takes how many ranks there are, from 1 to " + MOST_RANKS
                        + ", and an exponent above 0 and up to 10: ${random.zipf(1000,1.1)}";
            case "random.normal" ->
                "random.normal takes a mean and a standard deviation of at most " + LARGEST.toPlainString()
                        + ", with up to " + Value.RandomNormal.MOST_DECIMALS + " decimals: ${random.normal(50,12.5)}";
            default -> "'" + function + "' is to have names in it: ${env.API_KEY}, ${data.users.email}";
        };
    }

    private static Value randomInt(List<String> arguments) {
        Optional<Long> lowest = whole(arguments.get(0));
        Optional<Long> highest = whole(arguments.get(arguments.size() - 1));
        if (arguments.size() != 2 || lowest.isEmpty() || highest.isEmpty()) {
            throw new IllegalArgumentException(example("random.int"));
        }
        if (lowest.get() > highest.get()) {
            throw new IllegalArgumentException("random.int has " + lowest.get() + " as lowest and " + highest.get()
                    + " as highest number: write ${random.int(" + highest.get() + "," + lowest.get() + ")}");
        }
        return new Value.RandomInt(lowest.get(), highest.get());
    }

    private static Value randomText(List<String> arguments) {
        Optional<Long> length = whole(arguments.get(0)).filter(number -> number >= 1 && number <= LONGEST_TEXT);
        if (arguments.size() != 1 || length.isEmpty()) {
            throw new IllegalArgumentException(example("random.text"));
        }
        return new Value.RandomText(length.get().intValue());
    }

    private static Value randomChoice(List<String> arguments) {
        if (arguments.equals(List.of("")) || arguments.size() > MOST_CHOICES) {
            throw new IllegalArgumentException(example("random.choice"));
        }
        return new Value.RandomChoice(
                arguments.stream().map(text -> text.getBytes(UTF_8)).toList());
    }

    private static Value randomZipf(List<String> arguments) {
        Optional<Long> ranks = whole(arguments.get(0)).filter(number -> number >= 1 && number <= MOST_RANKS);
        Optional<BigDecimal> exponent = number(arguments.get(arguments.size() - 1))
                .filter(number -> number.signum() > 0 && number.compareTo(BigDecimal.TEN) <= 0);
        if (arguments.size() != 2 || ranks.isEmpty() || exponent.isEmpty()) {
            throw new IllegalArgumentException(example("random.zipf"));
        }
        return new Value.RandomZipf(ranks.get(), exponent.get().doubleValue());
    }

    private static Value randomNormal(List<String> arguments) {
        Optional<BigDecimal> mean = number(arguments.get(0)).filter(Functions::isSmall);
        Optional<BigDecimal> deviation =
                number(arguments.get(arguments.size() - 1)).filter(number -> number.signum() >= 0 && isSmall(number));
        if (arguments.size() != 2 || mean.isEmpty() || deviation.isEmpty()) {
            throw new IllegalArgumentException(example("random.normal"));
        }
        return Value.RandomNormal.of(mean.get(), deviation.get());
    }

    private static boolean isSmall(BigDecimal number) {
        return number.abs().compareTo(LARGEST) <= 0 && number.scale() <= Value.RandomNormal.MOST_DECIMALS;
    }

    private static Optional<Long> whole(String text) {
        try {
            return Optional.of(Long.valueOf(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<BigDecimal> number(String text) {
        return text.matches("-?\\d{1,18}(\\.\\d{1,18})?") ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    private Value environmentValue(String name) {
        String value = name.isEmpty() ? null : environment.apply(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    "The environment variable '" + name + "' is not set: set it before the command");
        }
        environmentUsed.put(name, value);
        return new Value.Constant(value.getBytes(UTF_8));
    }

    private Value cell(String nameAndColumn) {
        int dot = nameAndColumn.indexOf('.');
        String name = dot < 0 ? nameAndColumn : nameAndColumn.substring(0, dot);
        if (unusable.contains("data." + name)) {
            return new Value.Constant(new byte[0]);
        }
        DataFile file = data.get(name);
        if (file == null) {
            throw new IllegalArgumentException("There is no data '" + name + "'"
                    + (data.isEmpty() ? ": declare it under 'data'" : Suggestion.remedy(name, data.keySet())));
        }
        String column = dot < 0 ? "" : nameAndColumn.substring(dot + 1);
        int number = file.columns().indexOf(column);
        if (number < 0) {
            throw new IllegalArgumentException("The data '" + name + "' has no column '" + column + "'"
                    + Suggestion.remedy(column, file.columns()));
        }
        used.add(file);
        return new Value.Cell(List.copyOf(data.keySet()).indexOf(name), number);
    }
}
