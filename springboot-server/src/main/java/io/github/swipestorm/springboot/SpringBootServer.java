package io.github.swipestorm.springboot;

import io.github.swipestorm.launch.ServerMain;
import io.github.swipestorm.launch.ServerOptions;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The swipe API as a Spring Boot application. Everything that is not its own comes from application.yaml. */
@SpringBootApplication
public class SpringBootServer {

    /** Made by Spring, once. */
    public SpringBootServer() {}

    /** Runs the server until it is told to stop; see {@link ServerMain} for what it prints and its exit codes. */
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
