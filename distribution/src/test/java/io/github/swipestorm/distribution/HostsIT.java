package io.github.swipestorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.swipestorm.api.contract.ConnectorContract;
import io.github.swipestorm.api.tomcat.ConnectorSettings;
import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What scripts and hosts on EC2 are made of, held against the tools that know better, where they are installed. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class HostsIT {

    private static final Path EC2 = Script.ROOT.resolve("scripts/ec2");

    @TempDir
    private Path temporary;

    static Stream<Path> scripts() {
        return Stream.of(
                        "scripts/swipestorm",
                        "scripts/benchmark",
                        "scripts/deploy-tomcat.sh",
                        "scripts/reproduce.sh",
                        "scripts/compare-tools.sh",
                        "scripts/soak.sh",
                        "scripts/ec2/load-test.sh",
                        ".ci/run")
                .map(Script.ROOT::resolve);
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void shellcheck_finds_nothing(Path script) throws Exception {
        requireInstalled("shellcheck");

        assertThat(Script.of(Path.of("shellcheck")).run(script.toString()).out())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.yaml", "client.yaml"})
    void cloud_init_finds_nothing_wrong_with_the_user_data(String name) throws Exception {
        requireInstalled("cloud-init");

        Script.Run run = Script.of(Path.of("cloud-init"))
                .run("schema", "--config-file", EC2.resolve(name).toString());

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    }

    @Test
    void systemd_knows_every_word_of_tomcats_unit() throws Exception {
        requireInstalled("systemd-analyze");
        Path unit = temporary.resolve("tomcat.service");
        // It looks whether the program is there, so it gets one that is; and there need not be a user of that name
        // here.
        Files.writeString(
                unit,
                written("/etc/systemd/system/tomcat.service")
                        .replace("/opt/tomcat", System.getProperty("swipestorm.tomcat"))
                        .replace("User=tomcat\n", ""));

        Script.Run run = Script.of(Path.of("systemd-analyze")).run("verify", "--man=no", unit.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err().lines().filter(line -> line.contains("tomcat.service")))
                .isEmpty();
    }

    @Test
    void tomcats_connector_is_that_of_the_servers_own_mains() throws Exception {
        ConnectorSettings settings = ConnectorSettings.of(200);
        Element connector = (Element) DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(written("/opt/swipestorm/server.xml"))))
                .getElementsByTagName("Connector")
                .item(0);

        ConnectorContract.properties(settings)
                .forEach((name, value) ->
                        assertThat(connector.getAttribute(name)).as(name).isEqualTo(String.valueOf(value)));
        assertThat(connector.getAttribute("compression")).isEqualTo("off");
    }

    @Test
    void the_host_gets_the_tomcat_that_the_tests_use() throws IOException {
        assertThat(written("/opt/swipestorm/install-tomcat.sh"))
                .contains("version=" + System.getProperty("swipestorm.tomcat.version") + "\n");
    }

    @Test
    void what_installs_tomcat_is_a_script_without_a_fault() throws Exception {
        requireInstalled("shellcheck");
        Path script = temporary.resolve("install-tomcat.sh");
        Files.writeString(script, written("/opt/swipestorm/install-tomcat.sh"));

        assertThat(Script.of(Path.of("shellcheck")).run(script.toString()).out())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.yaml", "client.yaml"})
    void a_host_ends_by_itself(String name) throws IOException {
        JsonNode first = yaml(name).path("runcmd").get(0);

        assertThat(List.of(
                        first.get(0).asString(),
                        first.get(1).asString(),
                        first.get(2).asString()))
                .containsExactly("shutdown", "-h", "+@MINUTES@");
    }

    /** What the server's user data writes into a file. */
    private static String written(String path) throws IOException {
        for (JsonNode file : yaml("server.yaml").path("write_files")) {
            if (file.path("path").asString().equals(path)) {
                return file.path("content").asString();
            }
        }
        throw new IllegalStateException("no " + path);
    }

    private static JsonNode yaml(String name) throws IOException {
        return new YAMLMapper().readTree(Files.readString(EC2.resolve(name)));
    }

    private static void requireInstalled(String tool) {
        boolean installed = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
        assumeTrue(installed, tool + " is not installed");
    }
}
