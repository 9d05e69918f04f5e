package io.github.swipestorm.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerInstallationTest {

    @TempDir
    private Path root;

    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void in_a_distribution_a_server_is_all_jars_of_the_directory_beside_the_clients(ServerKind kind) throws Exception {
        Path client = Files.createDirectories(root.resolve("lib/cli"));
        Path server = Files.createDirectories(root.resolve("lib").resolve(kind.module()));

        assertThat(new ServerInstallation(client).classPath(kind)).isEqualTo(server + File.separator + "*");
    }

    @Test
    void a_distribution_without_the_server_says_so() throws Exception {
        Path client = Files.createDirectories(root.resolve("lib/cli"));

        assertThatThrownBy(() -> new ServerInstallation(client).classPath(ServerKind.SERVLET))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll("not in this distribution", "lib/servlet-server", "--url");
    }

    @Test
    void in_a_working_tree_a_server_is_the_tree_s_own_classes_before_what_its_build_wrote_down() throws Exception {
        Path client = Files.createDirectories(root.resolve("cli/target"));
        Path server = Files.createDirectories(root.resolve("springboot-server/target"));
        Files.writeString(server.resolve("runtime.classpath"), "/a.jar:/b.jar\n");

        assertThat(new ServerInstallation(client).classPath(ServerKind.SPRINGBOOT))
                .isEqualTo(String.join(
                        File.pathSeparator,
                        server.resolve("classes").toString(),
                        root.resolve("swipe-api/target/classes").toString(),
                        root.resolve("server-launch/target/classes").toString(),
                        "/a.jar:/b.jar"));
    }

    @Test
    void a_working_tree_that_is_not_compiled_says_how_to() throws Exception {
        Path client = Files.createDirectories(root.resolve("cli/target"));

        assertThatThrownBy(() -> new ServerInstallation(client).classPath(ServerKind.SERVLET))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll("servlet-server/target/runtime.classpath", "mvn compile", "--url");
    }
}
