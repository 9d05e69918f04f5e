package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.text.Suggestion;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

@Tag("jdk-independent")
class UsageTest {

    /** Only to be read; what is tried is built anew. */
    private static final List<CommandLine> COMMANDS = new ArrayList<>();

    static {
        add(COMMANDS, Main.commandLine());
    }

    @ParameterizedTest
    @CsvSource({
        "--threads, 0",
        "--threads, -1",
        "--threads, 100001",
        "--threads, many",
        "--threads, 99999999999",
        "--requests, 0",
        "--requests, -7",
        "--requests, 1.5",
        "--requests, 99999999999999999999",
        "--duration, 10",
        "--duration, soon",
        "--duration, -1s",
        "--duration, 999999999h",
        "--rate, 0",
        "--rate, -5",
        "--rate, fast",
        "--rate, 99999999",
        "--stages, 10s",
        "--stages, 0s:10",
        "--arrivals, poisson",
        "--arrivals, random",
        "--transport, carrier-pigeon",
        "--event-loops, 0",
        "--pipeline, 0",
        "--workload, x",
        "--self-warmup, maybe",
        "--retries, -1",
        "--retries, 10001",
        "--retry-on, 3xx",
        "--retry-backoff, 1",
        "--seed, lucky",
        "--model, best",
        "--batch, 0",
        "--producers, 0",
        "--queue-capacity, 0",
        "--queue-capacity, 2000000000",
        "--warmup, x",
        "--warmup-requests, -1",
        "--ramp-up, 5",
        "--think, 1..2",
        "--think, 2s..1s",
        "--think, gamma(1s)",
        "--connect-timeout, 0.1ms",
        "--response-timeout, never",
        "--total-timeout, 1",
        "--give-up, x",
        "--url, localhost:8080",
        "--url, ftp://localhost",
        "--url, http://localhost:70000",
        "--server, apache",
        "--server-threads, 0",
        "--records, ../evil.csv",
        "--records-policy, maybe",
        "--name, a/b",
        "--server-pid, many",
        "--server-pid, 1",
        "--proxy, localhost:3128",
        "--proxy, https://localhost:3128",
        "--proxy, http://localhost",
        "--proxy, http://localhost:0",
        "--proxy, http://localhost:70000",
        "--proxy, http://localhost:3128/path",
        "--live, 65536",
        "--live, -1",
        "--live, here",
        "--prometheus, 65536",
        "--prometheus, here",
        "--prometheus, 127.0.0.1:x",
        "--otlp, localhost:4318",
        "--traceparent, 0%",
        "--traceparent, 101%",
        "--traceparent, 0.5",
        "--otlp, ftp://localhost:4318",
        "--otlp, http://localhost:4318?a=b",
        "--no-such-option, x",
    })
    void a_wrong_value_is_named_in_one_line_and_nothing_is_started(String option, String value) {
        CommandRun run = CommandRun.of("run", option + "=" + value);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .hasSize(2)
                .first()
                .satisfies(line -> assertThat(line).contains(option.equals("--no-such-option") ? option : value));
        assertThat(run.err()).endsWith("Try 'swipestorm run --help'." + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource({"--connect-timeout", "--response-timeout", "--total-timeout", "--duration"})
    void a_time_of_zero_is_refused_where_it_has_no_meaning(String option) {
        CommandRun run = CommandRun.of("run", option, "0s");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith(option + " must be ").contains(" 1ms", ", not 0s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--stages 10s:0,5s:0 | The stages send nothing",
                "--rate 5 --model less-blocking --batch 20 | a batch of 20 requests",
                "--transport classic --spin | leave --spin out, or use --transport nio",
                "--transport nio --pipeline 2 --no-keepalive | --pipeline and --no-keepalive contradict each other",
                "--users 5 -t 3 | --users 5 and --threads 3 are two names of one thing: leave one of them out",
                "--users 0 | --users must be 1 to 100000, not 0",
                "--users 3 --spawn-rate 5 --ramp-up 1s | --spawn-rate and --ramp-up both say when workers begin",
                "--users 3 --spawn-rate 0 | --spawn-rate must be above 0, not 0/s",
                "--stages 1s:5u --spawn-rate 5 | contradicts --stages, which say when users begin",
                "--stages 1s:5u --threads 5 | --threads 5 contradicts --stages",
                "--stages 1s:5u,1s:5 | The --stages mix rates and users",
                "--stages 1s:5u --rate 5 | when the run ends: leave --rate out",
                "--stages 1s:5u --requests 5 | when the run ends: leave --requests out",
                "--stages 1s:5u --ramp-up 1s | when the run ends: leave --ramp-up out",
                "--stages 1s:5u,1s:=100001u | is not a stage: --users must be 0 to 100000, not 100001",
                "--stages 1s:5u --precision 5% | in the midst of its --stages",
                "--stages 1s:5u --probe | leave --probe out",
                "--stages 1s:0u | one of their numbers of users must be above 0",
                "--cacert no.pem --url https://localhost:1 | --cacert no.pem cannot be used: it is not there",
                "--cacert no.pem --insecure | --cacert and --insecure contradict each other",
                "--client-cert no.pem | --client-cert no.pem cannot be used: it is not there",
                "--client-cert-password x | --client-cert-password needs the file that it opens: add --client-cert FILE",
                "--tls-versions 1.1,1.3 | --tls-versions 1.1 cannot be used: this JVM offers 1.2 and 1.3",
                "--ciphers X | --ciphers X cannot be used: this JVM has no such cipher",
                "--max-threads 300 | --max-threads is for an open loop",
                "--max-threads 300 -d 1s | --max-threads is for an open loop",
                "--max-threads 300 --rate 5 | With the model average every worker owns a share",
                "--max-threads 200 --rate 5 -m less-blocking | --max-threads must be 201 to 100000, not 200",
                "--burst 0/5s | --burst must have at least 1 request, not 0",
                "--burst 9/5s --rate 5 | --burst and --rate both say when requests are due",
                "--burst 9/5s --stages 1s:5 | --burst and --stages both say when requests are due",
                "--rate 5 --arrivals bursts --stages 1s:5 | Bursts have one size all the time: leave --stages out",
                "--abort-on first-failure --repeat 3 | --abort-on ends one run, and --repeat makes several",
                "--abort-on failed<5% | is not a condition to abort on: write it like",
                "--probe --rate 10 | the rate decides: leave --probe out",
                "--probe --threads 1 | a single worker has no half",
                "--probe --no-probe | contradict each other",
                "--probe --repeat 2 | use 'sweep'",
                "--server-pid 1 | needs the server's URL",
                "--server-pid 1 --url http://192.0.2.1 | name it as localhost, or leave --server-pid out",
                "--server-pid 0 --url http://localhost:1 | There is no process 0 here",
                "--server-pid 99999999999 --url http://localhost:1 | There is no process 99999999999 here",
                "--repeat 3 --live | --live shows a single run, and --repeat 3 makes several: leave one of them out",
                "--repeat 3 --junit x.xml --slo p99<1s | --junit is about one run, and --repeat makes several",
                "--junit x.xml | --junit writes a test case for each objective, and there is none: add --slo",
                "--junit /dev/null/x.xml --slo p99<1s | --junit cannot write into '/dev/null'",
                "--junit / --slo p99<1s | --junit cannot write '/': name another file",
                "--pause 1s -n 10 | --pause waits between runs, and there is only one: leave it out, or add --repeat",
                "--live abc | is not a port from 0 to 65535, nor HOST:PORT",
                "--server-pid x | is not a whole number up to 9223372036854775807, such as 8",
                "--thraeds 5 | did you mean --threads",
                "--slo p99<1s,, | has an objective without anything in it: write them like p99<100ms,errors<0.1%",
                "--slo p99<100ms,p99<50ms | asks for p99 twice: leave one of them out",
                "--transport nio --event-loops 0 | --event-loops must be 1 to 1000, not 0",
            })
    void options_that_contradict_each_other_are_named_with_the_remedy(String options, String expected) {
        CommandRun run = CommandRun.of(("run " + options).split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .hasSize(2)
                .first()
                .satisfies(line -> assertThat(line).contains(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "--user=secret",
        "--user=:secret",
        "--user=j\u0007o:secret",
        "--proxy=http://jo:secret@localhost:3128",
        "--otlp=http://jo:secret@localhost:4318",
    })
    void what_may_be_a_password_is_refused_without_being_quoted(String option) {
        CommandRun run = CommandRun.of("run", option);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(2);
        assertThat(run.err()).doesNotContain("secret");
    }

    @Test
    void two_passwords_are_refused_without_being_quoted() {
        CommandRun run = CommandRun.of("run", "--user", "jo:secret", "--user=jo:secret");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--user").doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--pipeline=2", "--event-loops=2"})
    void a_transport_that_is_named_and_lacks_something_names_the_other(String option) {
        CommandRun run = CommandRun.of("run", "--transport", "classic", option);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("ransport classic", "--transport nio");
    }

    @Test
    void an_option_without_its_value_is_wrong_usage() {
        assertThat(CommandRun.of("run", "--threads").exitCode()).isEqualTo(2);
    }

    @Test
    void an_unknown_command_is_wrong_usage() {
        CommandRun run = CommandRun.of("walk");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("walk");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "swep | Unknown command 'swep'; did you mean sweep?",
                "swep --help | Unknown command 'swep'; did you mean sweep?",
                "help swep | Unknown command 'swep'; did you mean sweep?",
                "rnu | Unknown command 'rnu'; did you mean run?",
                "walk | Unknown command 'walk': use one of run, sweep, compare, little, capacity, matrix, workload, resume,"
                        + " report",
                "compare bananas | Unknown command 'bananas': use one of models, transports, servers, runs",
                "help compare bananas | Unknown command 'bananas': use one of models, transports, servers, runs",
                "run http://host/a http://host/b | Unexpected argument 'http://host/b'",
                "compare servers http://host/a | Unexpected argument 'http://host/a'",
                "run x | 'x' is not a URL to send a request to: it must begin with http:// or https://",
                "run localhost:8080/x | it must begin with http:// or https://",
                "run --head | Unknown option '--head'",
                "run -k | Unknown option '-k'; did you mean --insecure?",
                "run -c 50 | Unknown option '-c'; did you mean --threads?",
                "run --data x | Unknown option '--data'; did you mean --body?",
                "run -R 5 | Unknown option '-R'; did you mean --rate?",
                "run -z 5s | Unknown option '-z'; did you mean --duration?",
                "run -q 100 http://localhost:1/ | Unexpected argument 'http://localhost:1/': -q is --quiet; did you mean --rate",
                "capacity http://localhost:1/ 7 -q 100 | Unexpected argument '7'",
                "run http://localhost:1/ -q 100 | Unexpected argument '100': -q is --quiet; did you mean --rate 100?",
                "run --think-time 5s | Unknown option '--think-time'",
                "run --vus 5 | Unknown option '--vus'; did you mean --users?",
                "run --thread 5 | did you mean --threads?",
                "run --durtaion 5s | did you mean --duration?",
                "--thread 5 | did you mean --threads?",
                "capacity --rate 5 | capacity searches for the rate itself; leave --rate out",
                "sweep --slo p99<1s | Unknown option '--slo': 'swipestorm sweep' does not have it; run, capacity do",
                "serve tomcat | Unknown server 'tomcat': use one of servlet, springboot, key-value, albums, board, board-http",
                "serve servlet --store mutex | The servlet server has no choice of stores, so 'mutex' is not for it",
                "serve albums --store unlocked-reads | 'unlocked-reads' is not a store of the albums server: use mutex,",
                "serve board --most-albums 3 | The board server has no albums to keep 3 of",
                "serve albums --most-albums 0 | The server keeps at least 1 album, not 0",
                "serve board --tls | The board server speaks plain TCP, without TLS and HTTP/2: board-http has both",
                "run --server key-value | no swipe API: name its workload, such as --workload examples/workloads/key-value",
                "run http://localhost:1/ --store mutex | --store is for a server that is started here: leave it out",
                "run http://localhost:1/ --live 0.0.0.0:0 | give a token of at least 8 characters",
                "run http://localhost:1/ --live --live-token abc | The token is too short",
                "run --server-command x --server servlet | leave --server servlet out",
                "run --server-command x --url http://localhost:1 | --server-command starts the server that load is sent to",
                "serve | Say what to serve: servlet, springboot, key-value, albums, board, board-http or ui",
                "matrix | PLAN.YAML is missing: File with the settings",
                "run --url http:// | 'http://' is not a URL to send load to: it has no host",
            })
    void what_is_not_understood_is_named_with_what_may_have_been_meant(String words, String expected) {
        CommandRun run = CommandRun.of(words.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .hasSize(2)
                .first()
                .satisfies(line -> assertThat(line)
                        .contains(expected)
                        .matches(said -> said.contains("did you mean") == expected.contains("did you mean")));
    }

    @Test
    void no_command_is_wrong_usage_and_prints_help_with_three_examples() {
        CommandRun run = CommandRun.of();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("Usage: swipestorm COMMAND").contains("sweep", "capacity");
        assertThat(run.err()
                        .lines()
                        .dropWhile(line -> !line.equals("Examples:"))
                        .skip(1)
                        .takeWhile(line -> !line.isEmpty()))
                .hasSize(3)
                .allMatch(line -> line.startsWith("  swipestorm "));
    }

    @Test
    void options_without_a_command_are_those_of_run() {
        CommandRun run = CommandRun.of("--url", "http://localhost:1", "--threads", "0");

        assertThat(run.err())
                .isEqualTo(CommandRun.of("run", "--url", "http://localhost:1", "--threads", "0")
                        .err())
                .contains("not 0");
    }

    @Test
    void a_port_that_is_taken_is_named_with_the_remedy() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            CommandRun run = CommandRun.of("serve", "servlet", "--port", "" + taken.getLocalPort());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).startsWith("Port " + taken.getLocalPort()).contains("choose another --port");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "run --url http://127.0.0.1:1 --join 192.0.2.1, 192.0.2.1:7800 is not on this machine",
        "run --url http://127.0.0.1:1 --join no.such.host.invalid, host 'no.such.host.invalid' is unknown",
        "sweep --url http://127.0.0.1:1 --join 127.0.0.1 --cluster-tls no-such, there is no no-such/ca.pem",
        "agents --join 127.0.0.1 --cluster-tls no-such, there is no no-such/ca.pem",
        "agents --join 192.0.2.1, 192.0.2.1:7800 is not on this machine",
        "run --url http://127.0.0.1:1 --records-on-agents, --records-on-agents belongs to runs on agents",
        "agent --cluster-tls no-such, there is no no-such/ca.pem",
        "agent --listen 0.0.0.0:7800 --cluster-tls no-such, 0.0.0.0:7800 stands for all addresses",
        "agent --allow-target 10.0.0.9, --allow-target: '10.0.0.9' is not a host with a port",
    })
    void agents_that_cannot_be_joined_as_asked_are_refused_before_anything_is_made(
            String words, String message, @TempDir Path directory) {
        List<String> all = new ArrayList<>(List.of(words.split(" ")));
        Path output = directory.resolve("output");
        if (!all.get(0).startsWith("agent")) {
            all.addAll(List.of("--output", output.toString()));
        }
        CommandRun run = CommandRun.of(all);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err().lines().findFirst().orElse("")).contains(message);
        assertThat(output).doesNotExist();
    }

    @Test
    void an_output_directory_that_holds_something_is_refused(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("precious"), "keep me");

        CommandRun run = CommandRun.of("run", "--output", directory.toString(), "--url", "http://127.0.0.1:1");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(directory.toString());
        assertThat(directory.resolve("precious")).hasContent("keep me");
    }

    static List<CommandLine> commands() {
        return COMMANDS;
    }

    private static void add(List<CommandLine> commands, CommandLine command) {
        commands.add(command);
        command.getSubcommands().values().forEach(below -> add(commands, below));
    }

    private static CommandRun help(CommandLine command, String option) {
        List<String> path =
                new ArrayList<>(List.of(command.getCommandSpec().qualifiedName().split(" ")));
        path.remove(0);
        path.add(option);
        return CommandRun.of(path);
    }

    private static List<String> optionsIn(String text) {
        return text.lines()
                .filter(line -> line.matches("  (-\\w, |    )--.*"))
                .map(line -> line.substring(6).split("[=\\[ ]")[0])
                .toList();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void the_whole_help_has_every_option_of_a_command_once_under_a_heading(CommandLine command) {
        CommandRun run = help(command, "--help-all");
        List<OptionSpec> shown = command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .toList();

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        for (OptionSpec option : shown) {
            assertThat(OptionHeading.of(option))
                    .as("heading of %s: add it to OptionHeading", option.longestName())
                    .isPresent();
            assertThat(option.description()).as(option.longestName()).isNotEmpty();
        }
        assertThat(optionsIn(run.out()))
                .containsExactlyInAnyOrderElementsOf(
                        shown.stream().map(OptionSpec::longestName).toList());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void help_fits_a_screen_with_at_most_eight_options_and_examples_that_parse(CommandLine command) {
        CommandRun run = help(command, "--help");
        ShortHelp help = CommandHelp.shortHelp(command.getCommandSpec());

        assertThat(run.exitCode()).isZero();
        assertThat(optionsIn(run.out())).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(8);
        assertThat(optionsIn(run.out())).containsAll(List.of(help.options()));
        assertThat(help.examples()).isNotEmpty();
        for (String example : help.examples()) {
            assertThat(run.out()).contains("  swipestorm " + example);
            String[] words = example.replace("\"", "").split(" ");
            CommandLine parsed = Main.commandLine(LocalRunner::new, words);
            assertThatCode(() -> parsed.parseArgs(words)).as(example).doesNotThrowAnyException();
        }
    }

    @Test
    void help_of_a_command_with_objectives_or_limits_says_its_exit_codes() {
        List<CommandLine> judging = commands().stream()
                .filter(command -> command.getCommandSpec().findOption("--slo") != null
                        || command.getCommandSpec().findOption("--fail-if") != null
                        || command.getCommandName().equals("resume"))
                .toList();

        assertThat(judging)
                .hasSize(4)
                .allSatisfy(command -> assertThat(help(command, "--help").out().replaceAll("\\s+", " "))
                        .contains("Exit code: 0 ", ", 2 wrong usage, ", " 4 inconclusive ("));
    }

    @Test
    void headings_list_only_options_that_a_command_has() {
        Set<String> all = commands().stream()
                .flatMap(command -> command.getCommandSpec().options().stream())
                .map(OptionSpec::longestName)
                .collect(Collectors.toSet());

        assertThat(OptionHeading.values()).allSatisfy(heading -> assertThat(all).containsAll(heading.names()));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void help_is_no_wider_than_a_terminal(CommandLine command) {
        assertThat(help(command, "--help").out().lines()).allMatch(line -> line.length() <= 80);
        assertThat(help(command, "--help-all").out().lines())
                .allMatch(line -> line.length() <= 80)
                .noneMatch(line -> line.contains("${") || line.contains("%n") || line.contains("%%"));
    }

    @Test
    void a_line_breaks_at_spaces_only() {
        assertThat(CommandHelp.wrapped("such as http://localhost:8080/app or less-blocking, e.g. so", 12))
                .containsExactly("such as", "http://localhost:8080/app", "or", "less-blocking,", "e.g. so");
    }

    @Test
    void help_for_a_command_is_what_the_command_says_itself() {
        assertThat(CommandRun.of("help", "compare", "models").out())
                .isEqualTo(CommandRun.of("compare", "models", "--help").out());
    }

    @Test
    void words_are_similar_when_a_letter_or_two_are_wrong() {
        List<String> names = List.of("--threads", "--requests", "--retries", "--help");

        assertThat(Suggestion.similar("--thraeds", names)).containsExactly("--threads");
        assertThat(Suggestion.similar("--reqests", names)).containsExactly("--requests");
        assertThat(Suggestion.similar("--header", names)).isEmpty();
        assertThat(Suggestion.similar("-H", List.of("-h", "-t"))).isEmpty();
    }

    @Test
    @Tag("fault")
    @DisplayName("Help and refusals on a machine of any language -> the same words and digits everywhere")
    void help_and_refusals_are_the_same_in_every_country() {
        Locale home = Locale.getDefault();
        try {
            Locale.setDefault(Locale.ENGLISH);
            List<String> english = helpAndRefusals();
            for (String place : List.of("tr-TR", "ar-EG-u-nu-arab")) {
                Locale.setDefault(Locale.forLanguageTag(place));
                assertThat(helpAndRefusals()).as(place).isEqualTo(english);
            }
        } finally {
            Locale.setDefault(home);
        }
    }

    private static List<String> helpAndRefusals() {
        List<String> texts = new ArrayList<>();
        for (CommandLine command : commands()) {
            String[] path = command.getCommandSpec().qualifiedName().split(" ");
            path = Arrays.copyOfRange(path, 1, path.length + 1);
            path[path.length - 1] = "--help-all";
            texts.add(CommandRun.of(path).out());
        }
        for (String wrong :
                List.of("--threads=0", "--pipeline=0", "--rate=-5", "--stages=0s:10", "--MODEL=x", "-n=1.5")) {
            texts.add(CommandRun.of("run", wrong).err());
        }
        // In Turkish the small letter of I is one without a dot.
        texts.add(CommandRun.of("run", "--transport", "NIO", "--spin", "--pipeline", "0")
                .err());
        return texts;
    }

    @Test
    void help_says_what_the_defaults_are() {
        assertThat(CommandRun.of("run", "--help-all").out())
                .contains("default: 200", "500000", "default: 5s", "average");
    }

    @Test
    void the_version_is_a_number_and_not_a_placeholder() {
        CommandRun run = CommandRun.of("--version");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).matches("(?s)swipestorm \\d+\\.\\d+.*").doesNotContain("${");
    }
}
