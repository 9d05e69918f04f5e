package io.github.swipestorm.cli.ui;

import io.github.swipestorm.cli.option.ShellWords;
import io.github.swipestorm.cli.ui.ResultsDirectory.Entry;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import io.github.swipestorm.client.report.live.LiveView;
import io.github.swipestorm.client.report.live.ProtectedHttpServer;
import io.github.swipestorm.client.report.live.ProtectedHttpServer.Exchange;
import io.github.swipestorm.client.report.store.AtomicFile;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.workload.mix.WorkloadFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pages from which runs are planned, started, watched, stopped, found again, compared and repeated. One run is in progress at a
 * time, in a process of its own: two would measure each other. The pages also work without scripts, but
 * refresh less smoothly.
 */
public final class WebInterface implements AutoCloseable {

    private static final int THREADS = 4;
    private static final int MOST_ENTRIES = 200;
    /** How long a start waits for a refusal, so that it is shown beside the form. */
    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    private static final Pattern WORKLOAD_NAME = Pattern.compile("[\\w-][\\w.-]{0,95}\\.ya?ml");
    private static final String RUNS = "/runs/";

    private final ResultsDirectory results;
    private final Path workloads;
    private final ProtectedHttpServer server;
    private RunProcess current;
    private boolean closed;

    /**
     * Opens the port.
     *
     * @param address to listen on; port 0 for any that is free
     * @param token that browsers need; empty for none, on the loopback interface
     * @param results directory whose runs are shown, and where new ones are written
     * @param workloads directory of workload files
     * @throws IllegalArgumentException with a user-facing message when the token is too short, or the address needs one
     * @throws IOException when the port cannot be opened
     */
    public WebInterface(InetSocketAddress address, Optional<String> token, Path results, Path workloads)
            throws IOException {
        this.results = new ResultsDirectory(results);
        this.workloads = workloads;
        server = new ProtectedHttpServer(address, token, List.of(LiveView.SCRIPT), THREADS, this::answer);
    }

    /** Where the first page is. */
    public URI address() {
        return server.address();
    }

    /** Stops the run in progress, which reports what it has measured, and the pages. */
    @Override
    public void close() {
        server.close();
        Optional<RunProcess> last;
        synchronized (this) {
            closed = true;
            last = current();
        }
        last.ifPresent(RunProcess::stopAndWait);
    }

    private synchronized Optional<RunProcess> current() {
        return Optional.ofNullable(current);
    }

    private Optional<RunProcess> inProgress() {
        return current().filter(RunProcess::alive);
    }

    private void answer(Exchange exchange) throws IOException {
        String path = exchange.path();
        if (path.startsWith(RUNS)) {
            String[] parts = path.substring(RUNS.length()).split("/", 3);
            answerRun(exchange, parts[0], parts.length > 1 ? parts[1] : "", parts.length > 2 ? parts[2] : "");
        } else if (exchange.reads()) {
            switch (path) {
                case "/" -> exchange.html(200, firstPage(exchange, filled(exchange.query("repeat")), ""));
                case "/compare" -> compare(exchange);
                case "/workloads" -> editor(exchange, exchange.query("file"));
                default -> {}
            }
        } else if (path.equals("/runs")) {
            start(exchange);
        } else if (path.equals("/workloads")) {
            saveWorkload(exchange);
        }
    }

    private void answerRun(Exchange exchange, String name, String what, String more) throws IOException {
        Optional<RunProcess> running = inProgress().filter(run -> run.name().equals(name));
        // One that is just beginning, or did not begin, has no file yet.
        Optional<Path> directory = current()
                .filter(run -> run.name().equals(name))
                .map(RunProcess::directory)
                .or(() -> results.directory(name));
        if (directory.isEmpty()) {
            return;
        }
        if (!exchange.reads()) {
            switch (what) {
                case "stop" -> {
                    running.ifPresent(RunProcess::stop);
                    exchange.redirect(path(name));
                }
                case "load" -> changeLoad(exchange, running, name);
                case "note" -> {
                    results.setNote(directory.get(), exchange.form("note"));
                    exchange.redirect(path(name));
                }
                default -> {}
            }
            return;
        }
        switch (what) {
            case "" ->
                exchange.html(
                        200,
                        running.map(run -> runningPage(run, "")).orElseGet(() -> finishedPage(directory.get(), name)));
            case "content" -> {
                exchange.header(LiveView.RUN_STATE, running.isPresent() ? "running" : "over");
                exchange.html(200, running.map(WebInterface::content).orElse("<p>The run is over.</p>\n"));
            }
            case "load" -> exchange.redirect(path(name));
            case "files" -> {
                Optional<Path> file = results.file(name, more);
                if (file.isPresent()) {
                    exchange.file(file.get());
                }
            }
            default -> {}
        }
    }

