package io.github.swipestorm;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.github.swipestorm.cli.Main;
import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.LocalRunner;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Which package may use which, only downwards; and the table of packages in docs/architecture.md, generated from it. */
@Tag("jdk-independent")
class ArchitectureTest {

    private static final String PROJECT = "io.github.swipestorm";
    private static final String ROOT = PROJECT + ".client";
    private static final String CLI = PROJECT + ".cli";
    private static final Path LIBRARY = Path.of("..", "client", "src", "main", "java");
    private static final Path COMMAND_LINE = Path.of("src", "main", "java");

    /** The long form; a short one may be an option of another program, such as {@code ulimit -n}. */
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");

    private static final Pattern COMMENT_OR_STRING =
            Pattern.compile("//[^\n]*|(?s:/\\*.*?\\*/)|'(?:[^'\\\\]|\\\\.)+'|\"(?:[^\"\\\\]|\\\\.)*\"");

    /** Each package of the client, and the packages of the client that it may use. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("clock", Set.of()),
            Map.entry("http", Set.of("registry")),
            Map.entry("registry", Set.of()),
            Map.entry("text", Set.of()),
            Map.entry("thread", Set.of()),
            Map.entry("telemetry", Set.of("clock", "setting", "thread")),
            Map.entry("setting", Set.of()),
            Map.entry("distribution", Set.of("registry", "setting")),
            Map.entry("arrival", Set.of("setting", "registry")),
            Map.entry("measure", Set.of("http")),
            Map.entry("inference", Set.of("text", "measure", "setting")),
            Map.entry("workload", Set.of("arrival", "registry", "http", "setting", "text")),
            Map.entry("transport", Set.of("registry", "clock", "http", "setting", "thread")),
            Map.entry("record", Set.of("clock", "http", "measure", "setting", "registry", "thread")),
            Map.entry(
                    "plan",
                    Set.of(
                            "arrival",
                            "distribution",
                            "http",
                            "setting",
                            "thread",
                            "transport",
                            "workload",
                            "registry")),
            Map.entry(
                    "engine",
                    Set.of(
                            "arrival",
                            "clock",
                            "distribution",
                            "http",
                            "measure",
                            "inference",
                            "plan",
                            "record",
                            "setting",
                            "telemetry",
                            "text",
                            "thread",
                            "transport",
                            "workload",
                            "registry")),
            Map.entry("preflight", Set.of("arrival", "distribution", "http", "plan", "transport", "record", "setting")),
            Map.entry(
                    "verdict",
                    Set.of(
                            "registry",
                            "arrival",
                            "distribution",
                            "engine",
                            "http",
                            "inference",
                            "measure",
                            "plan",
                            "record",
                            "setting",
                            "telemetry",
                            "text",
                            "transport",
                            "workload")),
            Map.entry(
                    "calibration",
                    Set.of(
                            "distribution",
                            "engine",
                            "http",
                            "plan",
                            "record",
                            "setting",
                            "telemetry",
                            "transport",
                            "verdict",
                            "workload")),
            Map.entry(
                    "objective",
                    Set.of(
                            "clock",
                            "engine",
                            "http",
                            "measure",
                            "plan",
                            "record",
                            "registry",
                            "setting",
                            "text",
                            "thread",
                            "verdict",
                            "workload")),
            Map.entry(
                    "experiment",
                    Set.of(
                            "objective",
                            "registry",
                            "arrival",
                            "clock",
                            "distribution",
                            "engine",
                            "http",
                            "inference",
                            "measure",
                            "plan",
                            "record",
                            "setting",
                            "telemetry",
                            "text",
                            "transport",
                            "verdict",
                            "workload")),
            Map.entry(
                    "report",
                    Set.of(
                            "arrival",
                            "clock",
                            "distribution",
                            "engine",
                            "experiment",
                            "http",
                            "inference",
                            "measure",
                            "objective",
                            "plan",
                            "record",
                            "setting",
                            "telemetry",
                            "text",
                            "thread",
                            "transport",
                            "verdict",
                            "workload",
                            "registry")));

    /** Packages that programs must not use: nothing in them is promised. All others are the library's API. */
    private static final Set<String> INTERNAL = Set.of(
            "engine.internal",
            "preflight",
            "record.csv",
            "report.chart",
            "report.document",
            "report.experiment",
            "report.live",
            "report.run",
            "report.store",
            "text",
            "thread",
            "transport.http1",
            "transport.http2",
            "transport.httpclient",
            "transport.nio",
            "transport.wire");

