package io.github.swipestorm;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The tables of docs/reliability.md are made from the tests: each test with {@code @Tag("fault")} has a
 * {@code @DisplayName} of the form "fault -> what happens", and each script that shows one a line "# Fault: fault ->
 * what happens". When the page says something else, the right one is left in {@code target/golden}.
 */
@Tag("jdk-independent")
class ReliabilityTableIT {

    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES =
            List.of("swipe-api", "servlet-server", "springboot-server", "client", "cli");
    private static final Pattern SCRIPT_LINE = Pattern.compile("^# Fault: (.*)$", Pattern.MULTILINE);

    private static final JavaClasses TESTS = new ClassFileImporter()
            .importPaths(MODULES.stream()
                    .map(module -> ROOT.resolve(module).resolve("target/test-classes"))
                    .toList());

    /** One row: which tests show it, by what it says. */
    private final Map<String, TreeSet<String>> rows = new TreeMap<>();

    @Test
    void theTablesOfThePageAreThoseOfTheTests() throws IOException {
        GeneratedPage page = new GeneratedPage("reliability.md");
        page.put("servers", table(test -> !isClient(test), Stream.empty()));
        page.put("contracts", contracts());
        page.put("client", table(ReliabilityTableIT::isClient, Stream.empty()));
        page.put("scripts", table(test -> false, scripts()));
        page.assertUpToDate();
    }

    private static boolean isClient(JavaMethod test) {
        String owner = test.getOwner().getPackageName();
        return owner.startsWith("io.github.swipestorm.client") || owner.startsWith("io.github.swipestorm.cli");
    }

    private static Stream<JavaMethod> faultTests() {
        return TESTS.stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.tryGetAnnotationOfType(Tag.class)
                        .filter(tag -> tag.value().equals("fault"))
                        .isPresent());
    }

    private String table(Predicate<JavaMethod> which, Stream<Map.Entry<String, String>> scripts) {
        rows.clear();
        faultTests()
                .filter(which)
                .forEach(test -> add(
                        test.tryGetAnnotationOfType(DisplayName.class)
                                .map(DisplayName::value)
                                .orElse(""),
                        test.getOwner().getSimpleName() + "." + test.getName()));
        scripts.forEach(script -> add(script.getKey(), script.getValue()));
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder table = new StringBuilder("| fault | what happens | shown by |\n|---|---|---|\n");
        rows.forEach((says, tests) -> table.append("| ")
                .append(says.replace("|", "\\|").replace(" -> ", " | "))
                .append(" | ")
                .append(tests.stream().map(test -> "`" + test + "`").collect(Collectors.joining(", ")))
                .append(" |\n"));
        return table.toString();
    }

    private void add(String says, String shownBy) {
        assertThat(says).as("what %s says of its fault", shownBy).matches("\\S.* -> \\S.*");
        assertThat(says.split(" -> ", -1)).as(shownBy).hasSize(2);
        rows.computeIfAbsent(says, row -> new TreeSet<>()).add(shownBy);
    }

    private static String contracts() {
        Map<String, String> heldToIt = new TreeMap<>();
        faultTests().map(JavaMethod::getOwner).filter(JavaClass::isInterface).forEach(contract -> {
            String concrete = contract.getAllSubclasses().stream()
                    .filter(type -> !type.isInterface() && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                    .map(type -> "`" + type.getSimpleName() + "`")
                    .sorted()
                    .collect(Collectors.joining(", "));
            heldToIt.put(contract.getSimpleName(), concrete);
        });
        StringBuilder table = new StringBuilder("| contract | held to it |\n|---|---|\n");
        heldToIt.forEach((contract, tests) -> table.append("| `")
                .append(contract)
                .append("` | ")
                .append(tests)
                .append(" |\n"));
        return table.toString();
    }

    private static Stream<Map.Entry<String, String>> scripts() throws IOException {
        List<Map.Entry<String, String>> found = new ArrayList<>();
        try (Stream<Path> scripts = Files.list(ROOT.resolve("scripts"))) {
            for (Path script : scripts.filter(Files::isRegularFile).sorted().toList()) {
                Matcher line = SCRIPT_LINE.matcher(Files.readString(script));
                while (line.find()) {
                    found.add(Map.entry(line.group(1), "scripts/" + script.getFileName()));
                }
            }
        }
        return found.stream();
    }
}
