package io.github.swipestorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The archives, unpacked as a user does, on a host that has a Java and no other tool of ours. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class DistributionIT {

    private static final String ARCHIVE = System.getProperty("swipestorm.archive");
    private static final String VERSION = System.getProperty("swipestorm.version");

    /** All that the launcher calls, and no java, javac or mvn. */
    private static final List<String> TOOLS = List.of("dirname", "readlink", "sed", "head");

    /** A relative link: its file, and its anchor if it has one. */
    private static final Pattern LINK = Pattern.compile("]\\((?![a-z]+:)([^)#\\s]*)(?:#([^)]+))?\\)");

    /** A program, or another file beside it, as commands name them from the archive's directory. */
    private static final Pattern PROGRAM = Pattern.compile("(?<![\\w./-])(?:bin|scripts)/[\\w./-]*\\w");

    /** A command of Maven, which a host with this archive alone cannot run. */
    private static final Pattern MAVEN = Pattern.compile("\\bmvnw? [-\\w:]+");

    @TempDir
    private static Path temporary;

    private static final Map<String, Path> HOMES = new TreeMap<>();
    private static Path tools;
    private static Path javaOnly;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        Path root = Files.createDirectory(temporary.resolve("a place with spaces"));
        HOMES.put("zip", unzip(Path.of(ARCHIVE + ".zip"), Files.createDirectory(root.resolve("zip"))));
        Path tar = Files.createDirectory(root.resolve("tar gz"));
        assertThat(Script.of(Path.of("tar")).run("-xzf", ARCHIVE + ".tar.gz", "-C", tar.toString()))
                .isEqualTo(new Script.Run(0, "", ""));
        HOMES.put("tar.gz", tar.resolve("swipestorm-" + VERSION));
        tools = Files.createDirectory(root.resolve("tools"));
        for (String tool : TOOLS) {
            program(tools.resolve(tool), "exec " + find(tool) + " \"$@\"");
        }
        javaOnly = Files.createDirectory(root.resolve("java only"));
        program(
                javaOnly.resolve("java"),
                "exec '" + Path.of(System.getProperty("java.home"), "bin", "java") + "' \"$@\"");
    }

    private static void program(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path unzip(Path archive, Path target) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("enablePosixFileAttributes", true));
                Stream<Path> files = Files.walk(zip.getPath("/"))) {
            for (Path file : (Iterable<Path>) files.skip(1)::iterator) {
                Path copy = target.resolve(file.toString().substring(1));
                Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
                Files.setPosixFilePermissions(copy, mode);
            }
        }
        return target.resolve("swipestorm-" + VERSION);
    }

    private static Path find(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(directory -> Path.of(directory, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + tool + " in the PATH"));
    }

    private static Script swipestorm(String archive) {
        return Script.of(HOMES.get(archive).resolve("bin/swipestorm"))
                .in(temporary)
                .with("JAVA_HOME", "")
                .with("PATH", tools + ":" + javaOnly);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zip", "tar.gz"})
    void says_version_commit_and_java(String archive) throws Exception {
        Script.Run run = swipestorm(archive).run("version");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .matches("swipestorm " + Pattern.quote(VERSION) + " \\(commit [-0-9a-z]+\\)"),
                        line -> assertThat(line).startsWith("Java " + System.getProperty("java.version")));
    }

    @ParameterizedTest
    @CsvSource({"zip, servlet", "tar.gz, springboot"})
    void sends_load_to_each_of_its_servers_and_looks_at_the_run_again(String archive, String server) throws Exception {
        Path output = temporary.resolve("a run of " + archive + " " + server);

        Script.Run run = swipestorm(archive)
                .run(
                        "run",
                        "--server",
                        server,
                        "--threads",
                        "4",
                        "--requests",
                        "500",
                        "--self-warmup",
                        "none",
                        "--output",
                        output.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(output.resolve("summary.json")).content().contains("\"ok\" : 500");
        assertThat(output.resolve("records.csv")).content().hasLineCount(501);
        Script.Run report = swipestorm(archive).run("report", output.toString());
        assertThat(report.exitCode()).as(report.err()).isZero();
        assertThat(report.out()).contains("500 requests");
    }

    @Test
    void both_archives_hold_the_same_with_the_same_modes() throws IOException {
        assertThat(modes(HOMES.get("zip"))).isEqualTo(modes(HOMES.get("tar.gz")));
    }

    @Test
    void programs_can_be_run_and_nothing_else_can() throws IOException {
        modes(HOMES.get("zip")).forEach((name, mode) -> {
            boolean program = name.startsWith("bin/") || (name.startsWith("scripts/") && name.endsWith(".sh"));
            boolean directory = Files.isDirectory(HOMES.get("zip").resolve(name));
            assertThat(mode).as(name).isEqualTo(program || directory ? "rwxr-xr-x" : "rw-r--r--");
        });
    }

    private static Map<String, String> modes(Path home) throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            Map<String, String> modes = new TreeMap<>();
            files.forEach(file -> modes.put(home.relativize(file).toString(), mode(file)));
            return modes;
        }
    }

    private static String mode(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cli", "servlet-server", "springboot-server", "study-servers"})
    void a_class_path_has_each_library_once(String module) throws IOException {
        try (Stream<Path> jars = Files.list(HOMES.get("zip").resolve("lib").resolve(module))) {
            assertThat(jars.map(jar -> jar.getFileName().toString().replaceFirst("-\\d.*", "")))
                    .contains("swipestorm-server-launch", "swipestorm-" + module)
                    .doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "LICENSE",
                "NOTICE",
                "docs/user-guide.md",
                "docs/numbers.md",
                "docs/networking.md",
                "docs/metrics.md",
                "examples/grafana/swipestorm.json",
                "docs/tutorial.md",
                "docs/workloads.md",
                "examples/workloads/key-value.yaml",
                "examples/workloads/mixed.yaml",
                "examples/workloads/workload.schema.json",
                "servers/servlet-server.war",
                "servers/springboot-server.war",
                "servers/springboot-server.jar",
                "scripts/deploy-tomcat.sh",
                "scripts/reproduce.sh",
                "scripts/ec2/load-test.sh",
                "scripts/ec2/server.yaml"
            })
    void holds(String file) {
        assertThat(HOMES.get("zip").resolve(file)).isNotEmptyFile();
    }

    @Test
    void the_notice_names_every_bundled_library() throws IOException {
        Path home = HOMES.get("zip");
        List<String> named = Pattern.compile("[^\\w.-]+")
                .splitAsStream(Files.readString(home.resolve("NOTICE")))
                .toList();
        try (Stream<Path> jars = Files.walk(home.resolve("lib"))) {
            assertThat(jars.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".jar"))
                            .map(name -> name.replaceFirst("-\\d.*", ""))
                            .filter(name -> !name.startsWith("swipestorm-")))
                    .isNotEmpty()
                    .isSubsetOf(named);
        }
    }

    @Test
    void documents_link_and_name_only_what_is_in_the_archive() throws IOException {
        Path home = HOMES.get("zip");
        List<String> missing = brokenLinks(home);
        for (Path page : pages(home)) {
            String text = Files.readString(page);
            String name = home.relativize(page).toString();
            for (MatchResult program : PROGRAM.matcher(text).results().toList()) {
                if (!Files.exists(home.resolve(program.group()))) {
                    missing.add(name + ": " + program.group());
                }
            }
            MAVEN.matcher(text).results().forEach(command -> missing.add(name + ": " + command.group()));
        }
        assertThat(missing).isEmpty();
    }

    private static List<Path> pages(Path home) throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            List<Path> pages =
                    files.filter(file -> file.toString().endsWith(".md")).toList();
            assertThat(pages).contains(home.resolve("README.md"));
            return pages;
        }
    }

    private static List<String> brokenLinks(Path home) throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages(home)) {
            for (MatchResult link :
                    LINK.matcher(Files.readString(page)).results().toList()) {
                Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                if (!Files.exists(target)
                        || link.group(2) != null && !headings(target).contains(link.group(2))) {
                    broken.add(home.relativize(page) + ": " + link.group());
                }
            }
        }
        return broken;
    }

    /** The anchors that a page's headings have where Markdown is shown. */
    private static List<String> headings(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
                .map(line -> line.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .toList();
    }

    @Test
    void completion_knows_the_commands_and_their_options() throws Exception {
        Path bash = Path.of("/bin/bash");
        assumeTrue(Files.isExecutable(bash), "there is no bash");
        Path completion = HOMES.get("zip").resolve("completion/swipestorm.bash");

        Script.Run run = Script.of(bash)
                .run(
                        "-c",
                        // compopt works only while a key is being completed.
                        "source \"$0\"; compopt() { :; }; COMP_WORDS=(swipestorm run --thr) COMP_CWORD=2; _swipestorm; "
                                + "echo \"${COMPREPLY[*]}\"; COMP_WORDS=(swipestorm run --model =) COMP_CWORD=3; "
                                + "_swipestorm; echo \"${COMPREPLY[*]}\"",
                        completion.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("--threads\naverage producer-consumer less-blocking\n");
    }

    @Test
    void is_started_through_a_link_in_a_directory_of_the_path() throws Exception {
        Path link = temporary.resolve("link to swipestorm");
        Files.createSymbolicLink(
                link, link.getParent().relativize(HOMES.get("zip").resolve("bin/swipestorm")));

        Script.Run run = Script.of(link)
                .with("JAVA_HOME", "")
                .with("PATH", tools + ":" + javaOnly)
                .run("version");

        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @Test
    void java_opts_reach_the_jvm() throws Exception {
        Script.Run run =
                swipestorm("zip").with("JAVA_OPTS", "-Xmx64m -XshowSettings:vm").run("version");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out() + run.err()).contains("64.00M");
    }

    @Test
    void an_archive_of_classes_is_made_after_the_second_run_and_mapped_from_then_on() throws Exception {
        Path cache = temporary.resolve("a cache");
        // Java 17 archives no classes of jars with a space in their path.
        Path unpacked = unzip(Path.of(ARCHIVE + ".zip"), Files.createDirectory(temporary.resolve("unpacked")));
        Path home = Files.createSymbolicLink(temporary.resolve("swipestorm"), unpacked);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://localhost:" + server.getAddress().getPort() + "/";
            runAgainst(url, home, cache);
            assertThat(cache.resolve("swipestorm")).isEmptyDirectory();
            runAgainst(url, home, cache);
            // What cannot be written is not made, and no run fails.
            runAgainst(url, home, Path.of("/dev/null/cache"));
        } finally {
            server.stop(0);
        }

        Path archive = cache.resolve(
                "swipestorm/swipestorm-" + VERSION + "-java-" + System.getProperty("java.version") + ".jsa");
        assertThat(archive).isNotEmptyFile();
        String main = "io.github.swipestorm.cli.Main source: ";
        String mapped = main + "shared objects file (top)";
        assertThat(loaded(home, cache)).contains(mapped);
        Files.setLastModifiedTime(home.resolve("lib/cli/swipestorm-cli-" + VERSION + ".jar"), FileTime.fromMillis(0));
        assertThat(loaded(home, cache)).contains(main).doesNotContain(mapped, "[cds");
        Files.delete(archive);
        Files.writeString(archive, "no archive");
        assertThat(loaded(home, cache)).contains(main).doesNotContain(mapped, "[cds");
    }

    private static void runAgainst(String url, Path home, Path cache) throws Exception {
        Path output = Files.createTempDirectory(temporary, "cached").resolve("run");
        Script.Run run = caching(home, cache)
                .run("run", url, "--requests", "10", "--self-warmup", "none", "--output", output.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
    }

    private static String loaded(Path home, Path cache) throws Exception {
        Script.Run run =
                caching(home, cache).with("JAVA_OPTS", "-Xlog:class+load").run("version");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        return run.out();
    }

    private static Script caching(Path home, Path cache) {
        return Script.of(home.resolve("bin/swipestorm"))
                .in(temporary)
                .with("JAVA_HOME", System.getProperty("java.home"))
                .with("XDG_CACHE_HOME", cache.toString())
                .with("SWIPESTORM_ARCHIVE", "on");
    }

    @Test
    void whatever_names_agents_adds_the_library_for_them() throws Exception {
        Path echo = Files.createDirectories(temporary.resolve("echo java"));
        Files.writeString(echo.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        program(Files.createDirectories(echo.resolve("bin")).resolve("java"), "echo \"$@\"");
        Path file = Files.createDirectory(temporary.resolve("defaults"));
        Script plain = swipestorm("zip").in(file).with("JAVA_HOME", echo.toString());

        assertThat(plain.run("run", "--threads", "2").out())
                .contains("lib/cli")
                .doesNotContain("lib/cluster", "lib/metrics");
        assertThat(plain.run("run", "--join", "127.0.0.1").out())
                .contains("lib/cluster")
                .doesNotContain("lib/metrics");
        assertThat(plain.run("run", "--prometheus", "9400").out()).contains("lib/metrics");
        Files.writeString(file.resolve("swipestorm.yaml"), "# join: not this\nthreads: 2\n");
        assertThat(plain.run("run").out()).doesNotContain("lib/cluster");
        Files.writeString(file.resolve("swipestorm.yaml"), "threads: 2\njoin: 127.0.0.1");
        assertThat(plain.run("run").out()).contains("lib/cluster");
        Files.delete(file.resolve("swipestorm.yaml"));
        assertThat(plain.with("SWIPESTORM_JOIN", "127.0.0.1").run("run").out()).contains("lib/cluster");
        assertThat(plain.with("SWIPESTORM_OTLP", "http://127.0.0.1:4318")
                        .run("run")
                        .out())
                .contains("lib/metrics");
    }

    @Test
    void a_heap_size_that_is_none_is_one_line_that_names_it() throws Exception {
        Script.Run run = swipestorm("zip").with("JAVA_OPTS", "-Xmx3q").run("version");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).singleElement().asString().contains("JAVA_OPTS holds -Xmx3q", "-Xmx512m");
    }

    @Test
    void no_java_is_one_line_that_says_how_to_get_one() throws Exception {
        Script.Run run = swipestorm("zip").with("PATH", tools.toString()).run("version");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .contains("no java in the PATH", "JAVA_HOME is not set", "install Java 17 or newer");
    }

    @Test
    void a_wrong_java_home_is_one_line_that_names_it() throws Exception {
        Script.Run run = swipestorm("zip").with("JAVA_HOME", "/no/such/java").run("version");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).singleElement().asString().contains("/no/such/java", "unset it");
    }

    @Test
    void an_old_java_is_named_by_its_release_file() throws Exception {
        Path old = Files.createDirectories(temporary.resolve("old java"));
        Files.writeString(old.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"11.0.2\"\n");
        String message = oldJava(old, "exit 9");

        assertThat(message).contains("Java 11.0.2, which is too old", "install Java 17 or newer");
    }

    @Test
    void an_old_java_without_a_release_file_is_asked() throws Exception {
        Path old = Files.createDirectories(temporary.resolve("older java"));

        assertThat(oldJava(old, "echo 'openjdk version \"1.8.0_392\"' >&2"))
                .contains("Java 1.8.0_392, which is too old");
    }

    private static String oldJava(Path home, String line) throws Exception {
        program(Files.createDirectories(home.resolve("bin")).resolve("java"), line);
        Script.Run run = swipestorm("zip").with("JAVA_HOME", home.toString()).run("version");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        return run.err();
    }

    @Test
    void the_clients_archive_is_small_and_names_the_full_one_to_users_who_need_a_server() throws Exception {
        Path archive = Path.of(System.getProperty("swipestorm.client-archive") + ".tar.gz");
        assertThat(archive).satisfies(file -> assertThat(Files.size(file)).isLessThan(15_000_000));
        Path target = Files.createDirectory(temporary.resolve("client"));
        assertThat(Script.of(Path.of("tar")).run("-xzf", archive.toString(), "-C", target.toString()))
                .isEqualTo(new Script.Run(0, "", ""));
        Path home = target.resolve("swipestorm-client-" + VERSION);

        Script.Run run = Script.of(home.resolve("bin/swipestorm"))
                .with("JAVA_HOME", "")
                .with("PATH", tools + ":" + javaOnly)
                .run("serve", "servlet");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("not in this distribution", "lib/servlet-server", "full archive", "--url");
        assertThat(brokenLinks(home)).isEmpty();
        assertThat(modes(home).keySet()).isSubsetOf(modes(HOMES.get("tar.gz")).keySet());
    }
}
