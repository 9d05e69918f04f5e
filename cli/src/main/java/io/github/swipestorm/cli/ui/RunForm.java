package io.github.swipestorm.cli.ui;

import io.github.swipestorm.cli.option.OptionTypes;
import io.github.swipestorm.cli.option.ShellWords;
import io.github.swipestorm.cli.server.ServerKind;
import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.transport.HttpVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The form of a run: a field for each of its common options, the rarer ones folded away. It makes the command line of {@code run},
 * and is filled from one. Apart from the workload, no field is an option that starts a program, or reads or writes a file. Whether a
 * value is valid, only the command knows.
 *
 * @param values by the names of fields; blank ones are left out
 */
record RunForm(Map<String, String> values) {

    /**
     * A field.
     *
     * @param name in the form
     * @param option of {@code run}
     * @param hint what to enter, below the field
     * @param choices of a list; empty for a text
     * @param lines of a text; more than one means one value a line, each with the option
     */
    private record Field(String name, String option, String label, String hint, List<String> choices, int lines) {

        static Field text(String name, String option, String label, String hint) {
            return new Field(name, option, label, hint, List.of(), 1);
        }

        static Field list(String name, String option, String label, String hint, List<String> choices) {
            return new Field(name, option, label, hint, choices, 1);
        }

        /** An option without a value. */
        static Field flag(String option, String label, String hint) {
            return list(option.substring(2), option, label, hint, YES);
        }

        boolean isFlag() {
            return choices == YES;
        }
    }

    private static final List<String> YES = List.of("yes");
    private static final String URL = "url";
    private static final String SERVER = "server";
    static final String WORKLOAD = "workload";
    static final String NAME = "name";

