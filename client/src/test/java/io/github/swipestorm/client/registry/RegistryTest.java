package io.github.swipestorm.client.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.distribution.SendingModel;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTest {

    /** A kind of part for this test only. */
    public interface Part extends Named {}

    /** A part. */
    public record One() implements Part {
        @Override
        public String name() {
            return "one";
        }
    }

    /** A part that takes the name of another one. */
    public record AlsoOne() implements Part {
        @Override
        public String name() {
            return "one";
        }
    }

    /** A part whose name could not be typed. */
    public record Nameless() implements Part {
        @Override
        public String name() {
            return "No Name";
        }
    }

    @TempDir
    private Path classPath;

    /** The registry of a program that registers these classes. */
    private Registry<Part> registry(String... classes) throws IOException {
        Path services = Files.createDirectories(classPath.resolve("META-INF/services"));
        Files.write(services.resolve(Part.class.getName()), List.of(classes));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classPath.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            Registry<Part> registry = new Registry<>(Part.class);
            registry.all();
            return registry;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void what_a_program_registers_is_found_by_its_name() throws IOException {
        assertThat(registry(One.class.getName()).named("ONE")).isEqualTo(new One());
    }

    @Test
    void an_unknown_name_is_answered_with_those_there_are() {
        assertThatThrownBy(() -> SendingModel.named("fair"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'fair' is none of average, producer-consumer, less-blocking");
    }

    @Test
    void two_parts_of_one_name_are_refused() {
        assertThatThrownBy(() -> registry(One.class.getName(), AlsoOne.class.getName()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(AlsoOne.class.getName() + " and " + One.class.getName()
                        + " are both called 'one': give one of them another name");
    }

    @Test
    void a_name_that_cannot_be_typed_is_refused() {
        assertThatThrownBy(() -> registry(Nameless.class.getName()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(Nameless.class.getName() + " calls itself 'No Name': ");
    }

    @Test
    void a_class_that_is_not_there_is_named() {
        assertThatThrownBy(() -> registry("example.Gone"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("example.Gone")
                .message()
                .hasLineCount(1);
    }
}
