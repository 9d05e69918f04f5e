package io.github.swipestorm.client.report.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.PlannedRun;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.plan.PlanDocument;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.experiment.ExperimentPlanParts;
import io.github.swipestorm.client.report.experiment.JsonDifference;
import io.github.swipestorm.client.setting.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code experiment.json}, version 3: the definition of an experiment, written before it begins;
 * {@code experiment.schema.json} describes it. It allows an interrupted experiment to be resumed.
 */
public final class ExperimentFile {

    private static final int VERSION = 3;

    /** Fields that may differ when an experiment is resumed. */
    private static final List<String> PASSING = List.of("command", "arguments", "begunAt", "environment");

    /** The content of the file; fields that another version did not write are empty or null. */
    public record Content(
            int schemaVersion,
            String kind,
            String command,
            List<String> arguments,
            String begunAt,
            Optional<Environment> environment,
            double pauseSeconds,
            double settleSeconds,
            String objectives,
            Map<String, String> details,
            List<VariantPlan> settings,
            List<OrderedRun> order) {

        public Content {
            command = command == null ? "" : command;
            objectives = objectives == null ? "" : objectives;
            details = details == null ? Map.of() : details;
            settings = settings == null ? List.of() : settings;
        }

        /** The plans of all variants. */
        public Stream<PlanDocument> plans() {
            return settings.stream().flatMap(variant -> Optional.ofNullable(variant.plan()).stream());
        }

        /** The plan of a variant; empty when the file has none. */
        public Optional<PlanDocument> plan(String variant) {
            return settings.stream()
                    .filter(each -> variant.equals(each.name()))
                    .flatMap(each -> Optional.ofNullable(each.plan()).stream())
                    .findFirst();
        }
    }

    /**
     * A variant, and the plan of its runs.
     *
     * @param agents how many agents share each run; null for as many as the command says, or for none
     */
    public record VariantPlan(
            String name,
            String server,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer agents,
            PlanDocument plan) {}

    /** A planned run: of which variant, in which round. */
    public record OrderedRun(String setting, int round) {}

    private ExperimentFile() {}

    /**
     * Writes the file.
     *
     * @param command that was typed, as one line without passwords
     * @param arguments the same, word by word
     * @throws IOException when that fails
     */
    public static void write(Path directory, Design design, String command, List<String> arguments) throws IOException {
        AtomicFile.write(directory.resolve(RunFiles.EXPERIMENT), SummaryFile.text(content(design, command, arguments)));
    }

    private static Content content(Design design, String command, List<String> arguments) {
        return new Content(
                VERSION,
                design.kind(),
                command,
                arguments,
                Instant.now().toString(),
                Optional.of(Environment.current()),
                Times.seconds(design.pause()),
                Times.seconds(design.settle()),
                design.objectives().toString(),
                design.details(),
                design.variants().stream().map(ExperimentFile::variantPlan).toList(),
                design.order().stream().map(ExperimentFile::ordered).toList());
    }

    /** A server that the client starts has another port each time; its name replaces its address. */
    private static VariantPlan variantPlan(Variant variant) {
        return new VariantPlan(
                variant.name(),
                variant.server(),
                variant.agents().isPresent() ? variant.agents().getAsInt() : null,
                PlanDocument.of(variant.plan(), variant.server()));
    }

    private static OrderedRun ordered(PlannedRun planned) {
        return new OrderedRun(planned.variant().name(), planned.round());
    }

    /**
     * Checks that a directory's experiment is this one.
     *
     * @param typed the words of the command, without those that resume it
     * @return what has changed in its environment since it began, one line each, for the reader of the result
     * @throws IllegalArgumentException with a user-facing message when it is another one, or none
     */
    public static List<String> requireSame(Path directory, Design design, List<String> typed) {
        JsonNode then = read(directory);
        // Written and read as well: a tree made from a record distinguishes kinds of numbers that a file does not.
        JsonNode now = SummaryFile.JSON.readTree(SummaryFile.text(content(design, "", List.of())));
        List<String> changes = new ArrayList<>();
        for (String name : now.propertyNames()) {
            if (!PASSING.contains(name)) {
                JsonDifference.between(name, then.path(name), now.path(name)).forEach(found -> {
                    if (!found.oneSided()) {
                        throw another(directory, words(then).equals(typed), description(found));
                    }
                    // Another version of the program has more or fewer fields in a plan.
                    changes.add(description(found));
                });
            }
        }
        for (String name : List.of("swipestorm", "commit", "java", "os", "cpus")) {
            JsonDifference.between(name, then.at("/environment/" + name), now.at("/environment/" + name))
                    .map(ExperimentFile::description)
                    .forEach(changes::add);
        }
        return changes;
    }

