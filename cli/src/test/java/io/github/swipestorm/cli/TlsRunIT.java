package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person sees of load that travels over TLS. */
class TlsRunIT {

    private static final String SHOUT = "INSECURE: no certificate is checked (--insecure)";

    @TempDir
    private Path directory;

    @Test
    void a_trusted_server_gets_its_load_and_nobody_shouts() {
        Certificates.trusting(() -> {
            try (FaultServer server = secured(Certificates.GOOD)) {
                CommandRun run = run(server.url());

                assertThat(run.exitCode()).isZero();
                assertThat(server.received()).isEqualTo(20);
                assertThat(run.out() + run.err()).doesNotContain("INSECURE");
                assertThat(read("summary.json")).contains("\"insecure\" : false");
                assertThat(read("report.html")).doesNotContain("INSECURE");
            }
        });
    }

    @Test
    void a_certificate_that_proves_nothing_fails_the_run_and_says_why() {
        try (FaultServer server = secured(Certificates.SELF_SIGNED)) {
            CommandRun run = run(server.url(), "--retries", "0");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(server.received()).isZero();
            assertThat(run.out())
                    .contains("20 x tls: " + server.url()
                            + ": no trusted authority has signed its certificate: add it with --cacert; --insecure sends to it all"
                            + " the same");
            assertThat(read("records.csv").lines().skip(1))
                    .hasSize(20)
                    .allSatisfy(row -> assertThat(row).contains(",tls,"));
            assertThat(read("summary.json")).contains("\"tls\" : 20");
        }
    }

    @Tag("fault")
    @DisplayName(
            "Certificates are not checked, by --insecure -> shouted at the start, in the console report, report.html, "
                    + "report.md, the live view and comparisons of finished runs; `insecure` is true in summary.json")
    @Test
    void any_certificate_will_do_with_insecure_and_everything_says_so() {
        try (FaultServer server = secured(Certificates.SELF_SIGNED)) {
            CommandRun run = run(server.url(), "--insecure");

            assertThat(run.exitCode()).isZero();
            assertThat(server.received()).isEqualTo(20);
            assertThat(run.err()).contains("WARNING: " + SHOUT);
            assertThat(run.out()).startsWith(SHOUT);
            assertThat(read("summary.json")).contains("\"insecure\" : true");
            assertThat(read("report.html")).contains(SHOUT);
        }
    }

    @Test
    void an_experiment_without_a_look_at_certificates_says_so() {
        try (FaultServer server = secured(Certificates.SELF_SIGNED)) {
            CommandRun run = run(server.url(), "--insecure", "--repeat", "2", "--pause", "0s");

            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).contains("WARNING: " + SHOUT);
            assertThat(run.out()).contains("WARNING: " + SHOUT);
            assertThat(read("report.md")).contains("WARNING: " + SHOUT);
            assertThat(read("report.html")).contains(SHOUT);
            assertThat(read("experiment.json")).contains("\"insecure\" : true");
            String out = directory.resolve("out").toString();
            assertThat(CommandRun.of("compare", "runs", out, out).out()).contains("WARNING: " + SHOUT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "nio"})
    void options_of_tls_are_in_every_report_and_the_password_in_none(String transport) throws IOException {
        Path authority = Files.writeString(directory.resolve("ca.pem"), Certificates.authorityPem());
        Path own = directory.resolve("own.p12");
        try (OutputStream out = Files.newOutputStream(own)) {
            Certificates.GOOD.keyStore("hush-hush").store(out, "hush-hush".toCharArray());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        try (FaultServer server =
                FaultServer.secured(Certificates.GOOD.context(), socket -> socket.setNeedClientAuth(true), List.of())) {
            CommandRun run = run(
                    server.url(),
                    "--cacert=" + authority,
                    "--client-cert=" + own,
                    "--client-cert-password=hush-hush",
                    "--tls-versions=1.2",
                    "--no-tls-resumption",
                    "--transport=" + transport,
                    "--details");

            assertThat(run.exitCode()).isZero();
            assertThat(server.received()).isEqualTo(20);
            assertThat(run.out())
                    .contains(transport + ", TLS 1.2, trusting " + authority + ", client certificate " + own
                            + ", no session resumed");
            assertThat(read("summary.json"))
                    .contains("\"authorities\" : \"" + authority, "\"clientCertificate\" : \"" + own);
            try (Stream<Path> files = Files.walk(directory.resolve("out"))) {
                assertThat(files.filter(Files::isRegularFile).map(TlsRunIT::text))
                        .isNotEmpty()
                        .noneMatch(text -> text.contains("hush-hush"));
            }
        }
    }

    @Test
    void a_provider_that_is_not_there_or_cannot_do_it_is_named() {
        CommandRun absent = run("https://127.0.0.1:1", "--tls-provider=conscrypt", "--transport=nio");
        assertThat(absent.exitCode()).isEqualTo(2);
        assertThat(absent.err())
                .contains("--tls-provider conscrypt", "org.conscrypt:conscrypt-openjdk-uber, is not on the class path");
        CommandRun ciphers = run("https://127.0.0.1:1", "--tls-provider=conscrypt", "--ciphers=TLS_AES_128_GCM_SHA256");
        assertThat(ciphers.exitCode()).isEqualTo(2);
        assertThat(ciphers.err()).contains("--ciphers and --tls-provider contradict each other");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FaultServer secured(Certificates certificate) {
        return FaultServer.secured(certificate.context(), List.of());
    }

    private CommandRun run(String url, String... more) {
        List<String> args = new ArrayList<>(List.of("run", "--url", url, "--requests", "20", "--threads", "2"));
        args.addAll(List.of("--output", directory.resolve("out").toString(), "--self-warmup", "none"));
        args.addAll(List.of(more));
        return CommandRun.of(args);
    }

    private String read(String name) {
        try {
            return Files.readString(directory.resolve("out").resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