    private static final List<Field> COMMON = List.of(
            Field.text(URL, "--url", "URL", "Such as http://localhost:8080/path. Empty: a server is started here."),
            Field.list(SERVER, "--server", "Server to start", "When there is no URL.", names(ServerKind.values())),
            Field.list(WORKLOAD, "--workload", "Workload file", "What is sent, instead of one request.", List.of()),
            Field.list(
                    "method",
                    "--method",
                    "Method",
                    "With URL: GET, or POST with a body, unless chosen.",
                    List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD")),
            Field.text("json", "--json", "JSON body", "With URL, such as {\"n\": 1}."),
            new Field("header", "--header", "Headers", "With URL, one a line: Name: value", List.of(), 2),
            Field.text("threads", "--threads", "Users", "Workers, each with one request at a time. Empty: 200."),
            Field.text("rate", "--rate", "Rate", "Such as 500/s. Empty: as fast as answers come."),
            Field.text("think", "--think", "Think time", "Of each user between requests, such as 1s or 0.5s..1.5s."),
            Field.text("duration", "--duration", "Duration", "Such as 30s or 5m."),
            Field.text(
                    "requests",
                    "--requests",
                    "Requests",
                    "Instead of a duration, such as 10000. Empty without a duration: 500000."),
            Field.text("warmup", "--warmup", "Warm-up", "Of the server, not counted, such as 5s."),
            Field.text("slo", "--slo", "Objectives", "Such as p99<100ms,errors<0.1%."),
            Field.text(NAME, "--name", "Name", "Of the run: letters, digits, dots, dashes, underscores."));

    private static final List<Field> MORE = List.of(
            Field.text(
                    "stages",
                    "--stages",
                    "Stages",
                    "A rate that changes, such as 30s:100,1m:500; with u users: 30s:100u."),
            Field.list(
                    "arrivals",
                    "--arrivals",
                    "Arrivals",
                    "How requests are spread around the rate.",
                    names(new ArrivalProcess[] {ArrivalProcess.CONSTANT, ArrivalProcess.POISSON})),
            Field.text(
                    "max-threads",
                    "--max-threads",
                    "Most users",
                    "Up to how many users the number can be raised during the run; with a rate, how many may help when all are busy."),
            Field.text("ramp-up", "--ramp-up", "Ramp-up", "Users begin one after the other over this time."),
            Field.text("expect-status", "--expect-status", "Expected statuses", "With URL, such as 200,404."),
            Field.text("retries", "--retries", "Retries", "Of a request that fails."),
            Field.text("response-timeout", "--response-timeout", "Response timeout", "Such as 5s."),
            Field.text("abort-on", "--abort-on", "Abort on", "Such as errors>5% for 10s."),
            Field.list(
                    "model", "--model", "Sending model", "Who sends the next request.", SendingModel.REGISTRY.names()),
            Field.list("transport", "--transport", "Transport", "How requests travel.", transports()),
            Field.list("http", "--http", "HTTP version", "2 takes the transport nio.", names(HttpVersion.values())),
            Field.text("connections", "--connections", "Connections", "Over HTTP/2, that the users share."),
            Field.text("event-loops", "--event-loops", "Event loops", "Of the transport nio."),
            Field.text("seed", "--seed", "Seed", "The same seed makes the same requests."),
            Field.flag("--no-keepalive", "No keep-alive", "A new connection for every request."),
            Field.flag("--compressed", "Compressed", "With URL: ask for gzip."),
            Field.flag("--follow-redirects", "Follow redirects", "Up to 10."),
            Field.flag("--insecure", "Insecure", "Do not verify certificates."),
            Field.flag("--probe", "Probe", "After the run, find out whether the client was the limit."));

    private static final List<Field> FIELDS =
            Stream.concat(COMMON.stream(), MORE.stream()).toList();

    private static List<String> names(Enum<?>[] choices) {
        return Stream.of(choices).map(Object::toString).toList();
    }

    private static List<String> transports() {
        List<String> names = new ArrayList<>();
        new OptionTypes.TransportsAndAuto().forEach(names::add);
        return names;
    }

    /** Options that these pages add themselves, or that say only how a result was shown. */
    private static final List<String> OWN = List.of("--output", "-o", "--live", "--live-token", "--quiet");

    private static final int LONGEST_NAME = 100;
    private static final Pattern NAMES = Pattern.compile("[\\w-][\\w.-]{0," + (LONGEST_NAME - 1) + "}");

    RunForm {
        Map<String, String> given = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            if (!value.isBlank()) {
                given.put(name, value.strip());
            }
        });
        values = Map.copyOf(given);
    }

    /** The form that a browser sent. */
    static RunForm of(UnaryOperator<String> sent) {
        Map<String, String> values = new LinkedHashMap<>();
        FIELDS.forEach(field -> values.put(field.name, sent.apply(field.name)));
        return new RunForm(values);
    }

    /**
     * The form of a run's command line.
     *
     * @param command in which passwords are hidden; these are left out
     * @return empty when the command has something that the form has no field for
     */
    static Optional<RunForm> ofCommand(String command) {
        List<String> words;
        try {
            words = ShellWords.of(command);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        if (words.size() < 2 || !words.get(1).equals("run")) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int at = 2; at < words.size(); at++) {
            String word = words.get(at);
            if (!word.startsWith("-")) {
                if (values.containsKey(URL)) {
                    return Optional.empty();
                }
                if (!word.contains(Redaction.HIDDEN)) {
                    values.put(URL, word);
                }
                continue;
            }
            int equals = word.indexOf('=');
            String option = equals < 0 ? word : word.substring(0, equals);
            boolean last = at + 1 == words.size();
            boolean flag = FIELDS.stream().anyMatch(field -> field.isFlag() && field.option.equals(option));
            if (flag && equals >= 0) {
                return Optional.empty();
            }
            boolean alone = flag
                    || option.equals("--quiet")
                    || option.equals("--live") && (last || words.get(at + 1).startsWith("-"));
            if (equals < 0 && !alone && last) {
                return Optional.empty();
            }
            String value = equals >= 0 ? word.substring(equals + 1) : flag ? YES.get(0) : alone ? "" : words.get(++at);
            // A file's text would be refused, and a value that was a password is not in the command.
            if (value.startsWith("@") && !OWN.contains(option) || value.contains("\n")) {
                return Optional.empty();
            }
            if (!OWN.contains(option) && !value.contains(Redaction.HIDDEN)) {
                Optional<Field> field =
                        FIELDS.stream().filter(one -> one.option.equals(option)).findFirst();
                if (field.isEmpty() || (field.get().lines == 1 && values.containsKey(field.get().name))) {
                    return Optional.empty();
                }
                values.merge(field.get().name, value, (one, two) -> one + "\n" + two);
            }
        }
        return Optional.of(new RunForm(values));
    }

    String value(String name) {
        return values.getOrDefault(name, "");
    }

    /**
     * The command line, without the names of the program and of the directory.
     *
     * @throws IllegalArgumentException with a user-facing message when fields contradict each other, or read a file
     */
    List<String> words() {
        List<String> words = new ArrayList<>(List.of("run"));
        if (!value(URL).isEmpty() && !value(SERVER).isEmpty()) {
            throw new IllegalArgumentException("There is a URL and a server to start: leave one of them out");
        }
        if (!value(NAME).isEmpty() && !NAMES.matcher(value(NAME)).matches()) {
            throw new IllegalArgumentException("'" + value(NAME)
                    + "' is not a name: use letters, digits, dots, dashes and underscores, at most " + LONGEST_NAME
                    + " of them, and begin with no dot");
        }
        for (Field field : FIELDS) {
            if (field.name.equals(NAME)) {
                // It is in the name of the directory.
                continue;
            }
            if (field.isFlag()) {
                if (!value(field.name).isEmpty()) {
                    words.add(field.option);
                }
                continue;
            }
            for (String value : value(field.name).lines().map(String::strip).toList()) {
                if (value.startsWith("@")) {
                    throw new IllegalArgumentException(field.label + ": '" + value
                            + "' would read a file on the machine of Swipestorm: enter the text itself");
                }
                boolean wholeRequest = field.name.equals(URL) && value(WORKLOAD).isEmpty();
                if (wholeRequest && value.startsWith("-")) {
                    throw new IllegalArgumentException("'" + value + "' is not a URL: write it like http://host:8080/");
                }
                // With the equals sign, a value that begins with a dash is still a value.
                words.add(wholeRequest ? value : field.option + "=" + value);
            }
        }
        return words;
    }

    /**
     * The fields as markup.
     *
     * @param workloads the names of the workload files there are
     */
    String markup(List<String> workloads) {
        boolean moreGiven = MORE.stream().anyMatch(field -> !value(field.name).isEmpty());
        return fields(COMMON, workloads) + "<details" + (moreGiven ? " open" : "")
                + "><summary>More options</summary>\n" + fields(MORE, workloads) + "</details>\n";
    }

    private String fields(List<Field> fields, List<String> workloads) {
        StringBuilder html = new StringBuilder("<div class=\"fields\">\n");
        for (Field field : fields) {
            String id = "field-" + field.name;
            String attributes = " id=\"" + id + "\" name=\"" + field.name + "\" aria-describedby=\"" + id + "-hint\"";
            html.append("<div><label for=\"")
                    .append(id)
                    .append("\">")
                    .append(field.label)
                    .append("</label>\n");
            List<String> choices = field.name.equals(WORKLOAD) ? workloads : field.choices;
            if (field.name.equals(WORKLOAD) || !choices.isEmpty()) {
                html.append("<select").append(attributes).append(">\n<option value=\"\"></option>\n");
                // A file that is not in the list may have been used by a run that is repeated.
                Stream.concat(choices.stream(), Stream.of(value(field.name)))
                        .filter(choice -> !choice.isEmpty())
                        .distinct()
                        .forEach(choice -> html.append(
                                        choice.equals(value(field.name)) ? "<option selected>" : "<option>")
                                .append(SafeText.field(choice))
                                .append("</option>\n"));
                html.append("</select>\n");
            } else if (field.lines > 1) {
                html.append("<textarea rows=\"")
                        .append(field.lines)
                        .append('"')
                        .append(attributes)
                        .append(">\n");
                html.append(SafeText.field(value(field.name))).append("</textarea>\n");
            } else {
                html.append("<input autocomplete=\"off\"")
                        .append(attributes)
                        .append(" value=\"")
                        .append(SafeText.field(value(field.name)))
                        .append("\">\n");
            }
            html.append("<p class=\"hint\" id=\"").append(id).append("-hint\">");
            html.append(SafeText.markup(field.hint)).append("</p></div>\n");
        }
        return html.append("</div>\n").toString();
    }
}
