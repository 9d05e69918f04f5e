package io.github.swipestorm.api.contract;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.api.tomcat.ConnectorSettings;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Tomcat distribution as an operator runs it: configured by files, started and stopped by its own scripts, with one
 * WAR in its webapps directory. It listens on a port that the system chooses.
 */
public final class StandaloneTomcat implements Closeable {

    private static final Pattern LISTENING =
            Pattern.compile("Starting ProtocolHandler \\[\"http-nio-auto-\\d+-(\\d+)\"]");

    /** Within a Host: Tomcat's own error pages otherwise tell its version and show stack traces. */
    static final String ERROR_PAGES = "<Valve className=\"org.apache.catalina.valves.ErrorReportValve\""
            + " showReport=\"false\" showServerInfo=\"false\"/>";

    /** In logging.properties: each thread of a Tomcat otherwise logs its first broken request with a stack trace. */
    static final String QUIET_LOG = "org.apache.coyote.http11.Http11Processor.level = WARNING";

    /** No shutdown port, so that two Tomcats do not quarrel about it: the scripts then use the process id. */
    private static final String SERVER_XML = "<Server port=\"-1\"><Service name=\"Catalina\">"
            + ConnectorContract.serverXml(ConnectorSettings.of(200), 0)
            + "<Engine name=\"Catalina\" defaultHost=\"localhost\">"
            + "<Host name=\"localhost\" appBase=\"webapps\">" + ERROR_PAGES
            + "</Host></Engine></Service></Server>";

    /** The same with users for the manager, and a look at the webapps directory every second instead of every ten. */
    private static final String MANAGED_SERVER_XML = SERVER_XML.replace(
            "defaultHost=\"localhost\">",
            "defaultHost=\"localhost\" backgroundProcessorDelay=\"1\">"
                    + "<Realm className=\"org.apache.catalina.realm.MemoryRealm\"/>");

    private final Path home;
    private final Path base;
    private final String contextPath;

    private StandaloneTomcat(Path home, Path base, String contextPath) {
        this.home = home;
        this.base = base;
        this.contextPath = contextPath;
    }

    /**
     * Starts a Tomcat and waits until it has deployed the WAR.
     *
     * @param home the unpacked distribution
     * @param base an empty directory for this instance
     * @param contextPath one segment, beginning with a slash
     */
    public static StandaloneTomcat start(Path home, Path base, Path war, String contextPath) throws IOException {
        lay(home, base, SERVER_XML);
        Files.copy(war, base.resolve("webapps" + contextPath + ".war"));
        return started(new StandaloneTomcat(home, base, contextPath));
    }

    /**
     * Starts a Tomcat without any application but its manager, and waits until it is up. Its {@link #base} is the root.
     *
     * @param home the unpacked distribution
     * @param base an empty directory for this instance
     * @param user who may use the manager's text interface
     */
    public static StandaloneTomcat startWithManager(Path home, Path base, String user, String password)
            throws IOException {
        lay(home, base, MANAGED_SERVER_XML);
        Files.writeString(
                base.resolve("conf/tomcat-users.xml"),
                "<tomcat-users><user username=\"" + user + "\" password=\"" + password
                        + "\" roles=\"manager-script\"/></tomcat-users>");
        Path manager = home.resolve("webapps/manager");
        try (Stream<Path> files = Files.walk(manager)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(
                        file,
                        base.resolve("webapps/manager")
                                .resolve(manager.relativize(file).toString()));
            }
        }
        return started(new StandaloneTomcat(home, base, ""));
    }

    private static void lay(Path home, Path base, String serverXml) throws IOException {
        for (String directory : List.of("conf", "logs", "temp", "webapps", "work")) {
            Files.createDirectories(base.resolve(directory));
        }
        Files.writeString(base.resolve("conf/server.xml"), serverXml);
        Files.copy(home.resolve("conf/web.xml"), base.resolve("conf/web.xml"));
        String logging = Files.readString(home.resolve("conf/logging.properties"));
        Files.writeString(base.resolve("conf/logging.properties"), logging + "\n" + QUIET_LOG + "\n");
    }

    private static StandaloneTomcat started(StandaloneTomcat tomcat) throws IOException {
        // A build that is interrupted leaves nothing behind: the scripts start Tomcat out of the reach of Ctrl-C.
        Runtime.getRuntime().addShutdownHook(new Thread(tomcat::stopForcibly));
        tomcat.catalina("start");
        try {
            await("start of Tomcat").atMost(MAX_WAIT).until(() -> tomcat.log().contains("Server startup in"));
            return tomcat;
        } catch (RuntimeException e) {
            tomcat.close();
            throw new IllegalStateException("Tomcat did not start:\n" + tomcat.log(), e);
        }
    }

    private void catalina(String... arguments) throws IOException {
        ProcessBuilder script =
                new ProcessBuilder("sh", home.resolve("bin/catalina.sh").toString());
        script.command().addAll(List.of(arguments));
        Map<String, String> environment = script.environment();
        environment.keySet().removeAll(List.of("CATALINA_OPTS", "CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("JRE_HOME", System.getProperty("java.home"));
        environment.put(
                "JAVA_OPTS", "-Dfile.encoding=UTF-8 -Duser.language=en " + String.join(" ", ServerProcess.FLAGS));
        environment.put("CATALINA_HOME", home.toString());
        environment.put("CATALINA_BASE", base.toString());
        environment.put("CATALINA_PID", base.resolve("catalina.pid").toString());
        environment.put("CATALINA_OUT", base.resolve("logs/catalina.out").toString());
        script.redirectErrorStream(true);
        script.redirectOutput(base.resolve("logs/" + arguments[0] + ".out").toFile());
        Process process = script.start();
        try {
            if (!process.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException("catalina.sh " + String.join(" ", arguments) + " failed:\n"
                        + Files.readString(base.resolve("logs/" + arguments[0] + ".out")));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Where the web application is. */
    public URI base() {
        Matcher listening = LISTENING.matcher(log());
        if (!listening.find()) {
            throw new IllegalStateException("Tomcat does not listen:\n" + log());
        }
        return URI.create("http://localhost:" + listening.group(1) + contextPath + "/");
    }

    /** Everything that it has logged so far. */
    public String log() {
        try {
            Path log = base.resolve("logs/catalina.out");
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void stopForcibly() {
        try {
            Path pid = base.resolve("catalina.pid");
            if (Files.exists(pid)) {
                ProcessHandle.of(Long.parseLong(Files.readString(pid).trim()))
                        .ifPresent(ProcessHandle::destroyForcibly);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops it in an orderly way, or by force after ten seconds. */
    @Override
    public void close() throws IOException {
        if (Files.exists(base.resolve("catalina.pid"))) {
            catalina("stop", "10", "-force");
        }
    }
}
