package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.Act.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.FaultServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a person sees of a run through a proxy, with a password and with followed redirects. */
class HttpFeaturesRunIT {

    private static final String PASSWORD = "open:Sesame";

    @TempDir
    private Path directory;

    static List<List<String>> waysToGiveAPassword() {
        return List.of(List.of("--user", "jo:" + PASSWORD), List.of("--user=jo:" + PASSWORD));
    }

    @ParameterizedTest
    @MethodSource("waysToGiveAPassword")
    void the_password_is_in_nothing_that_a_run_leaves_or_says(List<String> user) throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = run(server.url(), user);

            assertThat(run.exitCode()).isZero();
            assertThat(run.out() + run.err()).doesNotContain(PASSWORD);
            try (Stream<Path> files = Files.list(directory.resolve("out"))) {
                assertThat(files.filter(Files::isRegularFile).toList())
                        .hasSizeGreaterThan(5)
                        .allSatisfy(
                                file -> assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                                        .doesNotContain(PASSWORD));
            }
            assertThat(directory.resolve("out/summary.json"))
                    .content()
                    .contains("***", "--requests 20", "\"user\" : \"jo\"");
        }
    }

    @Test
    void the_console_names_the_http_features() {
        try (FaultServer proxy = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = run(
                    "http://nowhere.invalid:8080/app",
                    List.of("--proxy", proxy.url(), "--user", "jo:" + PASSWORD, "--follow-redirects"));

            assertThat(run.exitCode()).isZero();
            assertThat(run.out())
                    .contains("transport nio (auto: takes the least CPU per request) with proxy " + proxy.url()
                            + ", basic authentication as jo, redirects followed (at most 10), to "
                            + "http://nowhere.invalid:8080/app");
            assertThat(proxy.received()).isEqualTo(20);
        }
    }

    @Test
    void without_features_none_are_mentioned() throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            CommandRun run = run(server.url(), List.of());

            assertThat(run.out()).contains("transport nio (auto: takes the least CPU per request), to ");
            assertThat(Files.readString(directory.resolve("out/summary.json")).replaceAll("\\s", ""))
                    .contains("\"proxy\":null,\"user\":null,\"followRedirects\":false");
        }
    }

    private CommandRun run(String url, List<String> more) {
        List<String> args = new ArrayList<>(List.of("run", "--url", url, "--requests", "20", "--threads", "2"));
        args.addAll(List.of("--self-warmup", "none"));
        args.addAll(List.of("--output", directory.resolve("out").toString()));
        args.addAll(more);
        return CommandRun.of(args);
    }
}
