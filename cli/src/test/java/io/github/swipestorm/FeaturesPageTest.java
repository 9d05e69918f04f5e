package io.github.swipestorm;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of features names a test for each of them: one that is there. */
@Tag("jdk-independent")
class FeaturesPageTest {

    private static final Path PROJECT = Path.of("..");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))`");

    @Test
    void each_test_that_is_named_is_there() throws IOException {
        Set<String> named = TEST.matcher(Files.readString(PROJECT.resolve("docs/features.md")))
                .results()
                .map(found -> found.group(1))
                .collect(toCollection(TreeSet::new));

        assertThat(tests()).hasSizeGreaterThan(100).containsAll(named);
        assertThat(named).contains("SloIT");
    }

    @Test
    void each_feature_has_a_row_with_a_test() throws IOException {
        String[] tables = Files.readString(PROJECT.resolve("docs/features.md")).split("## Left out");
        Stream<String> rows =
                tables[0].lines().filter(line -> line.startsWith("| ") && !line.startsWith("| users expect"));

        assertThat(rows.filter(line -> !line.startsWith("| |")))
                .hasSizeGreaterThan(30)
                .allMatch(row ->
                        TEST.matcher(row).results().map(MatchResult::group).count() > 0);
    }

    private static Set<String> tests() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> modules = Files.list(PROJECT)) {
            for (Path module : (Iterable<Path>)
                    modules.map(path -> path.resolve("src/test/java")).filter(Files::isDirectory)::iterator) {
                try (Stream<Path> files = Files.walk(module)) {
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".java"))
                            .forEach(name -> names.add(name.replace(".java", "")));
                }
            }
        }
        return names;
    }
}
