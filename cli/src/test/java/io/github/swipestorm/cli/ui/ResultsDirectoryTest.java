package io.github.swipestorm.cli.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.ui.ResultsDirectory.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultsDirectoryTest {

    @TempDir
    private Path directory;

    private ResultsDirectory results;

    @BeforeEach
    void open() {
        results = new ResultsDirectory(directory.resolve("results"));
    }

    private Path run(String name, String summary) throws IOException {
        Path run = Files.createDirectories(results.path().resolve(name));
        Files.writeString(run.resolve("summary.json"), summary);
        return run;
    }

    @Test
    void a_directory_that_is_not_there_has_no_runs() throws IOException {
        assertThat(results.entries("")).isEmpty();
    }

    @Test
    void the_newest_is_first_and_what_is_no_run_is_left_out() throws IOException {
        run("b", "{\"startedAt\": \"2026-01-02T00:00:00Z\"}");
        run("a", "{\"startedAt\": \"2026-01-01T00:00:00Z\"}");
        run("damaged", "{");
        Path experiment = Files.createDirectories(results.path().resolve("e"));
        Files.writeString(experiment.resolve("experiment.json"), "{\"begunAt\": \"2026-01-03T00:00:00Z\"}");
        Files.createDirectories(results.path().resolve("other"));
        Files.writeString(results.path().resolve("file"), "");

        assertThat(results.entries("")).extracting(Entry::name).containsExactly("e", "b", "a", "damaged");
        assertThat(results.entry("e").orElseThrow().state()).isEqualTo("experiment");
        assertThat(results.entry("damaged").orElseThrow().state()).isEqualTo("not ended");
    }

    @Test
    void figures_are_those_of_the_summary() throws IOException {
        run("a", """
                {"schemaVersion": 3, "state": "ended", "command": "swipestorm run", "throughputPerSecond": 1234.56,
                 "requests": {"planned": 200, "ok": 150, "failed": 50}, "attempts": {"total": 600},
                 "endedBecause": "time-over",
                 "objectives": [{"objective": "p99<1ms", "quantity": "p99", "met": true},
                                {"objective": "p50<1ms", "quantity": "p50", "met": false}]}
                """);

        Entry entry = results.entry("a").orElseThrow();
        assertThat(entry.command()).isEqualTo("swipestorm run");
        assertThat(entry.throughput()).isEqualTo("1,234.6");
        assertThat(entry.errors()).isEqualTo("75.0 %");
        assertThat(entry.objectives()).isEqualTo("1 of 2 met");
        assertThat(entry.state()).isEmpty();
    }

    @Test
    void a_summary_that_changes_is_read_again() throws IOException {
        Path run = run("a", "{\"command\": \"one\"}");
        assertThat(results.entry("a").orElseThrow().command()).isEqualTo("one");
        Files.writeString(run.resolve("summary.json"), "{\"command\": \"two\"}");
        Files.setLastModifiedTime(run.resolve("summary.json"), FileTime.fromMillis(1));

        assertThat(results.entry("a").orElseThrow().command()).isEqualTo("two");
    }

    @Test
    void a_filter_wants_all_its_words_anywhere() throws IOException {
        results.setNote(run("checkout", "{\"command\": \"swipestorm run --rate 5\"}"), "Before the Fix\r\n");
        run("search", "{}");

        assertThat(results.entries(" fix RATE ")).extracting(Entry::name).containsExactly("checkout");
        assertThat(results.entries("fix search")).isEmpty();
        assertThat(results.entries("SEARCH")).extracting(Entry::name).containsExactly("search");
    }

    @Test
    void a_note_that_is_no_text_hides_nothing() throws IOException {
        Path run = run("a", "{}");
        Files.write(run.resolve("note.txt"), new byte[] {(byte) 0xff});

        assertThat(results.entry("a").orElseThrow().note()).contains("cannot be read");
    }

    @Test
    void a_blank_note_deletes_it() throws IOException {
        Path run = run("a", "{}");
        results.setNote(run, "kept");
        assertThat(results.entry("a").orElseThrow().note()).isEqualTo("kept");
        results.setNote(run, " ");

        assertThat(results.entry("a").orElseThrow().note()).isEmpty();
        assertThat(run.resolve("note.txt")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret",
                "../../secret",
                "/etc/passwd",
                "",
                ".",
                "link",
                "out/secret",
                ".lock",
                "sub/.hidden",
                "\0"
            })
    void no_file_of_another_directory_is_found(String relative) throws IOException {
        Path run = run("a", "{}");
        Files.writeString(results.path().resolve("secret"), "");
        Files.writeString(directory.resolve("secret"), "");
        Files.createSymbolicLink(run.resolve("link"), directory.resolve("secret"));
        Files.createSymbolicLink(run.resolve("out"), directory);
        Files.writeString(run.resolve(".lock"), "");
        Files.writeString(Files.createDirectories(run.resolve("sub")).resolve(".hidden"), "");

        assertThat(results.file("a", relative)).isEmpty();
        assertThat(results.file("a", "summary.json")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../results/a", "/a", "a/..", "nothing", "other", "\0"})
    void no_other_directory_is_found(String name) throws IOException {
        run("a", "{}");
        Files.createDirectories(results.path().resolve("other"));

        assertThat(results.directory(name)).isEmpty();
        assertThat(results.directory("a")).isPresent();
    }

    @Test
    void a_run_that_did_not_begin_leaves_nothing() throws IOException {
        Path made = results.newRun("try");
        assertThat(made).isDirectory();
        assertThat(made.getFileName().toString()).endsWith("-try");
        results.deleteUnused(made);
        assertThat(made).doesNotExist();
        Path used = run("used", "{}");
        results.deleteUnused(used);
        assertThat(used).exists();
    }
}
