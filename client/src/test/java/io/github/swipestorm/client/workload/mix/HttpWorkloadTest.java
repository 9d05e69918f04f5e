package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.workload.RequestGenerator;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;

class HttpWorkloadTest {

    private static final double UNLIKELY = 0.001;

    private static HttpWorkload with(Consumer<OperationBuilder> operation) {
        return HttpWorkload.builder("test").operation(operation).build();
    }

    /** Many values of one expression, with the indexes 0, 1, 2 and so on. */
    private static List<String> values(String expression, int count) {
        Requests requests =
                with(get -> get.path("/").body("${" + expression + "}")).requests(7);
        RequestGenerator generator = requests.generator();
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    generator.compose(i, 3);
                    return new String(generator.body(), 0, generator.bodyLength(), UTF_8);
                })
                .toList();
    }

    /** Method, path, the headers that are not the transport's, and the body. */
    static String text(Request request) {
        StringBuilder text = new StringBuilder(request.operation().method() + " ");
        text.append(
                request.pathLength() > 0
                        ? new String(request.path(), ISO_8859_1)
                        : request.operation().path());
        text.append('\n').append(new String(request.headers(), UTF_8)).append('\n');
        return text.append(new String(request.body(), UTF_8)).toString();
    }

    private static HttpWorkload mix() {
        return HttpWorkload.builder("mix")
                .variable("id", "${random.int(1,1000000)}")
                .operation(get -> get.name("get").weight(3).path("/items/${id}").header("X-Id", "${id}"))
                .operation(post ->
                        post.name("post").weight(1).path("/items").json("{\"id\":${id},\"t\":\"${random.text(70)}\"}"))
                .operation(never -> never.name("never").weight(0).path("/never"))
                .build();
    }

    @Test
    void a_request_is_a_function_of_seed_and_index() {
        Requests requests = mix().requests(5);
        List<Long> order = new ArrayList<>(LongStream.range(0, 1_000).boxed().toList());
        List<String> inOrder =
                order.stream().map(i -> text(requests.request(i))).toList();
        Collections.shuffle(order, new Random(1));
        RequestGenerator one = mix().requests(5).generator();
        Requests ofAnotherSeed = mix().requests(6);

        assertThat(order).allSatisfy(i -> assertThat(text(one.request(i))).isEqualTo(inOrder.get(i.intValue())));
        assertThat(IntStream.range(0, 1_000)
                        .filter(i -> text(ofAnotherSeed.request(i)).equals(inOrder.get(i))))
                .isEmpty();
        assertThat(text(requests.from(40).request(2))).isEqualTo(inOrder.get(42));
    }

    @Test
    void operations_are_drawn_by_their_weights() {
        RequestGenerator generator = mix().requests(1).generator();
        long[] drawn = new long[3];
        for (int i = 0; i < 100_000; i++) {
            generator.compose(i, 0);
            drawn[generator.operation().id()]++;
        }

        assertThat(mix().shares()).containsExactly(0.75, 0.25, 0.0);
        assertThat(drawn[2]).isZero();
        assertThat(new ChiSquareTest().chiSquareTest(new double[] {3, 1}, new long[] {drawn[0], drawn[1]}))
                .isGreaterThan(UNLIKELY);
    }

    @Test
    void a_variable_is_the_same_everywhere_in_a_request() {
        RequestGenerator generator = mix().requests(1).generator();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            Request request = generator.request(i);
            if (request.operation().name().equals("get")) {
                String id = new String(request.path(), UTF_8).substring("/items/".length());
                assertThat(new String(request.headers(), UTF_8)).isEqualTo("X-Id: " + id + "\r\n");
                ids.add(id);
            }
        }

        assertThat(ids).hasSizeGreaterThan(700);
    }

    @Test
    void whole_numbers_are_uniform_between_their_bounds() {
        long[] drawn = new long[7];
        values("random.int(-3,3)", 70_000).forEach(value -> drawn[Integer.parseInt(value) + 3]++);
        assertThat(new ChiSquareTest().chiSquareTest(new double[] {1, 1, 1, 1, 1, 1, 1}, drawn))
                .isGreaterThan(UNLIKELY);

        long[] quarters = new long[4];
        values("random.int(" + Long.MIN_VALUE + "," + Long.MAX_VALUE + ")", 10_000)
                .forEach(value -> quarters[(int) (Long.parseLong(value) >> 62) + 2]++);
        assertThat(new ChiSquareTest().chiSquareTest(new double[] {1, 1, 1, 1}, quarters))
                .isGreaterThan(UNLIKELY);

        assertThat(values("random.int(5000000000,5000000001)", 100)).contains("5000000000", "5000000001");
        long[] thirds = new long[3];
        values("random.int(0,2999999999)", 9_000)
                .forEach(value -> thirds[(int) (Long.parseLong(value) / 1_000_000_000)]++);
        assertThat(new ChiSquareTest().chiSquareTest(new double[] {1, 1, 1}, thirds))
                .isGreaterThan(UNLIKELY);
    }

    @Test
    void zipfian_ranks_are_as_frequent_as_the_law_says() {
        for (double exponent : new double[] {0.5, 1, 1.1, 3}) {
            double[] expected = IntStream.rangeClosed(1, 20)
                    .mapToDouble(k -> Math.pow(k, -exponent))
                    .toArray();
            long[] drawn = new long[20];
            values("random.zipf(20," + exponent + ")", 50_000).forEach(value -> drawn[Integer.parseInt(value) - 1]++);

            assertThat(new ChiSquareTest().chiSquareTest(expected, drawn))
                    .as("exponent " + exponent)
                    .isGreaterThan(UNLIKELY);
        }
        assertThat(values("random.zipf(1,2)", 10)).containsOnly("1");
        assertThat(values("random.zipf(1000000000000,0.2)", 100)).anyMatch(value -> value.length() > 9);
    }

    @Test
    void normal_numbers_have_their_mean_deviation_and_decimals() {
        SummaryStatistics numbers = new SummaryStatistics();
        values("random.normal(-1.50,2.5)", 50_000).forEach(value -> {
            assertThat(value).matches("-?\\d+\\.\\d\\d");
            numbers.addValue(Double.parseDouble(value));
        });

        assertThat(numbers.getMean()).isEqualTo(-1.5, within(0.05));
        assertThat(numbers.getStandardDeviation()).isEqualTo(2.5, within(0.05));
        assertThat(values("random.normal(100,15)", 100)).allMatch(value -> value.matches("\\d{2,3}"));
    }

    @Test
    void the_other_functions_give_what_their_names_say() {
        assertThat(values("random.text(100)", 50))
                .allMatch(value -> value.matches("[A-Za-z0-9]{100}"))
                .doesNotHaveDuplicates();
        assertThat(values("random.text(3)", 50)).allMatch(value -> value.matches("[A-Za-z0-9]{3}"));
        assertThat(values("random.choice(a, b c,ü)", 100))
                .containsOnly("a", "b c", "ü")
                .contains("a", "b c", "ü");
        assertThat(values("uuid", 500))
                .allMatch(value -> value.matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"))
                .doesNotHaveDuplicates();
        assertThat(values("index", 3)).containsExactly("0", "1", "2");
        assertThat(values("worker", 2)).containsExactly("3", "3");
    }

    @Test
    void the_time_is_in_utc_with_milliseconds() {
        long[] now = {Instant.parse("2026-11-22T06:30:00.007Z").toEpochMilli()};
        InstantSource clock = () -> Instant.ofEpochMilli(now[0]);
        RequestGenerator generator = with(get -> get.path("/${time.iso}").body("${time.iso}"))
                .requests(1, clock)
                .generator();

        assertThat(text(generator.request(0)))
                .isEqualTo("POST /2026-11-22T06%3A30%3A00.007Z\n\n2026-11-22T06:30:00.007Z");
        now[0] += 1_000;
        assertThat(text(generator.request(0))).endsWith("\n2026-11-22T06:30:01.007Z");
    }

    @Test
    void each_value_is_escaped_for_its_place() {
        String hostile = "a\"b\\c\u0000\n/?&=+ %é\uD83D\uDE00;#'\u007f";
        HttpWorkload workload = HttpWorkload.builder("escapes")
                .environment(Map.of("X", hostile)::get)
                .operation(all -> all.path("/p ${env.X}/${raw:env.X}?q=${env.X}")
                        .query("a b", "c&${env.X}")
                        .header("X-Value", "v=${env.X}")
                        .json("{\"s\":\"_${env.X}_\",\"v\":${env.X},\"n\":${index}}"))
                .operation(form -> form.path("/form").form("k&", "1 2${env.X}"))
                .operation(text -> text.path("/text").body("<${env.X}>$${env.X}"))
                .build();
        String url = "a%22b%5Cc%00%0A%2F%3F%26%3D%2B%20%25%C3%A9%F0%9F%98%80%3B%23%27%7F";
        String json = "a\\\"b\\\\c\\u0000\\u000A/?&=+ %é\uD83D\uDE00;#'\u007f";
        List<String> all = LongStream.range(0, 50)
                .mapToObj(i -> text(workload.requests(1).request(i)))
                .map(text -> text.replaceFirst("\"n\":\\d+", "\"n\":N"))
                .distinct()
                .sorted()
                .toList();

        assertThat(all)
                .containsExactly(
                        "POST /form\n\nk%26=1+2" + url.replace("%20", "+"),
                        "POST /p%20" + url + "/a%22b%5Cc%00%0A/?&=+%20%%C3%A9%F0%9F%98%80;%23'%7F?q=" + url
                                + "&a%20b=c%26" + url
                                + "\nX-Value: v=a\"b\\c%00%0A/?&=+ %%C3%A9%F0%9F%98%80;#'%7F\r\n\n"
                                + "{\"s\":\"_" + json + "_\",\"v\":\"" + json + "\",\"n\":N}",
                        "POST /text\n\n<" + hostile + ">${env.X}");
        assertThat(workload.operations().toString()).doesNotContain(hostile, url);
        assertThat(workload.secrets()).contains(hostile, url, json);
    }

    @Test
    void headers_come_from_the_operation_then_from_its_body_then_from_the_defaults() {
        HttpWorkload workload = HttpWorkload.builder("headers")
                .header("Accept", "text/plain")
                .header("X-Default", "1")
                .operation(json -> json.path("/").header("x-default", "2").json("{}"))
                .operation(get -> get.path("/").header("User-Agent", "mine"))
                .build();

        assertThat(workload.operations().get(0).headers())
                .containsExactlyInAnyOrder(
                        new Header("Accept", "text/plain"),
                        new Header("x-default", "2"),
                        new Header("Content-Type", "application/json"));
        assertThat(workload.operations().get(1).headers())
                .containsExactlyInAnyOrder(
                        new Header("Accept", "text/plain"),
                        new Header("X-Default", "1"),
                        new Header("User-Agent", "mine"));
    }

    @Test
    void a_workload_without_operations_or_with_too_much_weight_is_refused() {
        assertThatThrownBy(() -> HttpWorkload.builder("none").build()).hasMessageContaining("1 to 1000 operations");
        assertThatThrownBy(() -> HttpWorkload.builder("No")).hasMessageContaining("'No' is not a workload's name");
        assertThatThrownBy(() -> {
                    HttpWorkload.Builder builder = HttpWorkload.builder("heavy");
                    for (int i = 0; i < 17; i++) {
                        String path = "/" + i;
                        builder.operation(each -> each.path(path).weight(1_000_000));
                    }
                    builder.build();
                })
                .hasMessageContaining("add up to 17000000");
    }

    @Test
    void a_million_different_paths_are_composed_without_allocating() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        HttpWorkload workload = HttpWorkload.builder("paths")
                .variable("v", "${random.normal(5,1.25)}")
                .operation(
                        get -> get.path("/items/${index}?v=${v}&t=${time.iso}").header("X-Id", "${uuid}"))
                .operation(post -> post.path("/items/${index}")
                        .json(
                                "{\"v\": ${v}, \"w\": ${worker}, \"z\": ${random.zipf(1000,1.1)}, \"t\": ${random.text(70)},"
                                        + " \"c\": \"${random.choice(a,b)}\"}"))
                .build();
        RequestGenerator generator = workload.requests(1).generator();
        for (int i = 0; i < 1_000; i++) {
            generator.compose(1_000_000_000_000_000L + i, 1_000);
        }

        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (int i = 0; i < 200_000; i++) {
            generator.compose(i, 3);
        }
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

        assertThat(allocated).as("bytes for 200,000 requests").isBetween(0L, 100_000L);
    }

    /** What a swipe says: the direction, the ids and the comment. */
    private record Swipe(boolean left, int swiper, int swipee, String comment) {

        private static final Pattern BODY =
                Pattern.compile("\\{\"swiper\":\"(\\d+)\",\"swipee\":\"(\\d+)\",\"comment\":\"([A-Za-z0-9]{256})\"}");

        private static List<Swipe> of(Workload workload, int count) {
            RequestGenerator generator = workload.requests(3).generator();
            return IntStream.range(0, count)
                    .mapToObj(i -> {
                        generator.compose(i, 0);
                        String path = generator.pathLength() > 0
                                ? new String(generator.path(), 0, generator.pathLength(), UTF_8)
                                : generator.operation().path();
                        Matcher body = BODY.matcher(new String(generator.body(), 0, generator.bodyLength(), UTF_8));
                        assertThat(path).matches("/swipe/(left|right)/");
                        assertThat(body.matches()).isTrue();
                        return new Swipe(
                                path.contains("left"),
                                Integer.parseInt(body.group(1)),
                                Integer.parseInt(body.group(2)),
                                body.group(3));
                    })
                    .toList();
        }
    }

    @Test
    void the_example_sends_what_the_built_in_swipes_send() {
        HttpWorkload file = WorkloadFile.read(Path.of("..", "examples", "workloads", "swipes.yaml"));
        Workload code = new RandomSwipes();
        assertThat(file.shares()).isEqualTo(code.shares());
        assertThat(file.operations()).zipSatisfy(code.operations(), (one, other) -> {
            assertThat(one.method()).isEqualTo(other.method());
            assertThat(one.name()).isEqualTo(other.name());
            assertThat(one.header("Content-Type")).isEqualTo(other.header("Content-Type"));
        });
        List<Swipe> ofFile = Swipe.of(file, 40_000);
        List<Swipe> ofCode = Swipe.of(code, 40_000);

        assertThat(alike(2, swipe -> swipe.left ? 0 : 1, ofFile, ofCode)).isGreaterThan(UNLIKELY);
        assertThat(alike(100, swipe -> (swipe.swiper - 1) / 50, ofFile, ofCode)).isGreaterThan(UNLIKELY);
        assertThat(alike(100, swipe -> (swipe.swipee - 1) / 10_000, ofFile, ofCode))
                .isGreaterThan(UNLIKELY);
        assertThat(alike(75, swipe -> swipe.comment.charAt(17) - '0', ofFile, ofCode))
                .isGreaterThan(UNLIKELY);
        assertThat(alike(40, swipe -> (swipe.left ? 0 : 20) + swipe.swiper % 20, ofFile, ofCode))
                .isGreaterThan(UNLIKELY);
    }

    /** How likely the two samples are if they have one distribution. */
    private static double alike(int classes, ToIntFunction<Swipe> part, List<Swipe> one, List<Swipe> other) {
        long[] first = new long[classes];
        long[] second = new long[classes];
        one.forEach(swipe -> first[part.applyAsInt(swipe)]++);
        other.forEach(swipe -> second[part.applyAsInt(swipe)]++);
        int[] used = IntStream.range(0, classes)
                .filter(i -> first[i] + second[i] > 0)
                .toArray();
        assertThat(used.length).isGreaterThan(classes * 3 / 4);
        return new ChiSquareTest()
                .chiSquareTestDataSetsComparison(
                        IntStream.of(used).mapToLong(i -> first[i]).toArray(),
                        IntStream.of(used).mapToLong(i -> second[i]).toArray());
    }
}
