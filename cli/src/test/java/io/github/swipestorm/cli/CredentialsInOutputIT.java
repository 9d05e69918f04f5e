package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.transport.TransportType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that real runs leave and say is searched for what was secret in them. */
class CredentialsInOutputIT {

    private static final String PASSWORD = "open:S3same!";
    private static final String ENCODED =
            Base64.getEncoder().encodeToString(("jo:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    private static final String TOKEN = "t0k3nFromTheServer";
    private static final List<String> SECRETS = List.of(PASSWORD, "S3same", ENCODED, TOKEN);

    @TempDir
    private Path directory;

    /** Ways in which a server can echo secrets, or invent them, where a failure quotes it. */
    private static List<List<Act>> tellTales() {
        return Stream.of(
                        "HTTP/1.1 200 OK\r\nAuthorization Basic " + ENCODED + "\r\n\r\n",
                        "HTTP/1.1 200 OK\r\nno header " + PASSWORD + "\r\n\r\n",
                        "HTTP/1.1 200 OK\r\nContent-Length: token=" + TOKEN + "\r\n\r\n",
                        "you are jo, " + PASSWORD + "\r\n\r\n",
                        "HTTP/1.1 302 Found\r\nLocation: nowhere://jo:" + PASSWORD + "@h/?access_token=" + TOKEN
                                + "\r\nContent-Length: 0\r\n\r\n",
                        "HTTP/1.1 302 Found\r\nLocation: http://jo:" + TOKEN + "@[broken/?key=" + TOKEN
                                + "\r\nContent-Length: 0\r\n\r\n")
                .map(text -> List.of(READ, write(text), CLOSE))
                .toList();
    }

    @Test
    @Tag("fault")
    @DisplayName("Credentials in --user, and a server that sends them back in broken answers and redirects -> "
            + "neither they nor tokens of the server's are in any file, on the console, or in a report made again")
    void no_credential_is_in_anything_that_a_run_leaves_or_says() throws Exception {
        Path out = directory.resolve("out");
        try (FaultServer server = FaultServer.scripted(tellTales())) {
            List<String> args = new ArrayList<>(List.of("run", "--url", server.url(), "--requests", "20"));
            args.addAll(List.of("--threads", "1", "--retries", "10", "--self-warmup", "none", "--live", "--details"));
            args.addAll(List.of("--user", "jo:" + PASSWORD, "--follow-redirects", "--output", out.toString()));
            CommandRun run = CommandRun.of(args);

            assertThat(run.exitCode()).as(run.out()).isZero();
            assertThat(run.out()).contains("Why attempts failed", "***");
            expectNoSecret(run);
        }
        expectNoSecret(CommandRun.of("report", out.toString()));
        assertThat(filesBelow(out)).hasSizeGreaterThan(9);
        expectNoSecretBelow(directory);
    }

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#transports")
    void a_token_issued_by_the_server_is_redacted_with_every_transport(TransportType transport) throws Exception {
        List<List<Act>> answers = Stream.of(
                        "Content-Length: token=" + TOKEN, "Authorization Bearer " + TOKEN, "Set-Cookie : " + TOKEN)
                .map(line -> List.of(READ, write("HTTP/1.1 200 OK\r\n" + line + "\r\n\r\n"), CLOSE))
                .toList();
        try (FaultServer server = FaultServer.scripted(answers)) {
            List<String> args = new ArrayList<>(List.of("run", "--url", server.url(), "--requests", "20"));
            args.addAll(List.of(
                    "--threads", "1", "--self-warmup", "none", "--transport", transport.toString(), "--details"));
            args.addAll(List.of("--output", directory.resolve("out").toString()));
            CommandRun run = CommandRun.of(args);

            assertThat(run.out()).contains("Why attempts failed", "***");
            expectNoSecret(run);
        }
        expectNoSecretBelow(directory);
    }

    @Test
    @Tag("fault")
    @DisplayName("An experiment with --user that is interrupted -> its plan file has *** instead of the password, "
            + "and resume asks to have the command typed again")
    void no_credential_is_in_anything_that_an_experiment_leaves_or_says() throws Exception {
        Path out = directory.resolve("out");
        try (QuickServer server = new QuickServer()) {
            List<String> args = new ArrayList<>(List.of("run", "--repeat", "2", "--url"));
            args.addAll(List.of(server.target().toString(), "--requests", "20", "--threads", "1"));
            args.addAll(List.of("--pause", "0s", "--self-warmup", "none", "--user=jo:" + PASSWORD));
            args.addAll(List.of("--output", out.toString()));
            CommandRun run = CommandRun.of(args);

            assertThat(run.exitCode()).as(run.err()).isZero();
            expectNoSecret(run);
        }
        CommandRun resume = CommandRun.of("resume", out.toString());
        assertThat(resume.exitCode()).isEqualTo(2);
        assertThat(resume.err()).contains("needs a secret in --user");
        expectNoSecret(resume);
        assertThat(out.resolve("experiment.json")).content().contains("***");
        assertThat(filesBelow(out)).hasSizeGreaterThan(15);
        expectNoSecretBelow(directory);
    }

    static List<List<String>> mistakes() {
        return List.of(
                List.of("--url", "http://jo:S3same@localhost:1/app"),
                List.of("--url", "http://jo:S3/same@localhost:1/app"),
                List.of("--url", "http://jo:S3 same@localhost:1/app"),
                List.of("--url", "jo:S3same@localhost:1"),
                List.of("--url", "http://localhost:1/app?token=S3same"),
                List.of("-u", "http://localhost:1/app?api-key=S3same&x=1"),
                List.of("--proxy", "http://jo:S3same@localhost:1"),
                List.of("--proxy", "jo:S3same"),
                List.of("--user", "S3same"),
                List.of("-user=jo:S3same"),
                List.of("--usr", "jo:S3same"),
                List.of("--usr=jo:S3same"),
                List.of("--usr:jo:S3same"),
                List.of("--token", "S3same"),
                List.of("--header", "Authorization: Bearer S3same"),
                List.of("--header", "X-Api-Key: S3same", "--threads", "2"),
                List.of("-H", "Cookie: sid=S3same"),
                List.of("--follow-redirects", "jo:S3same"),
                List.of("--threads", "token=S3same"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void what_may_be_a_credential_is_not_quoted_in_a_refusal(List<String> mistake) {
        List<String> args = new ArrayList<>(List.of("run"));
        args.addAll(mistake);

        CommandRun run = CommandRun.of(args);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(2);
        assertThat(run.out() + run.err()).doesNotContainIgnoringCase("same");
    }

    private static void expectNoSecret(CommandRun run) {
        assertThat(run.out() + run.err()).doesNotContain(SECRETS);
    }

    /** Also pictures and logs: a secret in them would be as legible as anywhere. */
    private static void expectNoSecretBelow(Path directory) throws Exception {
        for (Path file : filesBelow(directory)) {
            assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                    .as(file.toString())
                    .doesNotContain(SECRETS);
        }
    }

    private static List<Path> filesBelow(Path directory) throws Exception {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
