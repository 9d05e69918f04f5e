package io.github.swipestorm.springboot;

import io.github.swipestorm.launch.ServerMain;
import io.github.swipestorm.launch.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The swipe API as a Spring Boot application. Its settings are in application.yaml. */
@SpringBootApplication
public class SpringBootServer {

    /** Created by Spring, once. */
    public SpringBootServer() {}

    /** Runs the server until the process is stopped; see {@link ServerMain} for its output and exit codes. */
    public static void main(String[] args) {
        ServerMain.run("springboot", args, SpringBootServer::start);
    }

    private static int start(ServerOptions options) {
        List<String> properties = new ArrayList<>(List.of(
                "--server.port=" + options.port(),
                "--server.tomcat.threads.max=" + options.threads(),
                "--server.http2.enabled=" + options.http2(),
                "--spring.threads.virtual.enabled=" + options.virtualThreads()));
        options.certificate()
                .ifPresent(files -> properties.addAll(List.of(
                        "--server.ssl.certificate=" + files.certificate().toUri(),
                        "--server.ssl.certificate-private-key=" + files.key().toUri())));
        ConfigurableApplicationContext context =
                SpringApplication.run(SpringBootServer.class, properties.toArray(String[]::new));
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }
}
