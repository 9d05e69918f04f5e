package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.VirtualUser;
import io.github.swipestorm.client.workload.VirtualUser.Next;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ScenarioTest {

    private static final Target TARGET = Target.parse("http://shop.test:8080/app");

    /** The operations that the scenarios here are made of. */
    private static HttpWorkload.Builder shop() {
        return HttpWorkload.builder("shop")
                .variable("item", "${random.int(1,1000000)}")
                .operation(login -> login.name("login")
                        .path("/login")
                        .form("user", "u${index}")
                        .extract("token", Extractor.jsonPointer("/token")))
                .operation(list -> list.name("list").path("/items?page=${random.int(1,1000000)}"))
                .operation(get -> get.name("get").path("/items/${item}"))
                .operation(buy -> buy.name("buy")
                        .path("/items/${item}/buy/${token}")
                        .header("Authorization", "Bearer ${token}")
                        .json("{\"token\": ${token}, \"n\": ${random.int(1,1000000)}}"));
    }

    private static HttpWorkload scenario(Consumer<ScenarioBuilder> description) {
        return shop().scenario(scenario -> description.accept(scenario.name("buyer")))
                .build();
    }

    private static HttpWorkload steps(Consumer<StepsBuilder> steps) {
        return scenario(scenario -> scenario.steps(steps));
    }

    private static Iterations iterations(HttpWorkload workload, long seed) {
        return workload.iterations(seed, TARGET, InstantSource.system()).orElseThrow();
    }

    /** Drives a user, with responses that a test makes up. */
    private static final class Driver {

        private final VirtualUser user;
        private final List<Integer> ordinals = new ArrayList<>();
        /** Before each request of {@link #all}, of all iterations. */
        private final List<Long> thinkNanos = new ArrayList<>();

        private Driver(Iterations iterations, int worker) {
            user = iterations.users().user(worker, 0);
        }

        private static Driver of(HttpWorkload workload) {
            return new Driver(iterations(workload, 1), 0);
        }

        private Driver begin(long iteration) {
            user.begin(iteration);
            ordinals.clear();
            return this;
        }

        /** The next request. */
        private String request() {
            assertThat(user.next()).isEqualTo(Next.REQUEST);
            ordinals.add(user.ordinal());
            return composed();
        }

        /** All that differs between requests of an operation. */
        private String composed() {
            ComposedRequest request = user.compose();
            String path = request.pathLength() == 0
                    ? request.operation().path()
                    : new String(request.path(), 0, request.pathLength(), UTF_8);
            return request.operation().name() + " " + path + "\n"
                    + new String(request.headers(), 0, request.headersLength(), ISO_8859_1)
                    + new String(request.body(), 0, request.bodyLength(), UTF_8);
        }

        /** The response to the request that was composed last, judged as transports do. */
        private Outcome respond(int status, String body, Header... headers) {
            byte[] bytes = body.getBytes(UTF_8);
            return user.received(user.compose()
                    .operation()
                    .judge(new ReceivedResponse(status, bytes.length, List.of(headers), bytes)));
        }

        private Driver ok() {
            assertThat(respond(200, "").ok()).isTrue();
            return this;
        }

        /** All requests until the end, each answered by the same body. */
        private List<String> all(long iteration, String body) {
            begin(iteration);
            List<String> requests = new ArrayList<>();
            while (user.next() == Next.REQUEST) {
                thinkNanos.add(user.thinkNanos());
                requests.add(composed());
                respond(200, body);
            }
            return requests;
        }
    }

    private static Header header(String name, String value) {
        return new Header(name, value);
    }

    @Test
    void an_iteration_does_its_steps_in_order_with_pauses_between_them() {
        Driver driver = Driver.of(steps(steps ->
                steps.request("list").pause("2s").pause("1s..2s").request("get").pause("500ms")));

        driver.begin(0);
        assertThat(driver.request()).startsWith("list /items?page=");
        assertThat(driver.user.thinkNanos()).isZero();
        driver.ok();
        assertThat(driver.request()).startsWith("get /items/");
        assertThat(driver.user.thinkNanos()).isBetween(3_000_000_000L, 4_000_000_000L);
        driver.ok();

        assertThat(driver.user.next()).isEqualTo(Next.COMPLETED);
        assertThat(driver.user.thinkNanos()).isEqualTo(500_000_000L);
        assertThat(driver.ordinals).containsExactly(0, 1);
    }

    @Test
    void what_a_step_takes_from_a_response_later_steps_use_with_escapes() {
        Driver driver = Driver.of(steps(steps -> steps.request("login").request("buy")));

        driver.begin(7);
        assertThat(driver.request()).endsWith("user=u7");
        driver.respond(200, "{\"token\": \"a/b \\\"ü\"}");

        assertThat(driver.request())
                .contains("/buy/a%2Fb%20%22%C3%BC\n")
                .contains("Authorization: Bearer a/b \"%C3%BC\r\n")
                .contains("{\"token\": \"a/b \\\"ü\", \"n\": ");
    }

    @Test
    void a_missing_value_is_a_failed_check_that_ends_the_iteration() {
        Driver driver = Driver.of(steps(steps -> steps.request("login").request("buy")));

        driver.begin(0);
        driver.request();
        assertThat(driver.respond(200, "{\"id\": 1}"))
                .isInstanceOfSatisfying(
                        Response.class,
                        response -> assertThat(response.failedCheck())
                                .isEqualTo("The body has no '/token', which ${token} is taken from"));
        assertThat(driver.user.next()).isEqualTo(Next.ABANDONED);

        driver.begin(1);
        driver.request();
        assertThat(driver.respond(200, "no"))
                .isInstanceOfSatisfying(
                        Response.class,
                        response -> assertThat(response.failedCheck()).startsWith("The body is not JSON: "));
        assertThat(driver.user.problem()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(OnFailure.class)
    void what_follows_a_failed_step_is_what_its_scenario_or_the_step_says(OnFailure onFailure) {
        Next end = switch (onFailure) {
            case ABANDON -> Next.ABANDONED;
            case CONTINUE -> Next.REQUEST;
            case STOP_WORKER -> Next.STOP_WORKER;
            case STOP_RUN -> Next.STOP_RUN;
        };
        Driver ofScenario = Driver.of(scenario(scenario -> scenario.onFailure(onFailure)
                .steps(steps -> steps.request("list").request("get"))));
        Driver ofStep =
                Driver.of(steps(steps -> steps.request("list", onFailure).request("get")));

        for (Driver driver : List.of(ofScenario, ofStep)) {
            driver.begin(0).request();
            driver.user.received(new Failure(FailureKind.TIMEOUT, "late"));
            driver.respond(503, "");
            assertThat(driver.user.next()).isEqualTo(end);
            // A retry may yet succeed.
            driver.begin(1).request();
            driver.respond(503, "");
            driver.respond(200, "");
            assertThat(driver.user.next()).isEqualTo(Next.REQUEST);
        }
    }

    @Test
    void a_request_without_a_value_that_it_uses_is_not_sent() {
        Driver driver = Driver.of(
                steps(steps -> steps.request("login", OnFailure.CONTINUE).request("buy")));
        Driver going = Driver.of(steps(steps -> steps.request("login", OnFailure.CONTINUE)
                .request("buy", OnFailure.CONTINUE)
                .request("list")));

        driver.begin(0).request();
        driver.respond(500, "");
        assertThat(driver.user.next()).isEqualTo(Next.ABANDONED);
        assertThat(driver.user.problem()).contains("'buy' was not sent: it uses ${token}, which no response has given");

        going.begin(0).request();
        going.respond(500, "");
        assertThat(going.request()).startsWith("list");
        assertThat(going.ordinals).containsExactly(0, 2);
    }

    @Test
    void conditions_ask_whether_a_value_is_there() {
        HttpWorkload workload = shop().operation(more -> more.name("more")
                        .path("/more")
                        .extract("next", Extractor.header("X-Next").optional()))
                .scenario(scenario -> scenario.name("s")
                        .steps(steps -> steps.request("more")
                                .ifPresent("next", then -> then.request("get"))
                                .ifAbsent("next", then -> then.request("list").end())
                                .request("more")))
                .build();
        Driver driver = Driver.of(workload);

        driver.begin(0).request();
        driver.respond(200, "", header("X-Next", "2"));
        assertThat(driver.request()).startsWith("get");
        assertThat(driver.ok().request()).startsWith("more");
        assertThat(driver.ordinals).containsExactly(0, 1, 3);
        driver.ok();
        assertThat(driver.user.next()).isEqualTo(Next.COMPLETED);

        driver.begin(1).request();
        assertThat(driver.ok().request()).startsWith("list");
        driver.ok();
        assertThat(driver.user.next()).isEqualTo(Next.COMPLETED);
    }

    @Test
    void values_end_with_their_iteration_but_those_of_before_last_until_it_is_done_again() {
        HttpWorkload workload = scenario(scenario -> scenario.before(before -> before.request("login"))
                .steps(steps -> steps.request("buy").beforeAgain().request("buy")));
        Driver driver = Driver.of(workload);

        driver.begin(0).request();
        driver.respond(500, "");
        assertThat(driver.user.next()).isEqualTo(Next.ABANDONED);
        driver.begin(1);
        assertThat(driver.request()).as("again, after it has failed").startsWith("login");
        driver.respond(200, "{\"token\": \"A\"}");
        assertThat(driver.request()).contains("/buy/A");
        assertThat(driver.ok().request()).startsWith("login");
        driver.respond(200, "{\"token\": \"B\"}");
        assertThat(driver.request()).contains("/buy/B");
        assertThat(driver.ordinals).containsExactly(0, 1, 2, 3);
        driver.ok();
        assertThat(driver.user.next()).isEqualTo(Next.COMPLETED);

        driver.begin(2);
        assertThat(driver.request()).contains("/buy/B");
        assertThat(driver.ordinals).as("as if login had been sent").containsExactly(1);

        Driver later = Driver.of(
                steps(steps -> steps.request("login").request("list").ifPresent("token", then -> then.request("buy"))));
        later.all(0, "{\"token\": \"A\"}");
        later.begin(1).request();
        later.respond(500, "");
        assertThat(later.user.next()).isEqualTo(Next.ABANDONED);
    }

    @Test
    void a_variable_has_one_value_in_an_iteration_and_functions_have_one_in_each_request() {
        List<String> requests = Driver.of(steps(
                        steps -> steps.repeat(3, again -> again.request("get").request("list"))))
                .all(5, "");

        assertThat(requests).hasSize(6);
        assertThat(requests).filteredOn(request -> request.startsWith("get")).containsOnly(requests.get(0));
        assertThat(requests).filteredOn(request -> request.startsWith("list")).doesNotHaveDuplicates();
    }

    @Test
    void a_skipped_step_does_not_change_the_values_of_later_ones() {
        HttpWorkload workload = shop().operation(more -> more.name("more")
                        .path("/more")
                        .extract("next", Extractor.regex("next=(\\d+)").optional()))
                .scenario(scenario -> scenario.name("s")
                        .steps(steps -> steps.request("more")
                                .ifPresent("next", then -> then.request("get").request("list"))
                                .pause("1s..2s")
                                .request("list")))
                .build();

        List<String> with = Driver.of(workload).all(3, "next=2");
        List<String> without = Driver.of(workload).all(3, "");

        assertThat(with).hasSize(4);
        assertThat(without).containsExactly(with.get(0), with.get(3));
        assertThat(with.get(3)).isNotEqualTo(with.get(2));
    }

    @Test
    void a_retry_sends_the_same_bytes_even_when_the_failed_attempt_set_a_cookie() {
        Driver driver = Driver.of(scenario(scenario -> scenario.cookies(CookieMode.WORKER)
                .steps(steps -> steps.request("login").request("buy").request("buy"))));

        driver.begin(0).request();
        driver.respond(200, "{\"token\": \"A\"}", header("Set-Cookie", "a=1; Path=/"));
        String first = driver.request();
        driver.respond(503, "", header("Set-Cookie", "a=2; Path=/"));

        assertThat(first).contains("Cookie: a=1\r\n");
        assertThat(driver.composed()).isEqualTo(first);
        assertThat(driver.ok().request()).contains("Cookie: a=2\r\n");
    }

    @Property(tries = 50)
    void the_same_seed_gives_the_same_iterations_to_any_worker_in_any_order(@ForAll long seed) {
        HttpWorkload workload = shop().scenario(s -> s.name("a")
                        .weight(2)
                        .steps(steps -> steps.request("login")
                                .pause("exponential(1s)")
                                .repeat(2, again -> again.request("buy"))))
                .scenario(s -> s.name("b").steps(steps -> steps.request("list").request("get")))
                .build();
        Driver one = new Driver(iterations(workload, seed), 0);
        Driver other = new Driver(iterations(workload, seed), 9);

        List<List<String>> forth = Stream.iterate(0, i -> i < 20, i -> i + 1)
                .map(i -> one.all(i, "{\"token\": 5}"))
                .toList();
        List<List<String>> back = new ArrayList<>();
        for (int i = 19; i >= 0; i--) {
            back.add(0, other.all(i, "{\"token\": 5}"));
        }

        assertThat(back).isEqualTo(forth);
        assertThat(other.thinkNanos).containsExactlyInAnyOrderElementsOf(one.thinkNanos);
        assertThat(one.thinkNanos).filteredOn(nanos -> nanos > 0).isNotEmpty().doesNotHaveDuplicates();
        assertThat(forth).extracting(List::size).contains(2, 3);
    }

    @Test
    void scenarios_are_chosen_by_their_weights() {
        HttpWorkload workload = shop().scenario(s -> s.name("a").weight(3).steps(steps -> steps.request("list")))
                .scenario(s -> s.name("never").weight(0).steps(steps -> steps.request("list")))
                .scenario(s -> s.name("b").steps(steps -> steps.request("get").request("get")))
                .build();
        Iterations iterations = iterations(workload, 1);
        VirtualUser user = iterations.users().user(0, 0);
        int[] counts = new int[3];
        for (int i = 0; i < 40_000; i++) {
            user.begin(i);
            counts[user.scenario()]++;
        }

        assertThat(iterations.scenarios()).containsExactly("a", "never", "b");
        assertThat(iterations.requestsPerIteration()).isEqualTo(2);
        assertThat(workload.roles()).isEmpty();
        assertThat(counts[0]).isBetween(29_500, 30_500);
        assertThat(counts[1]).isZero();
        assertThat(workload.shares()).isEmpty();
    }

    @Test
    void roles_divide_the_iterations_by_their_numbers() {
        HttpWorkload workload = HttpWorkload.builder("board")
                .operation(post -> post.name("post").path("/p/${worker}/${worker.iteration}"))
                .operation(read -> read.name("read").path("/r"))
                .scenario(s -> s.name("writers").workers(5).rate("50/s").steps(steps -> steps.request("post")))
                .scenario(s -> s.name("readers").workers(3).steps(steps -> steps.request("read")))
                .build();
        Iterations iterations = iterations(workload, 1);
        Driver writer = new Driver(iterations, 4);

        assertThat(workload.roles())
                .containsExactly(
                        new Role("writers", 5, Optional.of(Rate.parse("50/s"))),
                        new Role("readers", 3, Optional.empty()));
        assertThat(writer.all(0, "")).containsExactly("post /p/4/0\n");
        assertThat(writer.all(10, "")).containsExactly("post /p/4/1\n");
        assertThat(new Driver(iterations, 6).all(3, "")).containsExactly("read /r\n");
    }

    @Test
    void steps_before_the_run_leave_values_to_all_users() {
        HttpWorkload workload = shop().beforeRun(steps -> steps.request("login"))
                .scenario(s -> s.name("buyer").steps(steps -> steps.request("buy")))
                .afterRun(steps -> steps.request("buy"))
                .build();
        Iterations iterations = iterations(workload, 1);
        Driver early = new Driver(iterations, 0);
        Driver setup = new Driver(iterations.beforeRun().orElseThrow(), 0);

        assertThat(setup.all(0, "{\"token\": \"T\"}")).hasSize(1);

        assertThat(early.all(0, "")).singleElement().asString().contains("/buy/T");
        assertThat(new Driver(iterations.afterRun().orElseThrow(), 0).all(0, ""))
                .singleElement()
                .asString()
                .contains("/buy/T");
        assertThat(iterations(workload, 1).users().user(0, 0)).as("another run").satisfies(user -> {
            user.begin(0);
            assertThat(user.next()).isEqualTo(Next.ABANDONED);
        });
        assertThat(iterations(steps(steps -> steps.request("list")), 1).beforeRun())
                .isEmpty();
    }

    @Test
    void cookies_follow_their_rules_within_an_iteration() {
        Driver driver = Driver.of(scenario(scenario -> scenario.cookies(CookieMode.ITERATION)
                .steps(steps -> steps.request("list").repeat(3, again -> again.request("get")))));

        driver.begin(0);
        assertThat(driver.request()).doesNotContain("Cookie:");
        driver.respond(
                200,
                "",
                header("Set-Cookie", "sid=1; Path=/app; HttpOnly"),
                header("set-cookie", "deep=2; Path=/app/items/; Max-Age=60"),
                header("Set-Cookie", "other=3; Path=/elsewhere"),
                header("Set-Cookie", "foreign=4; Domain=example.com"),
                header("Set-Cookie", "tls=5; Secure"),
                header("Set-Cookie", "old=6; Expires=Thu, 01 Jan 1970 00:00:00 GMT"));
        assertThat(driver.request()).contains("\nCookie: deep=2; sid=1\r\n");
        driver.respond(200, "", header("Set-Cookie", "deep=; Path=/app/items/; Max-Age=0"));
        assertThat(driver.request()).contains("\nCookie: sid=1\r\n");
        driver.respond(500, "", header("Set-Cookie", "sid=7; Path=/app"));

        assertThat(driver.begin(1).request()).doesNotContain("Cookie:");
        assertThat(driver.ok().request()).doesNotContain("Cookie:");
    }

    @Test
    void cookies_of_a_worker_and_those_of_before_outlive_an_iteration() {
        Driver worker = Driver.of(
                scenario(scenario -> scenario.cookies(CookieMode.WORKER).steps(steps -> steps.request("list"))));
        Driver iteration = Driver.of(scenario(scenario -> scenario.cookies(CookieMode.ITERATION)
                .before(before -> before.request("list"))
                .steps(steps -> steps.request("get"))));

        worker.begin(0).request();
        worker.respond(200, "", header("Set-Cookie", "a=1; Path=/"));
        assertThat(worker.begin(1).request()).contains("\nCookie: a=1\r\n");

        iteration.begin(0).request();
        iteration.respond(200, "", header("Set-Cookie", "login=1; Path=/"));
        assertThat(iteration.request()).contains("\nCookie: login=1\r\n");
        iteration.respond(200, "", header("Set-Cookie", "basket=2; Path=/"));
        assertThat(iteration.begin(1).request()).contains("\nCookie: login=1\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                // request | location | path that follows, below /app
                "/a/b?x=1 | http://shop.test:8080/app/c?d=e#f | /c?d=e",
                "/a/b?x=1 | //SHOP.test:8080/app/ | /",
                "/a/b?x=1 | /app/c | /c",
                "/a/b?x=1 | c/d | /a/c/d",
                "/a/b?x=1 | ?y=2 | /a/b?y=2",
                "/a/b?x=1 | ../ü d | /%C3%BC%20d",
                "/a/b | https://shop.test:8080/app/c | ",
                "/a/b | http://shop.test/app/c | ",
                "/a/b | http://evil.test:8080/app/c | ",
                "/a/b | /other | ",
                "/a/b | mailto:x@y | ",
                "/a/b | http://[ | ",
            })
    void a_redirect_leads_to_a_path_of_the_target_or_nowhere(String from, String location, String path) {
        assertThat(Redirects.path(
                        location,
                        from,
                        steps(steps -> steps.request("list")).operations().get(0),
                        TARGET))
                .isEqualTo(Optional.ofNullable(path));
    }

    private static HttpWorkload redirecting() {
        return HttpWorkload.builder("r")
                .operation(login -> login.name("login")
                        .path("/login")
                        .form("user", "u")
                        .followRedirects()
                        .check(ResponseCheck.bodyContains("welcome"))
                        .extract("id", Extractor.regex("id=(\\d+)")))
                .operation(home -> home.name("home").path("/home/${id}"))
                .scenario(s -> s.name("s")
                        .cookies(CookieMode.ITERATION)
                        .steps(steps -> steps.request("login").request("home")))
                .build();
    }

    @Test
    void a_redirect_is_a_request_of_its_own_after_which_the_step_is_judged() {
        HttpWorkload workload = redirecting();
        Driver driver = Driver.of(workload);

        driver.begin(0);
        assertThat(driver.request()).isEqualTo("login /login\nuser=u");
        assertThat(driver.respond(303, "", header("Location", "/app/a"), header("Set-Cookie", "s=1"))
                        .ok())
                .isTrue();
        assertThat(driver.request()).isEqualTo("login (redirect) /a\nCookie: s=1\r\n");
        assertThat(driver.user.thinkNanos()).isZero();
        assertThat(driver.user.compose().operation().method()).isEqualTo("GET");
        assertThat(driver.user.compose().operation().headers()).isEmpty();
        driver.respond(302, "", header("Location", "b?c=d"));
        assertThat(driver.request()).startsWith("login (redirect) /b?c=d\n");
        assertThat(driver.respond(200, "welcome id=5").ok()).isTrue();
        assertThat(driver.request()).startsWith("home /home/5\n");

        assertThat(driver.ordinals).containsExactly(0, 1, 2, 6);
        assertThat(iterations(workload, 1).requestsPerIteration()).isEqualTo(7);
        assertThat(workload.operations())
                .extracting(operation -> operation.id() + " " + operation.name())
                .containsExactly("0 login", "1 home", "2 login (redirect)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "303 | http://evil.test/?token=abc | The redirect to http://evil.test/?token=*** leaves"
                        + " http://shop.test:8080/app, and is not followed",
                "303 | | The redirect has no Location",
                "307 | /app/x | Status 307 asks to repeat POST at /app/x, which is not followed",
            })
    void a_redirect_that_cannot_be_followed_fails_its_step(int status, String location, String message) {
        Driver driver = Driver.of(redirecting());

        driver.begin(0).request();
        Outcome outcome = location == null
                ? driver.respond(status, "")
                : driver.respond(status, "", header("Location", location));

        assertThat(((Response) outcome).failedCheck()).isEqualTo(message);
        assertThat(driver.user.next()).isEqualTo(Next.ABANDONED);
    }

    @Test
    void redirects_end_somewhere() {
        Driver driver = Driver.of(redirecting());
        driver.begin(0);
        for (int i = 0; i < 5; i++) {
            driver.request();
            assertThat(driver.respond(302, "", header("Location", "/app/r")).ok())
                    .isTrue();
        }
        driver.request();

        assertThat(((Response) driver.respond(302, "", header("Location", "/app/r"))).failedCheck())
                .startsWith("There are more than 5 redirects");
        assertThat(driver.user.next()).isEqualTo(Next.ABANDONED);
    }

    @Test
    void pace_and_new_connections_are_the_scenarios() {
        VirtualUser user = Driver.of(scenario(scenario -> scenario.pace(Duration.ofSeconds(2))
                        .newConnectionPerIteration()
                        .steps(steps -> steps.request("list"))))
                .begin(0)
                .user;

        assertThat(user.paceNanos()).isEqualTo(2_000_000_000L);
        assertThat(user.startsUnconnected()).isTrue();
    }

    @Test
    void only_what_is_needed_of_responses_is_kept() {
        HttpWorkload workload = shop().operation(
                        header -> header.name("header").path("/h").extract("id", Extractor.cookie("id")))
                .scenario(s -> s.name("s").steps(steps -> steps.request("list")))
                .build();

        assertThat(workload.operations())
                .extracting(
                        operation -> operation.name() + " " + operation.readsHeaders() + " " + operation.readsBody())
                .containsExactly(
                        "login false true",
                        "list false false",
                        "get false false",
                        "buy false false",
                        "header true false");
    }

    @Test
    void the_first_request_of_an_iteration_is_known_beforehand() {
        HttpWorkload workload = scenario(
                scenario -> scenario.before(before -> before.request("login")).steps(steps -> steps.request("buy")));

        assertThat(workload.requests(1).request(3).operation().name()).isEqualTo("login");
        assertThat(Driver.of(workload).all(3, "{\"token\": 1}").get(0))
                .endsWith(new String(workload.requests(1).request(3).body(), UTF_8));
    }

    @Test
    void an_iteration_can_be_shown_without_being_executed() {
        HttpWorkload workload = scenario(scenario -> scenario.before(before -> before.request("login"))
                .steps(steps -> steps.pause("1.5s")
                        .repeat(2, again -> again.request("list"))
                        .ifPresent("token", then -> then.request("buy").end())
                        .ifAbsent("token", then -> then.beforeAgain())));

        List<HttpWorkload.PlannedStep> planned = workload.planned(1, 0);

        assertThat(planned)
                .extracting(step -> "  ".repeat(step.depth()) + step.text())
                .containsExactly(
                        "buyer",
                        "  before the worker's first iteration:",
                        "    login",
                        "  pause of 1.500 s",
                        "  repeat 1 of 2:",
                        "    list",
                        "  repeat 2 of 2:",
                        "    list",
                        "  if token:",
                        "    buy",
                        "    end",
                        "  if not token:",
                        "    login");
        assertThat(planned.get(9)
                        .request()
                        .map(request -> new String(request.path(), UTF_8))
                        .orElseThrow())
                .endsWith("/buy/${token}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "first | a",
                "1 | a",
                "3 | c",
                "all | a,b,c",
                "4 | ",
            })
    void an_extractor_takes_one_of_several_matches(String which, String value) throws Exception {
        ReceivedResponse response = new ReceivedResponse(200, 0, List.of(), "x=a x=b x=c".getBytes(UTF_8));

        assertThat(Extractor.regex("x=(.)").match(which).extract(response, null))
                .isEqualTo(value);
    }

    @Test
    void a_random_match_follows_from_the_seed() {
        HttpWorkload workload = HttpWorkload.builder("x")
                .operation(list -> list.name("list")
                        .path("/")
                        .extract("id", Extractor.jsonPath("$[*].id").match("random")))
                .operation(get -> get.name("get").path("/${id}"))
                .scenario(s -> s.name("s").steps(steps -> steps.request("list").request("get")))
                .build();
        String body = "[{\"id\":1},{\"id\":2},{\"id\":3}]";
        Driver one = Driver.of(workload);

        List<String> paths = Stream.iterate(0, i -> i < 50, i -> i + 1)
                .map(i -> one.all(i, body).get(1))
                .toList();

        assertThat(paths).contains("get /1\n", "get /2\n", "get /3\n");
        Driver other = Driver.of(workload);
        assertThat(other.all(49, body).get(1)).isEqualTo(paths.get(49));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$.a.b[0] | 1",
                "$.a.b[-1] | 3",
                "$['a']['b'][*] | 1,2,3",
                "$[\"a\"].b[9] | ",
                "$..id | 7,8",
                "$.list[*].id | 7,8",
                "$.*.b[1] | 2",
                "$..list..id | 7,8",
                "$.none | ",
                "$.null | ",
                "$.first-name | x",
                "$..[0].id | 7",
            })
    void a_json_path_finds_values_by_their_places(String path, String values) throws Exception {
        String json = "{\"a\":{\"b\":[1,2,3]},\"list\":[{\"id\":7},{\"id\":8}],\"null\":null,\"first-name\":\"x\"}";
        ReceivedResponse response = new ReceivedResponse(200, 0, List.of(), json.getBytes(UTF_8));

        assertThat(Extractor.jsonPath(path).match("all").extract(response, null))
                .isEqualTo(values);
    }

    @Test
    void extractors_read_headers_cookies_and_groups() throws Exception {
        ReceivedResponse response = new ReceivedResponse(
                200,
                0,
                List.of(
                        header("location", "/x"),
                        header("Set-Cookie", "a=1; Path=/"),
                        header("Set-Cookie", "b = 2=3 ; Secure")),
                "<input name=\"csrf\" value=\"k9\">".getBytes(UTF_8));

        assertThat(Extractor.header("Location").extract(response, null)).isEqualTo("/x");
        assertThat(Extractor.cookie("b").extract(response, null)).isEqualTo("2=3");
        assertThat(Extractor.cookie("c").extract(response, null)).isNull();
        String csrf = "name=\"(\\w+)\" value=\"(\\w+)\"";
        assertThat(Extractor.regex(csrf).extract(response, null)).isEqualTo("csrf");
        assertThat(Extractor.regex(csrf, 2).extract(response, null)).isEqualTo("k9");
        assertThat(Extractor.regex("val..").extract(response, null)).isEqualTo("value");
        assertThat(Extractor.jsonPointer("/a")
                        .extract(new ReceivedResponse(200, 0, List.of(), "{\"a\":[1]}".getBytes(UTF_8)), null))
                .isEqualTo("[1]");
    }

    @Test
    void a_regular_expression_takes_time_that_grows_linearly() throws Exception {
        byte[] body = new byte[200_000];
        Arrays.fill(body, (byte) 'a');

        // A backtracking engine would take longer than anybody waits.
        assertThat(Extractor.regex("(a*)*b").extract(new ReceivedResponse(200, 0, List.of(), body), null))
                .isNull();
    }

    @Test
    void a_step_that_uses_what_no_step_before_it_takes_is_refused() {
        assertThatThrownBy(() -> steps(steps -> steps.request("buy").request("login")))
                .hasMessage("'buy' uses ${token}, which no step before it extracts: put a step with"
                        + " 'extract: {token: ...}' before it");
        assertThatThrownBy(() -> steps(
                        steps -> steps.repeat(2, again -> again.request("buy").request("login"))))
                .hasMessageStartingWith("'buy' uses ${token}");
        assertThatThrownBy(() -> steps(steps -> steps.ifPresent("tokn", then -> then.request("list"))))
                .hasMessageStartingWith("'if: tokn' is always false");
        assertThatThrownBy(() -> shop().variable("late", "${token}"))
                .hasMessageStartingWith("'token' is taken from a response during an iteration");
        assertThatThrownBy(() -> shop().variable("token", "1"))
                .hasMessageStartingWith("'token' is the name of a value that an operation extracts");
    }

    @Test
    void an_iteration_has_a_limit() {
        assertThatThrownBy(() -> steps(steps -> steps.repeat(
                        1_000,
                        again -> again.repeat(10, more -> more.request("list").request("get")))))
                .hasMessage(
                        "An iteration of 'buyer' has more than 10000 requests, repeats and redirects included: repeat less");
        assertThatThrownBy(() -> steps(steps ->
                        steps.request("list").repeat(10_000, again -> again.repeat(10_000, more -> more.pause("1s")))))
                .hasMessage("An iteration of 'buyer' has more than 100000 steps, repeats included: repeat less");
    }

    @Test
    void what_does_not_go_together_is_refused() {
        assertThatThrownBy(() -> HttpWorkload.builder("x")
                        .operation(o -> o.path("/").weight(2))
                        .scenario(s -> s.name("s").steps(steps -> steps.request("GET /")))
                        .build())
                .hasMessageStartingWith("'GET /' has a 'weight', but with 'scenarios' it is the scenarios that");
        assertThatThrownBy(() -> shop().build()).hasMessageStartingWith("'login' has 'extract', which only steps of");
        assertThatThrownBy(() -> shop().scenario(s -> s.name("a").workers(1).steps(steps -> steps.request("list")))
                        .scenario(s -> s.name("b").steps(steps -> steps.request("list")))
                        .build())
                .hasMessageStartingWith("Some scenarios have 'workers' of their own, and 'b' has none");
        assertThatThrownBy(() -> HttpWorkload.builder("x")
                        .operation(o -> o.path("/${worker.iteration}"))
                        .build())
                .hasMessageStartingWith("${worker.iteration} is for a workload with 'scenarios'");
        assertThatThrownBy(() -> HttpWorkload.builder("x")
                        .header("Cookie", "a=b")
                        .operation(o -> o.path("/"))
                        .scenario(s -> s.name("s").cookies(CookieMode.WORKER).steps(steps -> steps.request("GET /")))
                        .build())
                .hasMessageStartingWith("'GET /' has a header 'Cookie', and a scenario keeps cookies");
    }
}
