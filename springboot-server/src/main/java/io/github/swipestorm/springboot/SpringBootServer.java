package io.github.swipestorm.springboot;

import io.github.swipestorm.launch.ServerMain;
import io.github.swipestorm.launch.ServerOptions;
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
        ConfigurableApplicationContext context = SpringApplication.run(
                SpringBootServer.class,
                "--server.port=" + options.port(),
                "--server.tomcat.threads.max=" + options.threads(),
                "--spring.threads.virtual.enabled=" + options.virtualThreads());
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }
}
