package io.github.swipestorm.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

class ServerMainTest {

    private static final ServerMain.Program PROGRAM =
            new ServerMain.Program("test", "Serves a test.", "http", Optional.empty());

    private static ServerOptions parse(int javaVersion, String... args) {
        return ServerMain.parse(PROGRAM, args, javaVersion, System.out).orElseThrow();
    }

    /** What a main did: its exit code, -1 if it runs, and what it printed. */
    private record Run(int exitCode, String out, String err) {

        static Run of(ServerMain.Starter starter, String... args) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            int exitCode = ServerMain.run(PROGRAM, args, starter, new PrintStream(out), new PrintStream(err))
                    .orElse(-1);
            return new Run(exitCode, out.toString(), err.toString());
        }

        static Run ofUnstarted(String... args) {
            return of(
                    options -> {
                        throw new AssertionError("it was started");
                    },
                    args);
        }
    }

    @Test
    void helpNamesEveryOption() {
        Run run = Run.ofUnstarted("--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("--port", "8080", "--server-threads", "200", "--virtual-threads", "--parent-lifeline");
        assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --nonsense         | Unknown option: '--nonsense'
                    --port=65536       | --port must be from 0 to 65535, not 65536
                    --server-threads=0 | --server-threads must be from 1 to 10000, not 0
                    --tls-key=k.pem    | --tls-certificate and --tls-key belong together: give both, or neither
                    """)
    void wrongOptionsAreOneLineAndExitCodeTwo(String option, String message) {
        assertThat(Run.ofUnstarted(option))
                .isEqualTo(new Run(2, "", message + " (--help lists the options)" + System.lineSeparator()));
    }

    @Test
    void aServerThatStartsIsOneLine() {
        assertThat(Run.of(options -> options.port() + 1, "--port", "80"))
                .isEqualTo(new Run(
                        -1, "Swipestorm test server ready at http://localhost:81/" + System.lineSeparator(), ""));
    }

    @Test
    void whatPreventsAStartIsOneLineAndExitCodeOne() {
        Run taken = Run.of(
                options -> {
                    throw new IllegalStateException("no", new BindException("Address already in use"));
                },
                "--port=80");
        assertThat(taken)
                .isEqualTo(new Run(1, "", "cannot listen on port 80: Address already in use" + System.lineSeparator()));
        Run broken = Run.of(options -> {
            throw new IllegalStateException("no", new IOException("a disk"));
        });
        assertThat(broken)
                .isEqualTo(new Run(1, "", "cannot start: java.io.IOException: a disk" + System.lineSeparator()));
    }

    @Test
    void defaultsAreThoseOfAnOrdinaryTomcat() {
        ServerOptions options = parse(17);
        assertThat(options.port()).isEqualTo(8080);
        assertThat(options.threads()).isEqualTo(200);
        assertThat(options.virtualThreads()).isFalse();
        assertThat(options.parentLifeline()).isFalse();
    }

    @Test
    void takesTheLimitsThemselves() {
        assertThat(parse(17, "--port", "0", "--server-threads", "1").port()).isZero();
        assertThat(parse(17, "--port=65535", "--server-threads=10000").threads())
                .isEqualTo(10_000);
        assertThat(parse(17, "--parent-lifeline").parentLifeline()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--port=-1",
                "--port=65536",
                "--port=x",
                "--port",
                "--server-threads=0",
                "--server-threads=10001",
                "--threads=1",
                "8080"
            })
    void refusesEverythingElse(String argument) {
        assertThatThrownBy(() -> parse(17, argument)).isInstanceOf(ParameterException.class);
    }

    @Test
    void aServerWithACertificateIsReadyAtHttps(@TempDir Path directory) throws IOException {
        ServerCertificate files = ServerCertificate.selfSigned(directory);
        assertThat(Run.of(
                        options -> {
                            assertThat(options.certificate()).contains(files);
                            assertThat(options.http2()).isTrue();
                            return 81;
                        },
                        "--http2",
                        "--tls-certificate=" + files.certificate(),
                        "--tls-key=" + files.key()))
                .isEqualTo(new Run(
                        -1, "Swipestorm test server ready at https://localhost:81/" + System.lineSeparator(), ""));
        assertThat(directory).isDirectoryNotContaining("glob:**.p12");
        if (Files.getFileStore(directory).supportsFileAttributeView("posix")) {
            assertThat(Files.getPosixFilePermissions(files.key()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        String key = Files.readString(files.key());
        assertThatThrownBy(() -> ServerCertificate.selfSigned(directory))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(files.key()).hasContent(key);
    }

    @Test
    void filesThatAreNoCertificateAndNoKeyAreNamed(@TempDir Path directory) throws IOException {
        ServerCertificate files = ServerCertificate.selfSigned(directory);
        assertThat(Run.ofUnstarted("--tls-certificate=" + files.key(), "--tls-key=" + files.key())
                        .err())
                .startsWith("--tls-certificate '" + files.key()
                        + "' has no line -----BEGIN CERTIFICATE-----: give it a PEM file");
        assertThat(Run.ofUnstarted("--tls-certificate=" + files.certificate(), "--tls-key=" + directory)
                        .err())
                .startsWith("--tls-key '" + directory + "' is not a file that can be read");
    }

    /** Options of one kind of server. */
    private static final class Further {

        @Option(names = "--answers")
        private int answers;
    }

    @Test
    void aKindOfServerHasOptionsAndASchemeOfItsOwn() {
        Further further = new Further();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ServerMain.Program board = new ServerMain.Program("board", "Serves.", "tcp", Optional.of(further));
        ServerMain.run(board, new String[] {"--answers=3"}, options -> 70, new PrintStream(out), System.err);
        assertThat(out).hasToString("Swipestorm board server ready at tcp://localhost:70/" + System.lineSeparator());
        assertThat(further.answers).isEqualTo(3);
    }

    @Test
    void virtualThreadsNeedJava21() {
        assertThat(parse(21, "--virtual-threads").virtualThreads()).isTrue();
        assertThatThrownBy(() -> parse(20, "--virtual-threads"))
                .isInstanceOf(ParameterException.class)
                .hasMessage("--virtual-threads needs Java 21 or newer, this is Java 20");
    }
}
