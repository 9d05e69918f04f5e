package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JitCompilerTest {

    @TempDir
    private Path tasks;

    private Path thread(int id, String name, int userTicks, int systemTicks) throws IOException {
        Path thread = Files.createDirectories(tasks.resolve(Integer.toString(id)));
        Files.writeString(thread.resolve("comm"), name + "\n");
        Files.writeString(
                thread.resolve("stat"),
                id + " (" + name + ") S 1 1 1 0 -1 0 0 0 0 0 " + userTicks + " " + systemTicks + " 0 0 20 0 1 0 5\n");
        return thread;
    }

    @Test
    void counts_the_cpu_time_of_its_threads_also_of_those_that_have_ended() throws Exception {
        JitCompiler compiler = new JitCompiler(tasks);
        thread(1, "java", 1_000, 1_000);
        thread(2, "C1 CompilerThre", 30, 4);
        Path second = thread(3, "C2 CompilerThre", 500, 60);
        assertThat(compiler.millis()).isEqualTo((34 + 560) * 10);

        Files.delete(second.resolve("stat"));
        assertThat(compiler.millis()).as("one has no times any more").isEqualTo((34 + 560) * 10);

        Files.delete(second.resolve("comm"));
        thread(2, "C1 CompilerThre", 31, 4);
        thread(4, "C2 CompilerThre", 7, 0);
        assertThat(compiler.millis()).as("one has ended, one is new").isEqualTo((35 + 560 + 7) * 10);
    }

    @Test
    void has_worked_since_this_jvm_began_and_never_less_than_before() {
        long before = JitCompiler.workedMillis();

        assertThat(before).isPositive();
        assertThat(JitCompiler.workedMillis()).isGreaterThanOrEqualTo(before);
    }
}