    private void changeLoad(Exchange exchange, Optional<RunProcess> running, String name) throws IOException {
        Optional<String> refusal = running.flatMap(run -> run.changeLoad(exchange.form(LiveView.LEVEL)));
        if (running.isPresent() && refusal.isPresent()) {
            exchange.html(422, runningPage(running.get(), refusal.get()));
        } else {
            exchange.redirect(path(name));
        }
    }

    private static String path(String run) {
        return RUNS + encoded(run);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    // Starting

    private RunForm filled(String repeated) {
        return results.entry(repeated)
                .flatMap(entry -> RunForm.ofCommand(entry.command()))
                .orElse(new RunForm(Map.of()));
    }

    private void start(Exchange exchange) throws IOException {
        RunForm form = RunForm.of(exchange::form);
        try {
            RunProcess run = started(form);
            run.awaitBegin(START_LIMIT);
            if (run.exitCode().isPresent() && RunDirectory.isFree(run.directory())) {
                // Refused, or its server cannot be reached.
                results.deleteUnused(run.directory());
                throw new IllegalArgumentException(run.output());
            }
            exchange.redirect(path(run.name()));
        } catch (IllegalArgumentException e) {
            exchange.html(422, firstPage(exchange, form, e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized RunProcess started(RunForm form) throws IOException {
        List<String> words = form.words();
        String workload = form.value(RunForm.WORKLOAD);
        if (!workload.isEmpty() && !workloadNames().contains(workload)) {
            throw new IllegalArgumentException("'" + workload + "' is none of the workload files in '"
                    + workloads.toAbsolutePath() + "': name its directory with --workloads, or use it in a terminal");
        }
        if (closed || inProgress().isPresent()) {
            throw new IllegalArgumentException(
                    "A run is in progress, and two would measure each other: wait for its end, or stop it");
        }
        Path directory = results.newRun(form.value(RunForm.NAME));
        try {
            current = RunProcess.start(words, directory);
            return current;
        } catch (IOException e) {
            results.deleteUnused(directory);
            throw new IllegalArgumentException("The run cannot be started: " + e.getMessage(), e);
        }
    }

    // Pages

    private static String page(String title, String head, String main, String end) {
        return HtmlPage.headWithForms(title, head)
                + "<nav aria-label=\"Pages\"><ul><li><a href=\"/\">Runs</a></li><li><a href=\"/workloads\">Workload files</a></li></ul></nav>\n"
                + main
                + end
                + "</body>\n</html>\n";
    }

    private static String main(String content) {
        return "<main id=\"content\">\n" + content + "</main>\n";
    }

    private static String problem(String message) {
        return message.isEmpty()
                ? ""
                : "<div class=\"warning\" role=\"alert\">"
                        + message.lines()
                                .filter(line -> !line.isBlank())
                                .map(line -> "<p>" + SafeText.markup(line) + "</p>")
                                .collect(Collectors.joining("\n"))
                        + "</div>\n";
    }

    private String firstPage(Exchange exchange, RunForm form, String problem) throws IOException {
        StringBuilder html = new StringBuilder(problem(problem));
        inProgress()
                .ifPresent(run -> html.append("<p class=\"conclusion\">In progress: <a href=\"")
                        .append(path(run.name()))
                        .append("\">")
                        .append(SafeText.markup(run.name()))
                        .append("</a></p>\n"));
        String repeated = exchange.query("repeat");
        if (!repeated.isEmpty() && results.entry(repeated).isEmpty()) {
            html.append(problem("There is no run '" + repeated + "': choose one from the list"));
        } else if (!repeated.isEmpty() && form.values().isEmpty()) {
            html.append(
                    problem(
                            "'" + repeated
                                    + "' was made by a command that has more than this form: repeat it in a terminal, as its page says"));
        }
        if (results.entry(repeated)
                .filter(entry -> entry.command().contains(Redaction.HIDDEN))
                .isPresent()) {
            html.append(problem("A password or token of that run is hidden in its command: enter it again"));
        }
        html.append("<h2>New run</h2>\n<form method=\"post\" action=\"/runs\">\n")
                .append(server.formField())
                .append(form.markup(workloadNames()))
                .append("<p><button>Start the run</button></p>\n</form>\n")
                .append(runsTable(exchange.query("filter")));
        return page(problem.isEmpty() ? "Swipestorm" : "Problem: Swipestorm", "", main(html.toString()), "");
    }

    private String runsTable(String filter) throws IOException {
        List<Entry> entries = results.entries(filter);
        StringBuilder html = new StringBuilder("<h2>Runs and experiments</h2>\n");
        html.append("<form method=\"get\" action=\"/\" role=\"search\">\n<p><label for=\"filter\">Filter</label>\n")
                .append("<input id=\"filter\" name=\"filter\" type=\"search\" value=\"")
                .append(SafeText.field(filter))
                .append("\"> <button>Show</button></p>\n</form>\n");
        if (entries.isEmpty()) {
            return html.append("<p>")
                    .append(
                            filter.isBlank()
                                    ? "There is none yet."
                                    : "None has all these words in its name, command, target, result or note.")
                    .append("</p>\n")
                    .toString();
        }
        html.append("<form method=\"get\" action=\"/compare\">\n<div class=\"scroll\" role=\"region\" tabindex=\"0\"")
                .append(" aria-label=\"Runs and experiments\">\n<table>\n<thead>\n<tr>")
                .append("<th scope=\"col\">Compare</th><th scope=\"col\">name</th><th scope=\"col\">begun</th>")
                .append("<th scope=\"col\">target</th><th scope=\"col\" class=\"number\">ok req/s</th>")
                .append("<th scope=\"col\" class=\"number\">p99 ms</th><th scope=\"col\" class=\"number\">errors</th>")
                .append("<th scope=\"col\">result</th><th scope=\"col\">note</th></tr>\n</thead>\n<tbody>\n");
        entries.stream().limit(MOST_ENTRIES).forEach(entry -> html.append(row(entry)));
        html.append(
                "</tbody>\n</table>\n</div>\n<p><button>Compare the chosen ones</button> with the oldest of them.</p>\n");
        if (entries.size() > MOST_ENTRIES) {
            html.append("<p>")
                    .append(NumberFormat.counted(
                            entries.size() - (long) MOST_ENTRIES, "older one is", "older ones are"))
                    .append(" not shown: filter.</p>\n");
        }
        return html.append("</form>\n").toString();
    }

    private static String row(Entry entry) {
        String name = SafeText.markup(entry.name());
        String cells = Stream.of(entry.throughput(), entry.p99(), entry.errors())
                .map(cell -> "<td class=\"number\">" + SafeText.markup(cell) + "</td>")
                .collect(Collectors.joining());
        return "<tr><td><input type=\"checkbox\" name=\"run\" value=\"" + name + "\" aria-label=\"Compare " + name
                + "\"></td><th scope=\"row\"><a href=\"" + path(entry.name()) + "\">" + name + "</a></th><td>"
                + SafeText.markup(entry.startedAt().replaceFirst("T(\\d\\d:\\d\\d).*", " $1")) + "</td><td>"
                + SafeText.markup(entry.target()) + "</td>" + cells + "<td>"
                + SafeText.markup(Stream.of(entry.state(), entry.objectives())
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(", ")))
                + "</td><td>" + SafeText.markup(entry.note()) + "</td></tr>\n";
    }

    private static String content(RunProcess run) {
        return run.content()
                .orElse("<p class=\"conclusion\">The client is getting ready, or writing the report.</p>\n");
    }

    /** @param problem with the last change of the load; empty when there is none */
    private String runningPage(RunProcess run, String problem) {
        String path = path(run.name());
        String main = LiveView.refreshed(path + "/content", path, content(run));
        return page(
                run.name(),
                "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n",
                problem(problem)
                        + LiveView.stopForm(path + "/stop", server.formField())
                        + (run.adjustable() ? LiveView.loadForm(path + LiveView.LOAD, server.formField()) : "")
                        + main,
                LiveView.SCRIPT_ELEMENT);
    }

    private String finishedPage(Path directory, String name) {
        Optional<Entry> entry = results.entry(name);
        boolean reported = results.file(name, RunFiles.PAGE).isPresent();
        StringBuilder html = new StringBuilder();
        current()
                .filter(run -> run.name().equals(name) && !reported)
                .ifPresent(run -> html.append(problem("The run ended without a report. What it printed:"))
                        .append("<pre><code>")
                        .append(run.output().lines().map(SafeText::markup).collect(Collectors.joining("\n")))
                        .append("</code></pre>\n"));
        if (reported) {
            html.append("<p class=\"conclusion\"><a href=\"")
                    .append(path(name))
                    .append("/files/")
                    .append(RunFiles.PAGE)
                    .append("\">Report</a></p>\n");
        }
        entry.ifPresent(known -> {
            html.append("<div class=\"tables\"><table>\n<caption>Result</caption>\n<tbody>\n");
            Map<String, String> figures = new LinkedHashMap<>();
            figures.put("begun", known.startedAt());
            figures.put("target", known.target());
            figures.put("ok req/s", known.throughput());
            figures.put("p99, ms", known.p99());
            figures.put("errors", known.errors());
            figures.put("objectives", known.objectives());
            figures.put("ended", known.state());
            figures.forEach((label, value) -> {
                if (!value.isEmpty()) {
                    html.append("<tr><th scope=\"row\">").append(label).append("</th><td>");
                    html.append(SafeText.markup(value)).append("</td></tr>\n");
                }
            });
            html.append("</tbody>\n</table></div>\n<h2>How to repeat it</h2>\n<pre><code>")
                    .append(SafeText.markup(RunForm.ofCommand(known.command())
                            .map(WebInterface::command)
                            .orElse(known.command())))
                    .append("</code></pre>\n");
            if (RunForm.ofCommand(known.command()).isPresent()) {
                html.append("<p><a href=\"/?repeat=")
                        .append(encoded(name))
                        .append("\">Fill the form with it</a></p>\n");
            }
        });
        html.append("<h2>Note</h2>\n<form method=\"post\" action=\"")
                .append(path(name))
                .append("/note\">\n")
                .append(server.formField())
                .append(
                        "<p><label for=\"note\">What is to be known of it</label>\n<textarea id=\"note\" name=\"note\" rows=\"3\">\n")
                .append(SafeText.field(entry.map(Entry::note).orElse("")))
                .append("</textarea></p>\n<p><button>Save the note</button></p>\n</form>\n<h2>Files</h2>\n<ul>\n");
        try {
            for (Path file : ResultsDirectory.files(directory)) {
                String its = file.getFileName().toString();
                html.append("<li><a href=\"")
                        .append(path(name))
                        .append("/files/")
                        .append(encoded(its))
                        .append("\">");
                html.append(SafeText.markup(its)).append("</a> ");
                html.append(NumberFormat.counted(Files.size(file), "byte", "bytes"))
                        .append("</li>\n");
            }
        } catch (IOException e) {
            html.append("<li>")
                    .append(SafeText.markup("They cannot be read: " + e))
                    .append("</li>\n");
        }
        return page(name, "", main(html.append("</ul>\n").toString()), "");
    }

    /** The command without what these pages add to it. */
    private static String command(RunForm form) {
        return "swipestorm " + form.words().stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    // Comparing

    private void compare(Exchange exchange) throws IOException {
        List<String> chosen = exchange.queries("run");
        try {
            if (chosen.size() < 2) {
                throw new IllegalArgumentException("Choose two runs or more, or two experiments");
            }
            List<Path> directories = new ArrayList<>();
            // As the list shows them, the newest first: the oldest is the baseline.
            for (Entry entry : results.entries("")) {
                if (chosen.contains(entry.name())) {
                    directories.add(0, results.path().resolve(entry.name()));
                }
            }
            if (directories.size() < chosen.size()) {
                throw new IllegalArgumentException("One of them is not there any more: choose again");
            }
            String content = HtmlPage.content(
                    ExperimentReports.finished(directories, List.of()).report().document());
            exchange.html(200, page("Comparison", "", main(content), ""));
        } catch (IllegalArgumentException e) {
            exchange.html(422, page("Comparison", "", main(problem(e.getMessage())), ""));
        }
    }

    // Workload files

    private List<String> workloadNames() throws IOException {
        if (!Files.isDirectory(workloads)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(workloads)) {
            return files.filter(Files::isRegularFile)
                    .map(workloads::relativize)
                    .map(Path::toString)
                    .filter(name -> WORKLOAD_NAME.matcher(name).matches() && !name.equals("swipestorm.yaml"))
                    .sorted()
                    .map(name -> workloads.resolve(name).toString())
                    .toList();
        }
    }

    private void editor(Exchange exchange, String file) throws IOException {
        boolean known = workloadNames().contains(file);
        String text = known ? Files.readString(Path.of(file)) : "";
        String name = known ? Path.of(file).getFileName().toString() : "";
        exchange.html(
                200, editorPage(name, text, ProtectedHttpServer.hash(text), known ? judged(Path.of(file)) : "", ""));
    }

    /** What is wrong with a workload file; empty when it is valid. */
    private static String judged(Path file) {
        try {
            WorkloadFile.read(file);
            return "";
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** @param loaded hash of the text that was loaded, so that changes by another editor are not lost */
    private String editorPage(String name, String text, String loaded, String problem, String success)
            throws IOException {
        StringBuilder html = new StringBuilder(problem(problem)).append(success);
        html.append("<ul>\n");
        for (String file : workloadNames()) {
            html.append("<li><a href=\"/workloads?file=").append(encoded(file)).append("\">");
            html.append(SafeText.markup(file)).append("</a></li>\n");
        }
        html.append("</ul>\n<form method=\"post\" action=\"/workloads\">\n")
                .append(server.formField())
                .append("<input type=\"hidden\" name=\"loaded\" value=\"")
                .append(SafeText.field(loaded))
                .append("\">\n<p><label for=\"name\">Name</label>\n<input id=\"name\" name=\"name\" required value=\"")
                .append(SafeText.field(name))
                .append(
                        "\" aria-describedby=\"name-hint\"></p>\n<p class=\"hint\" id=\"name-hint\">Such as my-api.yaml.</p>\n")
                .append(
                        "<p><label for=\"text\">Content</label>\n<textarea id=\"text\" name=\"text\" rows=\"24\" spellcheck=\"false\">\n")
                .append(SafeText.field(text))
                .append("</textarea></p>\n<p><button>Check and save</button></p>\n</form>\n")
                .append(WorkloadHelp.MARKUP);
        return page("Workload files", "", main(html.toString()), "");
    }

    /** A file that is not valid is not saved, so that a run never meets it. */
    private void saveWorkload(Exchange exchange) throws IOException {
        String name = exchange.form("name").strip();
        String text = exchange.form("text").replace("\r\n", "\n");
        String loaded = exchange.form("loaded");
        if (!WORKLOAD_NAME.matcher(name).matches() || name.equals("swipestorm.yaml")) {
            String problem = "'" + name + "' is not a name for a workload file: write it like my-api.yaml";
            exchange.html(422, editorPage(name, text, loaded, problem, ""));
            return;
        }
        Path file = workloads.resolve(name);
        if (Files.exists(file)
                && !ProtectedHttpServer.hash(Files.readString(file)).equals(loaded)) {
            String problem =
                    "'" + name + "' is there already, with another content than was opened here: choose another"
                            + " name, or open it first";
            exchange.html(409, editorPage(name, text, loaded, problem, ""));
            return;
        }
        // Beside the others, as it may name data files.
        Path tried = Files.createTempFile(Files.createDirectories(workloads), ".", "." + name);
        try {
            Files.writeString(tried, text);
            String problem = judged(tried).replace(tried.toString(), name);
            if (problem.isEmpty()) {
                AtomicFile.write(file, text);
                String saved = "<p class=\"conclusion\" role=\"status\">It is valid, and saved.</p>\n";
                exchange.html(200, editorPage(name, text, ProtectedHttpServer.hash(text), "", saved));
            } else {
                exchange.html(422, editorPage(name, text, loaded, problem, ""));
            }
        } finally {
            Files.deleteIfExists(tried);
        }
    }
}
