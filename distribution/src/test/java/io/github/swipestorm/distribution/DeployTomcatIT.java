package io.github.swipestorm.distribution;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.api.contract.StandaloneTomcat;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The script that deploys, against a real Tomcat: into its directory, over an ssh that goes nowhere, by its manager. */
@Tag("jdk-independent")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class DeployTomcatIT {

    private static final Path SCRIPT = Script.ROOT.resolve("scripts/deploy-tomcat.sh");
    private static final String USER = "deployer";
    private static final String PASSWORD = "let me in";

    @TempDir
    private static Path temporary;

    private static Path base;
    private static Path sshPrograms;
    private static Path broken;
    private static StandaloneTomcat tomcat;
    private static String url;

    @BeforeAll
    static void start() throws IOException {
        base = Files.createDirectory(temporary.resolve("the base's directory"));
        tomcat = StandaloneTomcat.startWithManager(
                Path.of(System.getProperty("swipestorm.tomcat")), base, USER, PASSWORD);
        url = tomcat.base().toString().replaceFirst("/$", "");
        sshPrograms = Files.createDirectory(temporary.resolve("programs"));
        Path ssh = sshPrograms.resolve("ssh");
        // The command is the last word, and a real ssh hands it to a shell, too.
        Files.writeString(
                ssh, "#!/bin/sh\necho \"$*\" >>\"$SSH_CALLS\"\nfor command; do :; done\nexec sh -c \"$command\"\n");
        Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
        broken = temporary.resolve("broken.war");
        try (ZipOutputStream war = new ZipOutputStream(Files.newOutputStream(broken))) {
            war.putNextEntry(new ZipEntry("index.html"));
            war.write("no swipes here".getBytes(StandardCharsets.UTF_8));
        }
    }

    @AfterAll
    static void stop() throws IOException {
        tomcat.close();
    }

    /** How a WAR gets to Tomcat. */
    enum Way {
        DIRECTORY("--catalina-base"),
        SSH("--ssh", "me@far-away", "--catalina-base"),
        MANAGER("--manager");

        private final List<String> options;

        Way(String... options) {
            this.options = List.of(options);
        }

        Script.Run deploy(String context, String... arguments) throws Exception {
            List<String> words = new ArrayList<>(options);
            words.add(this == MANAGER ? url + "/manager" : base.toString());
            words.addAll(List.of("--context", context, "--url", url));
            words.addAll(List.of("--timeout", String.valueOf(MAX_WAIT.toSeconds())));
            words.addAll(List.of(arguments));
            return Script.of(SCRIPT)
                    .findingFirst(sshPrograms)
                    .with("SSH_CALLS", temporary.resolve("calls").toString())
                    .with("TOMCAT_USER", USER)
                    .with("TOMCAT_PASSWORD", PASSWORD)
                    .run(words);
        }
    }

    /** With a short time-out, as it passes; a longer one if that was not enough for the old WAR to be back. */
    private static Script.Run deployBroken(Way way, String context) throws Exception {
        for (int seconds = 6; ; seconds *= 2) {
            Script.Run run = way.deploy(context, "--timeout", String.valueOf(seconds), broken.toString());
            if (!run.err().contains("does not answer") || seconds > 200) {
                return run;
            }
            await().atMost(MAX_WAIT).untilAsserted(() -> assertUp(context));
        }
    }

    private static HttpResponse<String> health(String context) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url + "/" + context + "/health"))
                                .build(),
                        BodyHandlers.ofString());
    }

    private static void assertUp(String context) throws Exception {
        HttpResponse<String> health = health(context);
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).isEqualTo("{\"status\":\"UP\"}");
    }

    /** The files that a context has in the webapps directory, hidden ones included. */
    private static List<String> files(String context) throws IOException {
        try (Stream<Path> files = Files.list(base.resolve("webapps"))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.contains(context))
                    .toList();
        }
    }

    /** What lies in the library directories of all that a context has unpacked. */
    private static List<String> libraries(String context) throws IOException {
        try (Stream<Path> files = Files.walk(base.resolve("webapps"))) {
            return files.filter(file -> file.getParent().endsWith("WEB-INF/lib"))
                    .filter(file -> file.toString().contains(context))
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void a_war_is_deployed_once_and_survives_one_that_does_not_work(Way way) throws Exception {
        String context = "life-" + way.name().toLowerCase(Locale.ROOT);

        Script.Run first = way.deploy(context, "servlet");
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out()).endsWith("answers at " + url + "/" + context + "/\n");
        assertUp(context);
        List<String> files = files(context);
        assertThat(files).hasSize(1);

        Script.Run second = way.deploy(context, "servlet");
        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(second.out()).contains("the same WAR is there already", "nothing to do");

        Script.Run third = deployBroken(way, context);
        assertThat(third.exitCode()).isEqualTo(1);
        assertThat(third.err()).contains("before").contains("answers at " + url + "/" + context + "/");
        assertUp(context);
        assertThat(files(context)).isEqualTo(files);
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"DIRECTORY", "MANAGER"})
    void another_servers_war_takes_the_place_of_the_one_that_was_there(Way way) throws Exception {
        String context = "change-" + way.name().toLowerCase(Locale.ROOT);
        assertThat(way.deploy(context, "servlet").exitCode()).isZero();
        assertThat(libraries(context)).noneMatch(name -> name.startsWith("spring-"));

        Script.Run run = way.deploy(context, "springboot");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertUp(context);
        assertThat(libraries(context)).anyMatch(name -> name.startsWith("spring-"));
        assertThat(files(context)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"DIRECTORY", "MANAGER"})
    void of_a_first_war_that_does_not_work_nothing_is_left(Way way) throws Exception {
        String context = "vain-" + way.name().toLowerCase(Locale.ROOT);

        Script.Run run = way.deploy(context, "--timeout", "4", broken.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(files(context)).isEmpty();
    }

    @Test
    void an_application_that_cannot_start_is_taken_away_again_by_the_manager() throws Exception {
        Path war = temporary.resolve("no-start.war");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
            zip.write(("<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\"><listener>"
                            + "<listener-class>no.such.Listener</listener-class></listener></web-app>")
                    .getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Way.MANAGER.deploy("no-start", "servlet").exitCode()).isZero();
        List<String> files = files("no-start");

        Script.Run run = Way.MANAGER.deploy("no-start", war.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("the manager said: FAIL", "the version that was there before answers");
        assertUp("no-start");
        assertThat(files("no-start")).isEqualTo(files);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void a_dry_run_says_what_it_would_do_and_does_nothing(Way way) throws Exception {
        Script.Run run = way.deploy("dry", "--dry-run", "servlet");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines()).isNotEmpty().allMatch(line -> line.startsWith("deploy-tomcat: would "));
        assertThat(files("dry")).isEmpty();
        assertThat(health("dry").statusCode()).isEqualTo(404);
    }

    @Test
    void over_ssh_every_step_goes_through_ssh() throws Exception {
        assertThat(Way.SSH.deploy("over-ssh", "servlet").exitCode()).isZero();

        assertThat(Files.readAllLines(temporary.resolve("calls")))
                .allMatch(call -> call.startsWith("-o BatchMode=yes -- me@far-away "))
                .anyMatch(call -> call.contains("mv -f"));
    }

    @Test
    void a_tomcat_that_does_not_run_is_not_touched() throws Exception {
        Path other =
                Files.createDirectories(temporary.resolve("stopped/webapps")).getParent();

        Script.Run run =
                Script.of(SCRIPT).run("--catalina-base", other.toString(), "--url", "http://127.0.0.1:1", "servlet");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("nothing answers at http://127.0.0.1:1");
        assertThat(other.resolve("webapps")).isEmptyDirectory();
    }

    @Test
    void a_wrong_password_is_one_line() throws Exception {
        Script.Run run = Script.of(SCRIPT)
                .with("TOMCAT_USER", USER)
                .with("TOMCAT_PASSWORD", "guessed")
                .run("--manager", url + "/manager", "servlet");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("role manager-script").doesNotContain("guessed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "| which WAR?",
                "no-such.war | no-such.war",
                "servlet springboot | one WAR at a time",
                "--colour servlet | --colour",
                "servlet --context | --context needs a value",
                "servlet --context a/b | 'a/b'",
                "servlet --timeout 0 | not '0'",
                "servlet --timeout soon | 'soon'",
                "servlet --url localhost | 'localhost'",
                "servlet --manager http://localhost/manager --ssh me | --manager needs neither",
                "servlet --manager http://localhost/manager | TOMCAT_USER",
                "servlet --ssh -oProxyCommand=x | not a host",
                "servlet --ssh-config x | --ssh-config needs --ssh",
                "servlet | where is Tomcat?",
                "servlet --catalina-base /nowhere | '/nowhere'",
            })
    void a_wrong_value_is_named_in_one_line_and_nothing_is_done(String arguments, String named) throws Exception {
        String[] words = arguments == null ? new String[0] : arguments.split(" ");

        Script.Run run = Script.of(SCRIPT)
                .with("CATALINA_HOME", "")
                .with("CATALINA_BASE", "")
                .with("TOMCAT_USER", "")
                .run(words);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).singleElement().asString().contains(named);
    }
}
