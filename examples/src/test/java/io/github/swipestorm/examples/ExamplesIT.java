package io.github.swipestorm.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.LoadResult;
import io.github.swipestorm.Swipestorm;
import io.github.swipestorm.client.plan.SelfWarmUp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs every example against a server on the loopback interface. */
class ExamplesIT {

    @RegisterExtension
    static final AlbumServer SERVER = new AlbumServer();

    @Test
    void the_program_prints_its_result() throws InterruptedException {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(printed, true, UTF_8)) {
            System.setOut(out);
            PlainProgram.main(new String[] {SERVER.url(), "1"});
        } finally {
            System.setOut(before);
        }

        assertThat(printed.toString(UTF_8)).contains("VERDICT: ", "Throughput: ", "p99<100ms is ");
    }

    @Test
    void the_workload_is_found_by_its_name_and_adds_an_album_in_ten() throws InterruptedException {
        LoadResult result = Swipestorm.load(SERVER.url())
                .workload("albums")
                .workers(2)
                .requests(200)
                .plan(plan -> plan.seed(3).selfWarmUp(SelfWarmUp.NONE))
                .run();

        assertThat(result.counts().attemptsByStatus()).containsEntry(200, 180L).containsEntry(201, 20L);
        assertThat(SERVER.added()).isEqualTo(20);
    }

    @Test
    void the_model_is_found_by_its_name_and_sends_every_request_once() throws InterruptedException {
        LoadResult result = Swipestorm.load(SERVER.url())
                .get("/albums")
                .model("blocks")
                .workers(3)
                .requests(100)
                .plan(plan -> plan.selfWarmUp(SelfWarmUp.NONE))
                .run();

        assertThat(result.counts().ok()).isEqualTo(100);
        assertThat(result.details().plan().model()).isEqualTo(new Blocks());
    }

    /** What follows {@code <!-- file: ... -->} on the page is the file, from its first declaration on. */
    @Test
    void the_page_shows_the_code_that_is_run_here() throws IOException {
        Path root = Path.of("..");
        String page = Files.readString(root.resolve("docs/library.md"));
        Matcher snippets = Pattern.compile("<!-- file: (\\S+) -->\\n```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(page);
        int found = 0;
        while (snippets.find()) {
            assertThat(Files.readString(root.resolve(snippets.group(1))))
                    .as(snippets.group(1))
                    .endsWith(snippets.group(2));
            found++;
        }
        assertThat(found).isEqualTo(5);
    }
}
