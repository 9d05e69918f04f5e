package io.github.swipestorm.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The headings of {@code --help-all}, in their order, each with the long names of its options in order. An option has
 * the same heading in every command. A new option must be added here.
 */
enum OptionHeading {
    /** Which server. */
    TARGET(
            "Target",
            "--url",
            "--urls",
            "--server",
            "--server-command",
            "--servers",
            "--store",
            "--most-albums",
            "--server-threads",
            "--server-virtual-threads",
            "--server-http2",
            "--tls",
            "--port"),
    /** How much load, by how many workers, and for how long. */
    LOAD(
            "Load",
            "--threads",
            "--users",
            "--max-threads",
            "--duration",
            "--requests",
            "--rate",
            "--stages",
            "--arrivals",
            "--burst",
            "--model",
            "--models",
            "--transport",
            "--transports",
            "--warmup",
            "--warmup-requests",
            "--ramp-up",
            "--spawn-rate",
            "--think"),
    /** Where a program listens, and who may connect. */
    LISTENING("Listening", "--listen", "--token"),
    /** Which other machines send it. */
    AGENTS(
            "Agents",
            "--join",
            "--agents",
            "--cluster-tls",
            "--on-agent-loss",
            "--records-on-agents",
            "--allow-target",
            "--max-rate",
            "--records-dir"),
    /** How an experiment arranges its runs. */
    EXPERIMENT("Experiment", "--rounds", "--repeats", "--repeat", "--sample", "--settle", "--pause", "--resume"),
    /** What requests are. */
    CONTENT(
            "What is sent",
            "--method",
            "--header",
            "--json",
            "--form",
            "--body",
            "--body-file",
            "--curl",
            "--expect-status",
            "--answer-bytes",
            "--compressed",
            "--workload",
            "--workloads",
            "--first",
            "--only-host",
            "--schema",
            "--seed",
            "--user",
            "--follow-redirects",
            "--traceparent"),
    /** What counts as a failure, what a run must achieve, and when it ends early. */
    LIMITS(
            "Limits",
            "--slo",
            "--fail-if",
            "--precision",
            "--abort-on",
            "--retries",
            "--retry-on",
            "--retry-backoff",
            "--give-up",
            "--connect-timeout",
            "--response-timeout",
            "--total-timeout"),
    /** What is printed, shown and written, and which part of a run. */
    OUTPUT(
            "Output",
            "--output",
            "--name",
            "--records",
            "--records-policy",
            "--details",
            "--quiet",
            "--print-json",
            "--print",
            "--live",
            "--live-token",
            "--results",
            "--prometheus",
            "--otlp",
            "--junit",
            "--github-summary",
            "--from",
            "--to"),
    /** Options that most users do not need. */
    ADVANCED(
            "Advanced",
            "--server-pid",
            "--probe",
            "--no-probe",
            "--batch",
            "--producers",
            "--queue-capacity",
            "--virtual-threads",
            "--event-loops",
            "--pipeline",
            "--http",
            "--streams",
            "--connections",
            "--spin",
            "--no-keepalive",
            "--proxy",
            "--insecure",
            "--cacert",
            "--client-cert",
            "--client-cert-password",
            "--tls-versions",
            "--ciphers",
            "--tls-provider",
            "--no-tls-resumption",
            "--self-warmup",
            "--no-self-warmup",
            "--no-check-connection"),
    /** Options of every command. */
    HELP("Help", "--help", CommandHelp.HELP_ALL, "--version");

    private final String title;
    private final List<String> options;

    OptionHeading(String title, String... options) {
        this.title = title;
        this.options = List.of(options);
    }

    String title() {
        return title;
    }

    /** The long names of its options. */
    List<String> names() {
        return options;
    }

    /** Those of a command's options that are under this heading, in their order. */
    List<OptionSpec> of(List<OptionSpec> all) {
        return options.stream()
                .flatMap(name ->
                        all.stream().filter(option -> option.longestName().equals(name)))
                .toList();
    }

    /** The heading of an option; empty when it has none. */
    static Optional<OptionHeading> of(OptionSpec option) {
        return Stream.of(values())
                .filter(heading -> heading.options.contains(option.longestName()))
                .findFirst();
    }
}
