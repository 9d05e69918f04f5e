package io.github.swipestorm.cli.ui;

import io.github.swipestorm.cli.Main;
import io.github.swipestorm.client.report.live.LiveView;
import io.github.swipestorm.client.report.live.ProtectedHttpServer;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A run that was started from a page: the command in a JVM of its own, so that it measures what it measures in a terminal. It is
 * watched and stopped through its live view, with a token that nobody else knows. Thread-safe.
 */
final class RunProcess {

    private static final Pattern LIVE_VIEW = Pattern.compile("Live view: (http://127\\.0\\.0\\.1:\\d{1,5}/)");
    /** The JVM arguments that are passed on: those that limit resources. Others name files or ports that only one JVM can use. */
    private static final Pattern JVM_SIZE = Pattern.compile("-Xm.+|-Xs.+|-XX:(?!StartFlightRecording|Archive).+");
    /** Output lines that the page leaves out. */
    private static final Pattern NOISE = Pattern.compile("Picked up .*|Try 'swipestorm.*|Live view: .*");

    private static final int MOST_LINES = 100;
    /** The live view draws its charts at each request. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    private static final Duration STOP_LIMIT = Duration.ofMinutes(1);

    private final Path directory;
    private final Process process;
    private final String token;
    private final Deque<String> lines = new ArrayDeque<>();
    private final CountDownLatch begunOrOver = new CountDownLatch(1);
    private volatile URI live;

    private RunProcess(Path directory, Process process, String token) {
        this.directory = directory;
        this.process = process;
        this.token = token;
    }

    /**
     * Starts a run.
     *
     * @param words of the command line, after the program's name
     * @param directory of the run, without files
     */
    static RunProcess start(List<String> words, Path directory) throws IOException {
        String token = ProtectedHttpServer.randomToken();
        // Only its owner can read a temporary file; everybody can read a command line.
        Path tokenFile = Files.createTempFile("swipestorm-live", ".token");
        Files.writeString(tokenFile, token);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> JVM_SIZE.matcher(argument).matches())
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(words);
        command.addAll(List.of("--live=0", "--live-token=@" + tokenFile, "--output=" + directory));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .start();
            RunProcess run = new RunProcess(directory, process, token);
            DaemonThreads.start("swipestorm-run-output", () -> run.readLines(tokenFile));
            return run;
        } catch (IOException e) {
            Files.deleteIfExists(tokenFile);
            throw e;
        }
    }

    private void readLines(Path tokenFile) {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(this::read);
        } catch (IOException | UncheckedIOException e) {
            // The process is gone.
        } finally {
            begunOrOver.countDown();
            tokenFile.toFile().delete();
        }
    }

    private void read(String line) {
        Matcher view = LIVE_VIEW.matcher(line);
        if (live == null && view.matches()) {
            live = URI.create(view.group(1));
            begunOrOver.countDown();
        }
        if (!NOISE.matcher(line).matches()) {
            synchronized (lines) {
                if (lines.size() == MOST_LINES) {
                    lines.removeFirst();
                }
                lines.addLast(line);
            }
        }
    }

    /** The name of its directory. */
    String name() {
        return directory.getFileName().toString();
    }

    Path directory() {
        return directory;
    }

    boolean alive() {
        return process.isAlive();
    }

    /** The exit code; empty while it is running. */
    Optional<Integer> exitCode() {
        return alive() ? Optional.empty() : Optional.of(process.exitValue());
    }

    /** The last lines that it printed. */
    String output() {
        synchronized (lines) {
            return lines.stream().collect(Collectors.joining("\n"));
        }
    }

    /** Waits, within limits, until the command line has proved valid or the process is over. */
    void awaitBegin(Duration limit) throws InterruptedException {
        if (begunOrOver.await(limit.toMillis(), TimeUnit.MILLISECONDS) && live == null) {
            process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** The content of its live view, as markup; empty when there is none, before the run or after it. */
    Optional<String> content() {
        return live == null
                ? Optional.empty()
                : ask("GET", "content", "").filter(Answer::ok).map(Answer::body);
    }

    /** Whether the load of the run can be changed. */
    boolean adjustable() {
        return live != null && ask("GET", LiveView.LOAD, "").filter(Answer::ok).isPresent();
    }

    /**
     * Changes the load of the run.
     *
     * @param level a rate, or a number of users with a u
     * @return why it was refused, in one line; empty when it was not
     */
    Optional<String> changeLoad(String level) {
        Optional<Answer> answer = live == null
                ? Optional.empty()
                : ask("POST", LiveView.LOAD, LiveView.LEVEL + "=" + URLEncoder.encode(level, StandardCharsets.UTF_8));
        return answer.isEmpty()
                ? Optional.of("The run is not in progress: its load can be changed when it is")
                : answer.filter(it -> !it.ok()).map(it -> it.body().strip());
    }

    /** @param ok whether it is no refusal */
    private record Answer(boolean ok, String body) {}

    private Optional<Answer> ask(String method, String path, String form) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) live.resolve(path).toURL().openConnection(Proxy.NO_PROXY);
            connection.setRequestMethod(method);
            connection.setInstanceFollowRedirects(false);
            // Without text/html a refusal is one line.
            connection.setRequestProperty("Accept", "*/*");
            connection.setRequestProperty("Authorization", "Bearer " + token);
            connection.setConnectTimeout((int) ANSWER_LIMIT.toMillis());
            connection.setReadTimeout((int) ANSWER_LIMIT.toMillis());
            if (!form.isEmpty()) {
                connection.setDoOutput(true);
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(form.getBytes(StandardCharsets.UTF_8));
                }
            }
            boolean ok = connection.getResponseCode() < HttpURLConnection.HTTP_BAD_REQUEST;
            try (InputStream in = ok ? connection.getInputStream() : connection.getErrorStream()) {
                return Optional.of(new Answer(ok, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Ends the run: it reports what it has measured. Once more does nothing. */
    void stop() {
        if (live != null) {
            ask("POST", "stop", "");
        } else {
            // Nothing is measured yet. The process's own method would close its output as well.
            process.toHandle().destroy();
        }
    }

    /** The same, and waits until its report is written, a minute at most; a longer one is written nevertheless. */
    void stopAndWait() {
        if (!alive()) {
            return;
        }
        stop();
        try {
            process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
