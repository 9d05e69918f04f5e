package io.github.swipestorm.distribution;

import static io.github.swipestorm.api.contract.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script that tests between hosts on EC2, with programs in the place of {@code aws}, {@code ssh} and {@code curl}
 * that write down what they are asked. Whatever fails, nothing that costs money may be left.
 */
@Tag("jdk-independent")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class LoadTestIT {

    private static final Path SCRIPT = Script.ROOT.resolve("scripts/ec2/load-test.sh");
    private static final Path PROGRAMS =
            Script.ROOT.resolve("distribution/src/test/resources/fake").toAbsolutePath();

    @TempDir
    private Path temporary;

    private Path cloud;

    @BeforeEach
    void emptyCloud() throws IOException {
        cloud = newCloud();
    }

    private Path newCloud() throws IOException {
        Path fake = Files.createTempDirectory(temporary, "cloud");
        for (String kind : List.of("instances", "groups", "keys", "there")) {
            Files.createDirectory(fake.resolve(kind));
        }
        Files.writeString(fake.resolve("there/summary.json"), "{}\n");
        return fake;
    }

    private Script script() {
        return Script.of(SCRIPT).findingFirst(PROGRAMS).in(temporary).with("FAKE", cloud.toString());
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(cloud.resolve("calls"));
    }

    private List<String> left() throws IOException {
        List<String> left = new ArrayList<>();
        for (String kind : List.of("instances", "groups", "keys")) {
            try (Stream<Path> files = Files.list(cloud.resolve(kind))) {
                files.map(file -> file.getFileName().toString()).sorted().forEach(left::add);
            }
        }
        return left;
    }

    @Test
    void makes_two_hosts_runs_fetches_the_results_and_deletes_all() throws Exception {
        Script.Run run = script().run("run", "--output", "got", "--", "--threads", "7", "--name", "two words");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(temporary.resolve("got/summary.json")).hasContent("{}");
        assertThat(temporary.resolve("got/hosts.txt"))
                .content()
                .contains("== server", "== client", "zone zone-a", "server t3.micro");
        assertThat(left()).isEmpty();
        assertThat(calls().stream().filter(call -> call.startsWith("aws ")).map(call -> call.split(" ")[2]))
                .containsExactly(
                        "describe-subnets",
                        "import-key-pair",
                        "create-security-group",
                        "authorize-security-group-ingress",
                        "describe-instance-types",
                        "run-instances",
                        "describe-instance-types",
                        "run-instances",
                        "wait",
                        "describe-instances",
                        "describe-instances",
                        "describe-instances",
                        "describe-instances",
                        "terminate-instances",
                        "wait",
                        "describe-security-groups",
                        "delete-security-group",
                        "describe-key-pairs",
                        "delete-key-pair");
        assertThat(calls())
                .anyMatch(call -> call.endsWith(
                        "swipestorm run --url http://10.0.0.1:8080/app --output out --threads 7 --name two\\ words"));
    }

    @Test
    void several_client_hosts_run_an_agent_each_with_the_certificates_of_the_first() throws Exception {
        Script.Run run = script().run("run", "--clients", "3", "--output", "got", "--", "--threads", "9");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(left()).isEmpty();
        assertThat(temporary.resolve("got/hosts.txt"))
                .content()
                .contains("== server", "== client", "== client2", "== client3", "clients 3");
        List<String> calls = calls();
        assertThat(calls.stream()
                        .filter(call -> call.contains("--user-data"))
                        .map(call -> call.contains("client.yaml")))
                .containsExactly(false, true, true, true);
        assertThat(calls.stream()
                        .filter(call -> call.contains("swipestorm agent"))
                        .map(call -> call.replaceAll(
                                        "^.* (client\\d?) (setsid nohup )?swipestorm/bin/|>agent.log.*| \\\\?$", "$1 ")
                                .strip()))
                .containsExactly(
                        "client swipestorm agent init-tls certificates",
                        "client swipestorm agent --listen 10.0.0.2:7800 --cluster-tls certificates --allow-target 10.0.0.1:8080",
                        "client2 swipestorm agent --listen 10.0.0.3:7800 --join 10.0.0.2:7800 --cluster-tls certificates"
                                + " --allow-target 10.0.0.1:8080",
                        "client3 swipestorm agent --listen 10.0.0.4:7800 --join 10.0.0.2:7800 --cluster-tls certificates"
                                + " --allow-target 10.0.0.1:8080");
        assertThat(calls).anyMatch(call -> call.endsWith(" client2 tar -xf -"));
        assertThat(calls)
                .anyMatch(call ->
                        call.endsWith("swipestorm run --join 10.0.0.2:7800 --cluster-tls certificates --agents 3"
                                + " --url http://10.0.0.1:8080/app --output out --threads 9"));
    }

    @Test
    void an_agent_that_does_not_start_ends_the_run_and_deletes_all() throws Exception {
        Script.Run run = script().with("FAKE_AGENT_EXIT", "1").run("run", "--clients", "2", "--output", "got");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("the agent of the client host did not start")
                .doesNotContain("NOT ALL WAS DELETED");
        assertThat(left()).isEmpty();
    }

    @Test
    void the_hosts_are_tagged_in_one_subnet_and_end_by_themselves() throws Exception {
        script().run("run", "--output", "got", "--server-type", "c7i.large");

        List<String> made = calls().stream()
                .filter(call -> call.contains(" run-instances "))
                .toList();
        assertThat(made)
                .hasSize(2)
                .allSatisfy(call -> assertThat(call)
                        .contains(
                                "--subnet-id subnet-1",
                                "--security-group-ids sg-1",
                                "--instance-initiated-shutdown-behavior terminate",
                                "ResourceType=instance,Tags=[{Key=swipestorm-run,Value=",
                                "ResourceType=volume,Tags=[{Key=swipestorm-run,Value="));
        assertThat(made.get(0)).contains("--instance-type c7i.large", "server.yaml");
        assertThat(made.get(1)).contains("--instance-type t3.micro", "client.yaml");
    }

    @Test
    void only_the_two_hosts_and_the_caller_may_come_in() throws Exception {
        script().run("run", "--output", "got");

        assertThat(calls().stream().filter(call -> call.contains("ingress")))
                .singleElement()
                .asString()
                .contains("--ip-permissions IpProtocol=-1,UserIdGroupPairs=[{GroupId=sg-1}] "
                        + "IpProtocol=tcp,FromPort=22,ToPort=22,IpRanges=[{CidrIp=203.0.113.9/32}] "
                        + "IpProtocol=tcp,FromPort=8080,ToPort=8080,IpRanges=[{CidrIp=203.0.113.9/32}] --output");
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void whichever_step_fails_once_nothing_is_left_or_it_is_said_and_cleanup_deletes_it(String when) throws Exception {
        script().run("run", "--output", "got");
        int steps = calls().size();
        assertThat(steps).isGreaterThan(30);
        List<String> notDeleted = new ArrayList<>();
        for (int step = 1; step <= steps; step++) {
            cloud = newCloud();
            Script.Run run = script().with("FAKE_FAIL_AT", Integer.toString(step))
                    .with("FAKE_FAIL_WHEN", when)
                    .run("run", "--output", "got-" + when + step);

            String failed = calls().get(step - 1);
            if (!left().isEmpty()) {
                notDeleted.add(failed.split(" ")[2]);
                assertThat(run.exitCode()).as(failed).isEqualTo(1);
                assertThat(run.err()).as(failed).contains("NOT ALL WAS DELETED", "cleanup --id");
                assertThat(script().run("cleanup").exitCode()).isZero();
            }
            assertThat(left()).as("after " + failed + "\n" + run.err()).isEmpty();
        }
        // Only what is itself a deletion may have to be done once more.
        assertThat(notDeleted).isSubsetOf("terminate-instances", "delete-key-pair");
    }

    @Test
    void a_signal_during_the_run_deletes_all() throws Exception {
        Path logs = Files.createDirectory(temporary.resolve("logs"));
        Process process = script().with("FAKE_HANG", "yes").start(logs, List.of("run", "--output", "got"));
        awaitHanging();

        process.toHandle().destroy();

        assertThat(Script.end(process, logs).exitCode()).isEqualTo(143);
        assertThat(left()).isEmpty();
    }

    @Test
    void what_a_killed_run_leaves_is_listed_and_cleaned_up() throws Exception {
        Path logs = Files.createDirectory(temporary.resolve("logs"));
        Process process = script().with("FAKE_HANG", "yes").start(logs, List.of("run", "--output", "got"));
        awaitHanging();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(left()).hasSize(4);

        assertThat(script().run("list").out().lines()).containsExactlyElementsOf(left());
        Script.Run cleanup = script().run("cleanup");

        assertThat(cleanup.exitCode()).as(cleanup.err()).isZero();
        assertThat(left()).isEmpty();
    }

    private void awaitHanging() {
        Awaitility.await().atMost(MAX_WAIT).until(() -> Files.exists(cloud.resolve("hanging")));
    }

    @Test
    void with_keep_the_hosts_stay_until_cleanup() throws Exception {
        Script.Run run = script().run("run", "--output", "got", "--keep");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains("kept for at most 120 minutes", "cleanup --id");
        assertThat(left()).contains("i-1", "i-2", "sg-1");
        assertThat(script().run("cleanup").exitCode()).isZero();
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void a_run_with_failed_requests_or_missed_objectives_is_fetched_and_its_exit_code_kept(int code) throws Exception {
        Script.Run run = script().with("FAKE_RUN_EXIT", Integer.toString(code)).run("run", "--output", "got");

        assertThat(run.exitCode()).isEqualTo(code);
        assertThat(temporary.resolve("got/summary.json")).exists();
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "fly, fly",
        "run --minutes 5, '5'",
        "run --minutes soon, soon",
        "run --from here, here",
        "run --from, --from",
        "run --server-type t3micro, t3micro",
        "run --server no-such.war, no-such.war",
        "run --clients 0, '0'",
        "run --clients many, many",
        "run -- --agents 2, --agents",
        "run --region-x y, --region-x",
        "run -- --url http://localhost, --url",
        "cleanup --keep, --keep",
    })
    void a_wrong_value_is_named_in_one_line_and_nothing_is_made(String arguments, String named) throws Exception {
        Script.Run run = script().run(arguments.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).singleElement().asString().contains(named);
        assertThat(cloud.resolve("calls")).doesNotExist();
    }

    @Test
    void an_output_directory_that_holds_something_is_refused() throws Exception {
        Files.createDirectory(temporary.resolve("got"));
        Files.writeString(temporary.resolve("got/precious"), "keep me");

        Script.Run run = script().run("run", "--output", "got");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("'got' is there already");
        assertThat(cloud.resolve("calls")).doesNotExist();
    }
}
