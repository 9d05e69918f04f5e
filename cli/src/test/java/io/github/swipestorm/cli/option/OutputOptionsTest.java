package io.github.swipestorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class OutputOptionsTest {

    @TempDir
    private Path directory;

    @Test
    void a_directory_that_cannot_be_used_is_not_kept_from_others() throws Exception {
        OutputOptions options = new OutputOptions();
        OptionTypes.register(new CommandLine(options)).parseArgs("--output", directory.toString());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.makeDirectory("run", List.of(), warning -> {}, path -> {
                    throw new IOException("broken");
                }))
                .withMessage(
                        "cannot write to the output directory: java.io.IOException: broken; choose another --output");
        try (RunDirectory taken = options.makeDirectory("run", List.of(), warning -> {}, path -> {})) {
            assertThat(taken.path()).isEqualTo(directory);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> options.makeDirectory("run", List.of(), warning -> {}, path -> {}))
                    .withMessageStartingWith("Another run or experiment is writing into '" + directory + "'");
        }
    }
}
