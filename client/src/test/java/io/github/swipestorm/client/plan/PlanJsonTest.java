package io.github.swipestorm.client.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.arrival.UserStage;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TlsContexts;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TlsProvider;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.DataOrder;
import io.github.swipestorm.client.workload.mix.Extractor;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import io.github.swipestorm.client.workload.mix.ResponseCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanJsonTest {

    private static final Credentials USER = new Credentials("alice", "s3cret!");

    private static final List<ThinkTime> THINK_TIMES = Stream.of(
                    "0s", "1.5ms", "7us..2h", "exponential(1s,9s)", "normal(1m,200ms)", "lognormal(1s,2s,60s)")
            .map(ThinkTime::parse)
            .toList();

    private static final Workload MIX = HttpWorkload.builder("mix")
            .variable("id", "${random.int(1,9)}")
            .operation(get -> get.name("get").weight(2).path("/items/${id}?a=b"))
            .operation(put -> put.method("put")
                    .path("/items/${id}")
                    .json("{\"id\": ${id}, \"t\": \"${random.text(9)}\"}")
                    .check(ResponseCheck.jsonEquals("/ok", "[true, 1.50]")))
            .build();

    private static final Workload JOURNEY = HttpWorkload.builder("journey")
            .operation(login -> login.name("login").path("/login").extract("token", Extractor.jsonPointer("/token")))
            .scenario(user -> user.name("user")
                    .before(before -> before.request("login"))
                    .steps(steps -> steps.request(use -> use.name("use").path("/use/${token}"))
                            .pause("1s..2s")))
            .build();

    @Test
    void a_workload_with_a_typed_secret_is_written_without_it_and_cannot_be_read_back() {
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .workload(HttpWorkload.builder("secret")
                        .operation(get -> get.path("/").header("Authorization", "Bearer abcdef"))
                        .build())
                .requests(1)
                .build();

        assertThat(plan.toJson()).doesNotContain("abcdef");
        assertThatThrownBy(() -> LoadPlan.fromJson(plan.toJson())).hasMessageContaining("${env.NAME}");
    }

    @Property(tries = 250)
    void what_is_written_is_read_back(@ForAll("plans") LoadPlan plan) {
        assertThat(LoadPlan.fromJson(plan.toJson(), name -> Optional.of(USER.password())))
                .isEqualTo(plan);
    }

    @Property(tries = 100)
    void what_travels_is_the_same_with_its_secrets(@ForAll("plans") LoadPlan plan) {
        LoadPlan there = PortablePlan.ofBytes(PortablePlan.of(plan).toBytes()).plan();

        assertThat(there).isEqualTo(plan);
        assertThat(there.secrets()).isEqualTo(plan.secrets());
    }

    @Test
    void a_plan_takes_its_files_and_variables_along_and_shows_no_secret(@TempDir Path directory) throws IOException {
        Path data = Files.writeString(directory.resolve("users.csv"), "name\nada\ngrace\n");
        Path body = Files.write(directory.resolve("body.bin"), new byte[] {1, 0, (byte) 0xFF});
        Path authorities = Files.writeString(directory.resolve("ca.pem"), Certificates.authorityPem());
        HttpWorkload workload = HttpWorkload.builder("mix")
                .environment(Map.of("KEY", "s3cret")::get)
                .data("users", data, DataOrder.SEQUENTIAL)
                .operation(put -> put.name("put")
                        .method("PUT")
                        .path("/${data.users.name}")
                        .header("X-Api-Key", "${env.KEY}")
                        .bodyFile(body))
                .build();
        LoadPlan plan = Plans.plan(new Target("https", "h", 443, ""))
                .workload(workload)
                .transport(TransportChoice.of(new Nio())
                        .with(new TlsOptions(
                                false,
                                Optional.of(authorities),
                                Optional.empty(),
                                List.of(),
                                List.of(),
                                TlsProvider.JDK,
                                true)))
                .requests(1)
                .build();

        List<Request> expected =
                LongStream.range(0, 3).mapToObj(workload.requests(3)::request).toList();
        PortablePlan portable = PortablePlan.of(plan);
        Files.delete(data);
        Files.delete(body);
        Files.delete(authorities);
        LoadPlan there = PortablePlan.ofBytes(portable.toBytes()).plan();

        for (int index = 0; index < 3; index++) {
            Request found = there.workload().requests(3).request(index);
            assertThat(found.path()).isEqualTo(expected.get(index).path());
            assertThat(found.headers()).isEqualTo(expected.get(index).headers());
            assertThat(found.body()).isEqualTo(expected.get(index).body()).hasSize(3);
        }
        assertThat(there.secrets()).containsExactly("s3cret");
        assertThat(portable.toString()).doesNotContain("s3cret");
        // A plan that names files that it did not bring, of which this machine has some.
        Files.writeString(data, "name\nown\n");
        Files.writeString(authorities, Certificates.authorityPem());
        for (String missing : List.of("users.csv", "body.bin", "ca.pem")) {
            byte[] crafted = new String(portable.toBytes(), StandardCharsets.UTF_8)
                    .replace("/" + missing + "\":\"", "/other\":\"")
                    .getBytes(StandardCharsets.UTF_8);
            assertThatThrownBy(() -> TlsContexts.check(
                            PortablePlan.ofBytes(crafted).plan().transport().tls()))
                    .hasMessageContaining(missing)
                    .hasMessageMatching("(?s).*is not there.*");
        }
        Files.delete(data);
        Files.delete(authorities);
        TlsContexts.check(there.transport().tls());
        assertThatThrownBy(() -> PortablePlan.of(plan)).hasMessageContaining("cannot be read any more");
        assertThatThrownBy(() -> PortablePlan.ofBytes("s3cret".getBytes(StandardCharsets.UTF_8)))
                .hasMessage("This is not a plan")
                .hasNoCause();
    }

    @Provide
    static Arbitrary<LoadPlan> plans() {
        return Arbitraries.randomValue(PlanJsonTest::plan);
    }

    private static LoadPlan plan(Random random) {
        Workload sent = random.nextBoolean()
                ? one(
                        random,
                        Stream.concat(Workload.REGISTRY.all().stream(), Stream.of(MIX, JOURNEY))
                                .toList())
                : SingleRequest.of("PUT", "/x?y=" + random.nextInt())
                        .withHeader("Content-Type", "text/plain")
                        .withBody(
                                random.nextBoolean()
                                        ? "\"ä\n".getBytes(StandardCharsets.UTF_8)
                                        : new byte[] {0, (byte) 0xFF})
                        .expecting(StatusSet.parse("2xx,404"));
        boolean thinks = random.nextBoolean();
        LoadPlan.Builder plan = LoadPlan.builder(
                        new Target("http", "host" + random.nextInt(9), 1 + random.nextInt(65_535), "/a"))
                .workload(thinks ? new ThinkingWorkload(sent, one(random, THINK_TIMES)) : sent)
                .seed(random.nextLong())
                .model(one(random, SendingModel.REGISTRY.all()))
                .modelSettings(new ModelSettings(1, 1 + random.nextInt(9), 1 + random.nextInt(9)))
                .threads(1 + random.nextInt(LoadPlan.MOST_THREADS))
                .stop(new StopRule(
                        random.nextBoolean() ? 1 + random.nextInt(1_000) : WorkItems.UNBOUNDED,
                        Optional.of(time(random))))
                .warmUp(new WarmUp(
                        random.nextInt(5),
                        random.nextBoolean() ? Optional.of(time(random)) : Optional.empty(),
                        one(random, List.of(SelfWarmUp.values()))))
                .rampUp(time(random))
                .retry(new RetryRule(
                        random.nextInt(9),
                        random.nextBoolean() ? Set.of() : EnumSet.of(RetryOn.TIMEOUT, RetryOn.SERVER_ERROR),
                        time(random)))
                .timeouts(time(random), time(random), time(random))
                .giveUp(time(random));
        if (random.nextBoolean()) {
            List<Stage> stages = random.nextBoolean()
                    ? List.of()
                    : List.of(
                            new Stage(time(random), rate(random), random.nextBoolean()),
                            new Stage(time(random), Rate.parse("0")));
            List<ArrivalProcess> processes = stages.isEmpty()
                    ? List.of(ArrivalProcess.values())
                    : List.of(ArrivalProcess.CONSTANT, ArrivalProcess.POISSON);
            plan.openLoop(new OpenLoop(rate(random), stages, one(random, processes)));
        } else if (random.nextBoolean()) {
            plan.users(new UserSchedule(
                            random.nextInt(9),
                            List.of(
                                    new UserStage(time(random), random.nextInt(9), random.nextBoolean()),
                                    new UserStage(time(random), 1 + random.nextInt(9), random.nextBoolean()))))
                    .requests(WorkItems.UNBOUNDED)
                    .rampUp(Duration.ZERO);
        }
        int loops = 1 + random.nextInt(9);
        if (random.nextInt(3) == 0) {
            return plan.transport(TransportChoice.of(new Nio())
                            .with(new HttpProtocol(
                                    random.nextBoolean() ? HttpVersion.HTTP_2 : HttpVersion.AUTO,
                                    random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(1_000),
                                    random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(50_000))))
                    .build();
        }
        return plan.transport(
                        random.nextBoolean()
                                ? new TransportChoice(
                                        new Nio(),
                                        true,
                                        loops,
                                        thinks || sent == JOURNEY ? 1 : 1 + random.nextInt(9),
                                        random.nextBoolean(),
                                        HttpFeatures.NONE,
                                        TlsOptions.DEFAULT)
                                : new TransportChoice(
                                        new Classic(),
                                        random.nextBoolean(),
                                        // It has none; the plan of another machine gets that machine's.
                                        TransportChoice.loopsForThisMachine(),
                                        1,
                                        false,
                                        features(random),
                                        tls(random)))
                .build();
    }

    private static TlsOptions tls(Random random) {
        return new TlsOptions(
                random.nextBoolean(),
                Optional.empty(),
                Optional.empty(),
                random.nextBoolean() ? List.of() : List.of("1.2"),
                random.nextBoolean() ? List.of() : List.of("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"),
                TlsProvider.JDK,
                random.nextBoolean());
    }

    private static HttpFeatures features(Random random) {
        return new HttpFeatures(
                random.nextBoolean() ? Optional.of(Target.parse("http://proxy:3128")) : Optional.empty(),
                random.nextBoolean() ? Optional.of(USER) : Optional.empty(),
                random.nextBoolean());
    }

    private static Rate rate(Random random) {
        return new Rate(1 + random.nextInt(100), 1_000_000 + random.nextInt(1_000_000_000));
    }

    private static Duration time(Random random) {
        return Duration.ofMillis(1).plusNanos(random.nextLong(15_000_000_000_000_000L));
    }

    private static <T> T one(Random random, List<? extends T> all) {
        return all.get(random.nextInt(all.size()));
    }

    @Test
    void tls_is_written_when_more_than_verification_differs_from_the_default() {
        LoadPlan plan = Plans.plan(Plans.NOWHERE).requests(1).build();
        TransportChoice usual = TransportChoice.of(new Classic());
        TransportChoice older = usual.with(new TlsOptions(
                false, Optional.empty(), Optional.empty(), List.of("1.2"), List.of(), TlsProvider.JDK, true));

        for (TransportChoice choice : List.of(usual, usual.withoutVerification())) {
            assertThat(plan.toBuilder().transport(choice).build().toJson()).contains("\"tls\" : null");
        }
        for (TransportChoice choice : List.of(older, older.withoutVerification())) {
            assertThat(plan.toBuilder().transport(choice).build().toJson()).doesNotContain("\"tls\" : null");
        }
    }

    @Test
    void a_password_is_not_written_and_its_lack_is_named() {
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .requests(1)
                .transport(TransportChoice.of(new Classic())
                        .with(new HttpFeatures(Optional.empty(), Optional.of(USER), false)))
                .build();
        String json = plan.toJson();

        assertThat(json).contains("alice").doesNotContain(USER.password(), USER.authorization());
        assertThatThrownBy(() -> LoadPlan.fromJson(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no password of 'alice'");
    }

    @Test
    void what_is_missing_takes_the_builders_default_and_what_is_unknown_is_ignored() {
        assertThat(
                        LoadPlan.fromJson(
                                "{\"target\":\"http://localhost:1\",\"workload\":\"swipes\",\"requests\":7,\"colour\":\"red\"}"))
                .isEqualTo(LoadPlan.builder(Target.parse("http://localhost:1"))
                        .workload(Workload.named("swipes"))
                        .requests(7)
                        .build());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | A plan must be a JSON object",
                "{ | A plan must be JSON:",
                "{} | The plan has no `target`",
                "{`target`:5} | `target` of a plan must be text, not 5",
                "{`planVersion`:2} | The plan has version 2, and this Swipestorm reads up to 1",
                "{`target`:`http://a:1`,`workload`:`nothing`} | `nothing` is none of swipes, same-swipe",
                "{`target`:`http://a:1`,`workload`:`swipes`,`threads`:`two`} | `threads` of a plan must be a whole"
                        + " number",
                "{`target`:`http://a:1`,`workload`:`swipes`,`durationSeconds`:1e-10} | `durationSeconds` of a plan"
                        + " must be a number of seconds",
                "{`target`:`http://a:1`,`workload`:`swipes`,`warmUp`:{`self`:`me`}} | `warmUp.self` of a plan must be"
                        + " one of none, stub, target",
                "{`target`:`http://a:1`,`workload`:`swipes`,`openLoop`:{}} | The plan has no `openLoop.start`",
            })
    void what_is_wrong_is_named_in_one_line(String json, String message) {
        assertThatThrownBy(() -> LoadPlan.fromJson(json.replace('`', '"')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message.replace('`', '\''))
                .message()
                .hasLineCount(1);
    }
}