    private static IllegalArgumentException another(Path directory, boolean sameCommand, String difference) {
        return new IllegalArgumentException(
                sameCommand
                        ? directory.resolve(RunFiles.EXPERIMENT)
                                + " does not agree with its own command, as it or a file that the command names was changed: "
                                + difference + "; restore it, or begin a new experiment"
                        : "The experiment in " + directory + " is another one: " + difference
                                + "; resume it with 'swipestorm resume " + directory + "', or begin a new one");
    }

    private static String description(JsonDifference found) {
        return found.path() + " was " + found.first() + " and is " + found.other();
    }

    /**
     * The command line words that began a directory's experiment.
     *
     * @throws IllegalArgumentException with a user-facing message when there are none
     */
    public static List<String> arguments(Path directory) {
        List<String> words = words(read(directory));
        if (words.isEmpty()) {
            throw new IllegalArgumentException(directory.resolve(RunFiles.EXPERIMENT)
                    + " has no 'arguments' that are the words of a command: restore it, or begin a new experiment");
        }
        return words;
    }

    /** Empty where the file was tampered with. */
    private static List<String> words(JsonNode content) {
        List<String> words = new ArrayList<>();
        JsonNode arguments = content.path("arguments");
        for (JsonNode word : arguments) {
            if (!word.isString()) {
                return List.of();
            }
            words.add(word.asString());
        }
        return arguments.isArray() ? words : List.of();
    }

    /**
     * What a directory's file tells of plan, environment and command, to stand on a page; empty where there is no file, or
     * one that was damaged meanwhile, as the measurements are still worth a page.
     */
    public static List<Document.Part> parts(Path directory) {
        return find(directory).map(ExperimentPlanParts::of).orElse(List.of());
    }

    /** What a directory's file says; empty when there is none that can be read. */
    public static Optional<Content> find(Path directory) {
        try {
            return Files.exists(directory.resolve(RunFiles.EXPERIMENT))
                    ? Optional.of(SummaryFile.read(content(directory), Content.class, new HashSet<>()))
                    : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    private static JsonNode content(Path directory) throws IOException {
        JsonNode content = SummaryFile.JSON.readTree(Files.readString(directory.resolve(RunFiles.EXPERIMENT)));
        return content instanceof ObjectNode old
                ? translated(old, content.path("schemaVersion").asInt(VERSION))
                : content;
    }

    private static JsonNode read(Path directory) {
        try {
            JsonNode content = content(directory);
            if (content.path("schemaVersion").asInt(0) == VERSION) {
                return content;
            }
            if (!content.isObject()) {
                throw damaged(directory, null);
            }
            throw new IllegalArgumentException(
                    "'" + directory + "' holds an experiment of another version of this program: begin a new one");
        } catch (JacksonException e) {
            throw damaged(directory, e);
        } catch (IOException e) {
            if (Files.exists(directory.resolve(RunFiles.SUMMARY))) {
                throw new IllegalArgumentException(
                        "'" + directory + "' holds a single run, which cannot be resumed: make it again", e);
            }
            throw new IllegalArgumentException(
                    "'" + directory + "' contains no experiment to resume (no " + RunFiles.EXPERIMENT
                            + " that can be read): name the directory of one",
                    e);
        }
    }

    private static IllegalArgumentException damaged(Path directory, JacksonException cause) {
        return new IllegalArgumentException(
                "'" + directory.resolve(RunFiles.EXPERIMENT)
                        + "' is damaged, as it is not a JSON object: restore it, or begin a new experiment",
                cause);
    }

    /** A file of an older version, whose plans differ. */
    private static JsonNode translated(ObjectNode experiment, int version) {
        if (version < 1 || version >= VERSION) {
            return experiment;
        }
        experiment.put("schemaVersion", VERSION);
        experiment.path("settings").forEach(setting -> {
            if (setting.path("plan") instanceof ObjectNode plan) {
                SummaryFile.translatePlan(plan, version);
            }
        });
        return experiment;
    }
}
