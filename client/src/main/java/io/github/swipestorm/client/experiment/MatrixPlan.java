package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.setting.SettingNames;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.WorkloadFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Every combination of the values that a YAML file lists for each of its keys. A value alone is a list of one. Immutable.
 *
 * <pre>{@code
 * threads: [50, 200]
 * transport: [classic, nio]
 * keepAlive: [true, false]
 * duration: 10s
 * }</pre>
 */
public final class MatrixPlan {

    private static final int MOST = 1_000;

    /** All of them run at once. */
    private static final int MOST_SERVERS = 32;

    private record Cell(MatrixKey key, String value, int line) {}

    private final String file;
    private final List<List<Cell>> lists;
    private final Map<String, List<Cell>> servers;

    private MatrixPlan(String file, List<List<Cell>> lists, Map<String, List<Cell>> servers) {
        this.file = file;
        this.lists = lists;
        this.servers = servers;
    }

    /**
     * Parses a plan.
     *
     * @param file its name, for messages
     * @param text its content
     * @param serverKeys further keys that it may have, which say what server there is and change no plan
     * @throws IllegalArgumentException with one user-facing line, with the line of the file and the key, when it is
     *     invalid
     */
    public static MatrixPlan parse(String file, String text, Set<String> serverKeys) {
        Optional<Node> root;
        try {
            root = new Compose(LoadSettings.builder().setLabel(file).build()).composeString(text);
        } catch (MarkedYamlEngineException e) {
            throw refuse(file, line(e.getProblemMark()), "it is not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw refuse(file, 1, "it is not YAML: " + e.getMessage().replaceAll("\\s+", " "));
        }
        if (root.isEmpty() || !(root.get() instanceof MappingNode)) {
            throw refuse(file, 1, "it must be keys with lists of values, such as 'threads: [50, 200]'");
        }
        Map<MatrixKey, List<Cell>> lists = new LinkedHashMap<>();
        Map<String, List<Cell>> servers = new LinkedHashMap<>();
        long settings = 1;
        long serverCount = 1;
        for (NodeTuple entry : ((MappingNode) root.get()).getValue()) {
            String key = scalar(file, entry.getKeyNode(), "a key");
            List<Cell> cells = cells(file, entry, key, serverKeys);
            boolean twice = serverKeys.contains(key)
                    ? servers.put(key, cells) != null
                    : lists.put(cells.get(0).key(), cells) != null;
            if (twice) {
                throw refuse(file, line(entry.getKeyNode()), "'" + key + "' is there twice");
            }
            settings *= cells.size();
            if (settings > MOST) {
                throw refuse(
                        file,
                        line(entry.getKeyNode()),
                        "with '" + key + "' there are more than " + MOST + " combinations: list fewer values");
            }
            serverCount *= serverKeys.contains(key) ? cells.size() : 1;
            if (serverCount > MOST_SERVERS) {
                throw refuse(
                        file,
                        line(entry.getKeyNode()),
                        "with '" + key + "' there are more than " + MOST_SERVERS
                                + " servers, all of which run at once: list fewer values, or use several plans");
            }
        }
        if (lists.containsKey(MatrixKey.DURATION) && lists.containsKey(MatrixKey.REQUESTS)) {
            int line = lists.get(MatrixKey.REQUESTS).get(0).line();
            throw refuse(file, line, "a run ends by 'duration' or by 'requests': use one of them");
        }
        return new MatrixPlan(file, List.copyOf(lists.values()), servers);
    }

    private static List<Cell> cells(String file, NodeTuple entry, String word, Set<String> serverKeys) {
        int line = line(entry.getKeyNode());
        MatrixKey key = serverKeys.contains(word)
                ? null
                : MatrixKey.of(word).orElseThrow(() -> refuse(file, line, unknown(word, serverKeys)));
        List<Cell> cells = new ArrayList<>();
        if (entry.getValueNode() instanceof SequenceNode list) {
            list.getValue().forEach(value -> cells.add(cell(file, word, key, value)));
        } else {
            cells.add(cell(file, word, key, entry.getValueNode()));
        }
        if (cells.isEmpty()) {
            throw refuse(file, line, "'" + word + "' has no value");
        }
        List<String> values = cells.stream().map(Cell::value).toList();
        if (values.stream().distinct().count() < values.size()) {
            throw refuse(file, line, "'" + word + "' has a value twice");
        }
        return cells;
    }

    private static String unknown(String word, Set<String> serverKeys) {
        return word.equals("connections")
                ? "every worker has one connection, so 'threads' says how many connections there are"
                : "'" + word + "' is not a key of a matrix; use " + MatrixKey.words()
                        + serverKeys.stream().sorted().map(key -> ", " + key).collect(Collectors.joining());
    }

    /** @param key null when it is of a server */
    private static Cell cell(String file, String word, MatrixKey key, Node node) {
        return new Cell(key, scalar(file, node, "a value of '" + word + "'"), line(node));
    }

    private static String scalar(String file, Node node, String what) {
        if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return scalar.getValue();
        }
        throw refuse(file, line(node), what + " must be a single word or number");
    }

    private static int line(Node node) {
        return line(node.getStartMark());
    }

    private static int line(Optional<Mark> mark) {
        return mark.map(Mark::getLine).orElse(0) + 1;
    }

    private static IllegalArgumentException refuse(String file, int line, String reason) {
        return new IllegalArgumentException(file + ", line " + line + ": " + reason);
    }

    /** The whole number, from 0 to 999,999,999, that a value is; otherwise an {@link IllegalArgumentException} for the user. */
    public static int whole(String value) {
        if (!value.matches("\\d{1,9}")) {
            throw new IllegalArgumentException("'" + value + "' is not a whole number");
        }
        return Integer.parseInt(value);
    }

