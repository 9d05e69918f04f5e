package io.github.swipestorm.client.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {

    @TempDir
    private Path parent;

    @Test
    void a_directory_is_locked_until_it_is_closed_and_keeps_no_trace_of_it() throws Exception {
        Path path = parent.resolve("a/b");
        assertThat(DirectoryLock.isHeld(path)).isFalse();
        try (RunDirectory directory = RunDirectory.chosen(path)) {
            assertThat(directory.path()).isEqualTo(path);
            assertThat(DirectoryLock.isHeld(path)).isTrue();
            assertThatThrownBy(() -> RunDirectory.chosen(path))
                    .isInstanceOf(RunDirectory.InUseException.class)
                    .hasMessageContaining(path.toString());
            assertThatThrownBy(() -> RunDirectory.existing(parent.resolve("a/../a/b")))
                    .isInstanceOf(RunDirectory.InUseException.class);
        }
        assertThat(DirectoryLock.isHeld(path)).isFalse();
        assertThat(path).isEmptyDirectory();
    }

    @Test
    void a_lock_file_that_a_killed_process_left_locks_nothing() throws Exception {
        Files.createFile(parent.resolve(".lock"));

        assertThat(DirectoryLock.isHeld(parent)).isFalse();
        RunDirectory.chosen(parent).close();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void a_directory_with_something_in_it_is_refused_and_not_left_locked() throws Exception {
        Path file = Files.writeString(parent.resolve("thesis.txt"), "the only copy");

        assertThatThrownBy(() -> RunDirectory.chosen(parent)).isInstanceOf(DirectoryNotEmptyException.class);
        assertThat(DirectoryLock.isHeld(parent)).isFalse();
        assertThat(parent).isDirectoryContaining(path -> path.equals(file));
        assertThat(parent.resolve(".lock")).doesNotExist();
    }

    @Test
    void a_deleted_directory_is_closed_without_an_error() throws Exception {
        RunDirectory directory = RunDirectory.chosen(parent.resolve("gone"));
        Files.delete(parent.resolve("gone/.lock"));
        Files.delete(parent.resolve("gone"));

        directory.close();

        RunDirectory.chosen(parent.resolve("gone")).close();
    }
}