    /** A type of the project, as an import or a page names it. */
    private static final Pattern NAMED_TYPE = Pattern.compile("\\b(io\\.github\\.swipestorm[a-z0-9.]*)\\.[A-Z]\\w*");

    /** Where everything but values and interfaces is hidden. */
    private static final Set<String> HIDING_IMPLEMENTATIONS = Set.of("distribution");

    private static final JavaClasses PROJECT_CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            // The client module hands its tests over as a jar.
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(PROJECT);

    private static final JavaClasses CLIENT =
            PROJECT_CLASSES.that(JavaClass.Predicates.resideInAnyPackage(ROOT + "..", CLI + ".."));

    @Test
    void the_table_names_every_package_there_is() {
        Set<String> packages = packagesOfTheClient().stream()
                .map(ArchitectureTest::top)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(packages).isEqualTo(new TreeSet<>(MAY_USE.keySet()));
    }

    @Test
    void packages_that_are_no_api_are_there() {
        assertThat(packagesOfTheClient()).containsAll(INTERNAL);
    }

    @Test
    void the_api_mentions_types_of_the_api_only() {
        Set<String> leaks = new TreeSet<>();
        for (JavaClass type : PROJECT_CLASSES) {
            if (isApi(type)) {
                type.getMembers().stream()
                        .filter(member -> member.getModifiers().contains(PUBLIC)
                                || member.getModifiers().contains(PROTECTED))
                        .filter(member -> !member.getModifiers().contains(SYNTHETIC))
                        .forEach(member -> member.getAllInvolvedRawTypes().stream()
                                .map(JavaClass::getBaseComponentType)
                                .filter(named -> named.getPackageName().startsWith(PROJECT) && !isApi(named))
                                .forEach(named -> leaks.add(member.getFullName() + " mentions " + named.getName())));
            }
        }

        assertThat(leaks).isEmpty();
    }

    private static boolean isApi(JavaClass type) {
        return isApi(type.getPackageName())
                && type.getModifiers().contains(PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTest::isApi).orElse(true);
    }

    private static boolean isApi(String packageName) {
        return packageName.equals(PROJECT)
                || packageName.startsWith(ROOT + ".") && !INTERNAL.contains(packageName.substring(ROOT.length() + 1));
    }

    @Test
    void examples_and_the_pages_about_them_use_the_api_only() throws IOException {
        Set<String> used = new TreeSet<>();
        Path project = Path.of("..");
        try (Stream<Path> examples = Files.walk(project.resolve("examples/src"))) {
            Stream<Path> pages = Stream.of("README.md", "docs/library.md", "docs/extending.md")
                    .map(project::resolve);
            for (Path file : (Iterable<Path>) Stream.concat(examples.filter(Files::isRegularFile), pages)::iterator) {
                NAMED_TYPE.matcher(Files.readString(file)).results().forEach(found -> used.add(found.group(1)));
            }
        }
        used.remove(PROJECT + ".examples");
        // A module of its own, which has nothing but its API.
        used.remove(PROJECT + ".junit");

        assertThat(used).contains(PROJECT, ROOT + ".workload").allMatch(ArchitectureTest::isApi);
    }