    /** Whether a value is true; an {@link IllegalArgumentException} for the user where it is not false either. */
    public static boolean truth(String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("'" + value + "' is neither true nor false");
        }
        return value.equals("true");
    }

    /** Every combination of what it says about servers, by key; one without keys when it says nothing. */
    public List<Map<String, String>> servers() {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (Map.Entry<String, List<Cell>> key : servers.entrySet()) {
            combinations = combinations.stream()
                    .flatMap(before -> key.getValue().stream().map(cell -> {
                        Map<String, String> more = new LinkedHashMap<>(before);
                        more.put(key.getKey(), cell.value());
                        return more;
                    }))
                    .toList();
        }
        return combinations;
    }

    /**
     * A message about one of the {@link #servers}, with its line.
     *
     * @param key one of a server
     * @param value one of its values
     * @param reason without the key's name
     */
    public IllegalArgumentException refuse(String key, String value, String reason) {
        Cell wrong = servers.get(key).stream()
                .filter(cell -> cell.value().equals(value))
                .findFirst()
                .orElseThrow();
        return refuse(file, wrong.line(), "'" + key + "': " + reason);
    }

    /** What distinguishes one of the {@link #servers} from the others; empty when there is only one. */
    public String difference(Map<String, String> server) {
        return server.entrySet().stream()
                .filter(entry -> servers.get(entry.getKey()).size() > 1)
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    /**
     * A variant for every combination on one server.
     *
     * @param server display name of the server
     * @param difference what distinguishes the server from others of this experiment; empty for nothing
     * @param base makes the plan that the file changes, with a workload of the file or, when it names none, that of the
     *     options; thread-confined
     * @throws IllegalArgumentException with one user-facing line when a combination is invalid
     */
    public List<Variant> variants(String server, String difference, Function<Optional<Workload>, LoadPlan> base) {
        List<List<Cell>> combinations = List.of(List.of());
        for (List<Cell> list : lists) {
            combinations = combinations.stream()
                    .flatMap(before -> list.stream().map(cell -> {
                        List<Cell> more = new ArrayList<>(before);
                        more.add(cell);
                        return more;
                    }))
                    .map(List::copyOf)
                    .toList();
        }
        return combinations.stream()
                .map(cells -> new Variant(name(difference, cells), server, plan(cells, base), agents(cells)))
                .toList();
    }

    private static OptionalInt agents(List<Cell> cells) {
        return cells.stream()
                .filter(cell -> cell.key() == MatrixKey.AGENTS)
                .mapToInt(cell -> MatrixKey.agents(cell.value()))
                .findFirst();
    }

    /** Whether it says how many agents share a run. */
    public boolean hasAgents() {
        return lists.stream().anyMatch(list -> list.get(0).key() == MatrixKey.AGENTS);
    }

    /** The values that distinguish a combination from the others; all values, where nothing varies. */
    private String name(String difference, List<Cell> cells) {
        boolean varies = !difference.isEmpty() || lists.stream().anyMatch(list -> list.size() > 1);
        String name = Stream.concat(
                        Stream.of(difference).filter(text -> !text.isEmpty()),
                        cells.stream()
                                .filter(cell -> !varies || list(cell.key()).size() > 1)
                                .map(cell -> cell.key() + "=" + Redaction.of(cell.value())))
                .collect(Collectors.joining(" "));
        return name.isEmpty() ? "as typed" : name;
    }

    private List<Cell> list(MatrixKey key) {
        return lists.stream()
                .filter(list -> list.get(0).key() == key)
                .findFirst()
                .orElseThrow();
    }

    private LoadPlan plan(List<Cell> cells, Function<Optional<Workload>, LoadPlan> base) {
        LoadPlan plan = cells.stream()
                .filter(cell -> cell.key() == MatrixKey.WORKLOAD)
                .findFirst()
                .map(cell -> at(cell, () -> base.apply(Optional.of(WorkloadFile.namedOrRead(cell.value())))))
                .orElseGet(() -> base.apply(Optional.empty()));
        // In the order of the enum, so that a plan never requires a capability that its transport lacks before the
        // transport changes.
        for (MatrixKey key : MatrixKey.values()) {
            for (Cell cell : cells) {
                if (cell.key() == key) {
                    LoadPlan before = plan;
                    plan = at(cell, () -> key.change(before, cell.value()));
                }
            }
        }
        return plan;
    }

    /** An error for the user that names the line and the key. */
    private LoadPlan at(Cell cell, Supplier<LoadPlan> change) {
        try {
            return change.get();
        } catch (PlanException e) {
            throw refuse(file, cell.line(), e.problem().message(new Keys()));
        } catch (IllegalArgumentException e) {
            throw refuse(file, cell.line(), "'" + cell.key() + "': " + e.getMessage());
        }
    }

    /** Names a setting by its key where this file has it, otherwise as the rest of the program does. */
    private final class Keys implements SettingNames {

        @Override
        public String of(Setting setting) {
            return named(setting)
                    .map(key -> "'" + (key == MatrixKey.KEEP_ALIVE ? key + ": false" : key) + "'")
                    .orElseGet(() -> SettingNames.inUse().of(setting));
        }

        @Override
        public String of(Setting setting, Object value) {
            return named(setting)
                    .map(key -> "'" + key + ": " + value + "'")
                    .orElseGet(() -> SettingNames.inUse().of(setting, value));
        }

        private Optional<MatrixKey> named(Setting setting) {
            return MatrixKey.of(setting)
                    .filter(key -> lists.stream().anyMatch(list -> list.get(0).key() == key));
        }
    }
}
