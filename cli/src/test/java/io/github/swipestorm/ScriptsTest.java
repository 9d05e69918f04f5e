package io.github.swipestorm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java programs in scripts/, which no module compiles. */
@Tag("jdk-independent")
class ScriptsTest {

    private static final Path SCRIPTS = Path.of("..", "scripts");

    @TempDir
    private Path classes;

    @Test
    void every_java_program_compiles_with_the_client_of_this_tree() throws IOException {
        List<Path> programs;
        try (Stream<Path> files = Files.walk(SCRIPTS)) {
            programs = files.filter(file -> file.toString().endsWith(".java")).toList();
        }
        assertThat(programs).isNotEmpty();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjectsFromPaths(programs))
                    .call();

            assertThat(compiled).as(said.toString()).isTrue();
        }
    }
}