    @Test
    void everything_in_the_api_is_documented() throws IOException {
        Set<String> undocumented = new TreeSet<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (Stream<Path> files = Files.walk(LIBRARY);
                StandardJavaFileManager manager = compiler.getStandardFileManager(null, Locale.ROOT, UTF_8)) {
            List<Path> sources = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> isApi(LIBRARY.relativize(file.getParent())
                            .toString()
                            .replace(file.getFileSystem().getSeparator(), ".")))
                    .toList();
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : task.parse()) {
                new Undocumented(DocTrees.instance(task), undocumented).scan(unit, null);
            }
            assertThat(sources).hasSizeGreaterThan(100);
        }

        assertThat(undocumented)
                .as("give each a sentence, or make it less visible")
                .isEmpty();
    }

    /** Finds what a program can use and has no comment; what overrides is documented where it is declared. */
    private static final class Undocumented extends TreePathScanner<Void, Void> {

        private final DocTrees documentation;
        private final Set<String> found;

        private Undocumented(DocTrees documentation, Set<String> found) {
            this.documentation = documentation;
            this.found = found;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            // Members of hidden types are hidden, too.
            return visible(type.getModifiers(), type.getSimpleName()) ? super.visitClass(type, nothing) : null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
            // The record itself documents its components.
            boolean compact = method.getReturnType() == null
                    && ((ClassTree) getCurrentPath().getParentPath().getLeaf()).getKind() == Tree.Kind.RECORD;
            if (!overrides && !compact) {
                visible(method.getModifiers(), method.getName());
            }
            return null;
        }

        @Override
        public Void visitVariable(VariableTree field, Void nothing) {
            visible(field.getModifiers(), field.getName());
            return null;
        }

        /** Whether a program can use it; notes it when it can, and it has no comment. */
        private boolean visible(ModifiersTree modifiers, CharSequence name) {
            ClassTree owner = getCurrentPath().getParentPath().getLeaf() instanceof ClassTree type ? type : null;
            boolean visible = modifiers.getFlags().contains(Modifier.PUBLIC)
                    || modifiers.getFlags().contains(Modifier.PROTECTED)
                    || owner != null
                            && owner.getKind() == Tree.Kind.INTERFACE
                            && !modifiers.getFlags().contains(Modifier.PRIVATE);
            if (visible && documentation.getDocComment(getCurrentPath()) == null) {
                found.add(Path.of(getCurrentPath()
                                        .getCompilationUnit()
                                        .getSourceFile()
                                        .getName())
                                .getFileName()
                        + ": "
                        + name);
            }
            return visible;
        }
    }

    @Test
    void the_page_has_the_table_of_packages() throws IOException {
        GeneratedPage page = new GeneratedPage("architecture.md");
        page.put("packages", table());
        page.assertUpToDate();
    }

    /** A row for each package, the lowest layer first: its layer, its name, its question, and what it may use. */
    private static String table() {
        StringBuilder table = new StringBuilder(
                "| layer | package | API | the question it answers | may use |\n|---|---|---|---|---|\n");
        Set<String> listed = new TreeSet<>();
        packagesOfTheClient().stream()
                .sorted(Comparator.<String>comparingInt(name -> layer(top(name)))
                        .thenComparing(name -> name))
                .forEach(name -> {
                    String uses = listed.add(top(name)) ? names(MAY_USE.get(top(name))) : "as above";
                    String api = INTERNAL.contains(name) ? "no" : "yes";
                    append(table, layer(top(name)), name, api, question(LIBRARY, ROOT + "." + name), uses);
                });
        int highest = MAY_USE.keySet().stream()
                .mapToInt(ArchitectureTest::layer)
                .max()
                .orElseThrow();
        packagesBelow(CLI)
                .forEach(name -> append(
                        table,
                        highest + 1,
                        name.substring(PROJECT.length() + 1),
                        "no",
                        question(COMMAND_LINE, name),
                        "all of these"));
        return table.toString();
    }

    private static void append(StringBuilder table, int layer, String name, String api, String question, String uses) {
        table.append("| ")
                .append(layer)
                .append(" | `")
                .append(name)
                .append("` | ")
                .append(api)
                .append(" | ")
                .append(question)
                .append(" | ")
                .append(uses)
                .append(" |\n");
    }

    private static String names(Set<String> packages) {
        return packages.isEmpty()
                ? "nothing"
                : packages.stream().sorted().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }

    /** 0 for what uses nothing; one more than the highest layer that it may use for anything else. */
    private static int layer(String name) {
        return MAY_USE.get(name).stream()
                .mapToInt(below -> layer(below) + 1)
                .max()
                .orElse(0);
    }

    private static String top(String name) {
        return name.split("\\.")[0];
    }

    private static Set<String> packagesOfTheClient() {
        return packagesBelow(ROOT).stream()
                .map(name -> name.substring(ROOT.length() + 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> packagesBelow(String root) {
        return CLIENT.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.equals(CLI) ? root.equals(CLI) : name.startsWith(root + "."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The first sentence of the package's documentation. */
    private static String question(Path sources, String name) {
        Path file = sources.resolve(name.replace('.', '/')).resolve("package-info.java");
        assertThat(file).as("what says which question the package answers").exists();
        try {
            String comment = Files.readString(file)
                    .replaceAll("(?s)\\*/.*", "")
                    .replaceAll("(?m)^\\s*/?\\*+", "")
                    .replaceAll("\\s+", " ")
                    .strip();
            assertThat(comment).as("documentation of " + name).matches("[A-Z][^?|]+\\?.*");
            return comment.substring(0, comment.indexOf('?') + 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Set<String> packages() {
        return new TreeSet<>(MAY_USE.keySet());
    }

    @ParameterizedTest
    @MethodSource("packages")
    void a_package_uses_only_those_below_it(String name) {
        String[] forbidden = MAY_USE.keySet().stream()
                .filter(other -> !other.equals(name) && !MAY_USE.get(name).contains(other))
                .map(other -> ROOT + "." + other + "..")
                .toArray(String[]::new);
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage(ROOT + "." + name + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .allowEmptyShould(true);

        if (forbidden.length > 0) {
            rule.check(CLIENT);
        }
    }

    @Test
    void no_packages_use_each_other_in_a_circle() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLIENT);
    }

    @ParameterizedTest
    @MethodSource("hiding")
    void what_implements_an_interface_is_seen_through_it_only(String name) {
        classes()
                .that()
                .resideInAPackage(ROOT + "." + name)
                .and(areNeitherValuesNorInterfaces())
                .should()
                .notHaveModifier(PUBLIC)
                .check(CLIENT);
    }

    static Set<String> hiding() {
        return new TreeSet<>(HIDING_IMPLEMENTATIONS);
    }

    @Test
    void the_library_knows_no_command_line() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        CLI + "..", "io.github.swipestorm.launch..", "io.github.swipestorm.api..", "picocli..")
                .check(CLIENT);
    }

    @Test
    void only_the_command_line_names_options() throws IOException {
        Set<String> options = options(Main.commandLine(), new TreeSet<>());
        Set<String> naming = new TreeSet<>();
        for (Path root : Set.of(LIBRARY, LIBRARY.resolveSibling("resources"))) {
            try (Stream<Path> files = Files.walk(root).filter(Files::isRegularFile)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    strings(file)
                            .flatMap(text -> OPTION.matcher(text).results())
                            .map(MatchResult::group)
                            .filter(options::contains)
                            .forEach(option -> naming.add(file.getFileName() + ": " + option));
                }
            }
        }

        assertThat(options).contains("--threads", "--no-probe");
        assertThat(naming).as("strings that should contain a Setting").isEmpty();
    }

    /** The string literals of a Java file; another file as it is. */
    private static Stream<String> strings(Path file) throws IOException {
        // Keys are no text.
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        return file.toString().endsWith(".java")
                ? COMMENT_OR_STRING
                        .matcher(text)
                        .results()
                        .map(MatchResult::group)
                        .filter(found -> found.startsWith("\""))
                : Stream.of(text);
    }

    private static Set<String> options(CommandLine command, Set<String> found) {
        command.getCommandSpec().options().forEach(option -> found.addAll(Set.of(option.names())));
        command.getSubcommands().values().forEach(below -> options(below, found));
        return found;
    }

    @Test
    void commands_experiments_and_calibration_make_runs_by_the_runner_that_they_are_given() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".engine..")
                .and()
                // The one place of the command line.
                .doNotHaveFullyQualifiedName(Main.class.getName())
                .should()
                .dependOnClassesThat()
                .areAssignableTo(LocalRunner.class)
                .check(CLIENT);
    }

    @Test
    void the_facade_is_for_programs_that_use_the_library_only() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(PROJECT)
                .check(CLIENT);
    }

    @Test
    void engine_internals_are_used_by_the_engine_only() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".engine..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".engine.internal..")
                .check(CLIENT);
    }

    @Test
    void codecs_and_transports_are_seen_through_their_interfaces_only() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".transport..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + ".transport.http1..", ROOT + ".transport.nio..", ROOT + ".transport.httpclient..")
                .check(CLIENT);
    }

    @Test
    void transports_are_the_only_users_of_http_client_except_for_its_rules_of_cookies() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".transport..")
                .and()
                .doNotHaveFullyQualifiedName(ROOT + ".workload.mix.Cookies")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.hc..")
                .check(CLIENT);
    }

    @Test
    void one_class_uses_the_module_that_only_some_commands_have_for_metrics() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(CLI + ".monitoring.MetricsExport")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(PROJECT + ".metrics..", "io.prometheus..", "io.opentelemetry..")
                .check(CLIENT);
    }

    @Test
    void models_neither_sleep_nor_print() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".distribution", ROOT + ".arrival")
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .accessField(System.class, "out")
                .check(CLIENT);
    }

    @Test
    void nothing_prints_to_standard_output_behind_the_command_lines_back() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLIENT);
    }

    @Test
    void numbers_and_letters_are_written_alike_in_every_country() {
        noClasses()
                .should()
                .callMethod(String.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(String.class, "formatted", Object[].class)
                .orShould()
                .callMethod(String.class, "toUpperCase")
                .orShould()
                .callMethod(String.class, "toLowerCase")
                .orShould()
                .callMethod(PrintWriter.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintWriter.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(PrintStream.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintStream.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(Locale.class, "getDefault")
                .orShould()
                .callMethod(DateTimeFormatter.class, "ofPattern", String.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.text..")
                .because("a default locale has other digits, separators and letters")
                .check(CLIENT);
    }

    @Test
    void bytes_and_dates_are_the_same_everywhere() {
        noClasses()
                .should()
                .callMethod(String.class, "getBytes")
                .orShould()
                .callConstructor(String.class, byte[].class)
                .orShould()
                .callMethod(ZoneId.class, "systemDefault")
                .orShould()
                .callMethod(LocalDate.class, "now")
                .orShould()
                .callMethod(LocalDateTime.class, "now")
                .orShould()
                .callMethod(ZonedDateTime.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(TimeZone.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Date.class)
                .because("the machine's time zone and charset are not the reader's")
                .check(CLIENT);
    }

    @Test
    void one_clock_times_everything() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(NanoClock.class.getName())
                .should()
                .accessTargetWhere(target(owner(type(System.class))).and(target(name("nanoTime"))))
                .because("instants of two clocks cannot be compared: take a NanoClock")
                .check(PROJECT_CLASSES.that(JavaClass.Predicates.resideInAnyPackage(
                        ROOT + "..", CLI + "..", PROJECT + ".cluster..", PROJECT + ".metrics..")));
    }

    @Test
    void the_time_of_day_is_asked_for_names_and_dates_only() {
        noClasses()
                .that()
                .doNotHaveSimpleName("ExperimentFile")
                .and()
                .doNotHaveSimpleName("RunDirectory")
                .and()
                // The summary that is written before a run has a clock.
                .doNotHaveSimpleName("Start")
                .and()
                .doNotHaveSimpleName("CalibrateCommand")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(LocalDate.class, "now", ZoneId.class)
                .because("that clock may be set; a run has its InstantSource, and reads it once")
                .check(CLIENT);
    }

    @Test
    void the_rules_see_the_classes_they_are_about() {
        assertThat(CLIENT.contain(LocalRunner.class)).isTrue();
        assertThat(CLIENT).hasSizeGreaterThan(80);
    }

    private static DescribedPredicate<JavaClass> areNeitherValuesNorInterfaces() {
        return DescribedPredicate.describe(
                "are neither values nor interfaces",
                type -> !type.isInterface()
                        && !type.isEnum()
                        && !type.isRecord()
                        && !type.isAssignableTo(Throwable.class)
                        && !type.getSimpleName().equals("package-info"));
    }
}
