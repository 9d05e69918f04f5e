package io.github.swipestorm.cli.option;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The option for the summary that GitHub Actions shows on the page of a job. */
public final class GithubSummaryOption {

    private static final String VARIABLE = "GITHUB_STEP_SUMMARY";

    private final Function<String, String> environment;

    @Option(
            names = "--github-summary",
            description = "Append the result as Markdown to the file that $" + VARIABLE
                    + " names, which GitHub Actions shows on the job's page.")
    private boolean asked;

    public GithubSummaryOption() {
        this(System::getenv);
    }

    /** @param environment returns null for a variable that is not set */
    GithubSummaryOption(Function<String, String> environment) {
        this.environment = environment;
    }

    /** Whether a summary is to be written. */
    public boolean asked() {
        return asked;
    }

    /**
     * Validates the option before anything is started.
     *
     * @throws IllegalArgumentException with a user-facing message when there is nothing to append to
     */
    public void check() {
        if (asked && file().isEmpty()) {
            throw new IllegalArgumentException("--github-summary needs the environment variable " + VARIABLE
                    + ", which GitHub Actions sets: leave the option out elsewhere, or set it to a file");
        }
        if (asked && (Files.isDirectory(Path.of(file())) || !parentExists())) {
            throw new IllegalArgumentException(
                    "--github-summary cannot append to '" + file() + "', the value of " + VARIABLE);
        }
    }

    /** Appends a text, if that was asked for. */
    public void append(String markdown) throws IOException {
        if (asked) {
            Files.writeString(
                    Path.of(file()), markdown + "\n", UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private boolean parentExists() {
        Path parent = Path.of(file()).toAbsolutePath().getParent();
        return parent != null && Files.isDirectory(parent);
    }

    private String file() {
        String file = environment.apply(VARIABLE);
        return file == null ? "" : file;
    }
}
