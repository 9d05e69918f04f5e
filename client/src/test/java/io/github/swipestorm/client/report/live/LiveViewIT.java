package io.github.swipestorm.client.report.live;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.engine.LoadChange;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Chromium;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.TransportChoice;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LiveViewIT {

    @TempDir
    private Path directory;

    @Test
    void before_the_run_begins_the_page_says_so() throws IOException {
        try (LiveView view = view(0)) {
            String answer = get(view, "/");

            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .contains("The run has not begun")
                    .containsIgnoringCase("cache-control: no-store")
                    .containsIgnoringCase("x-content-type-options: nosniff")
                    .contains(
                            "default-src 'none'",
                            "script-src 'sha256-",
                            "connect-src 'self'",
                            "frame-ancestors 'none'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""})
    void a_name_that_is_not_this_machine_gets_nothing_to_read(String host) throws IOException {
        try (LiveView view = view(0)) {
            assertThat(request(view, "GET / HTTP/1.1\r\nHost: " + host + "\r\n"))
                    .startsWith("HTTP/1.1 421")
                    .doesNotContain("The run");
        }
    }

    @Test
    void localhost_is_this_machine() throws IOException {
        try (LiveView view = view(0)) {
            int port = view.address().getPort();
            assertThat(request(view, "GET / HTTP/1.1\r\nHost: localhost:" + port + "\r\n"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void only_two_pages_can_be_read_and_a_stop_of_another_origin_is_refused() throws IOException {
        try (LiveView view = view(0)) {
            assertThat(get(view, "/../etc/passwd")).startsWith("HTTP/1.1 404");
            String host = "Host: " + view.address().getAuthority() + "\r\n";
            assertThat(request(view, "POST /stop HTTP/1.1\r\nContent-Length: 0\r\n" + host))
                    .startsWith("HTTP/1.1 403");
            assertThat(request(view, "PUT / HTTP/1.1\r\nContent-Length: 0\r\n" + host))
                    .startsWith("HTTP/1.1 405");
            assertThat(request(view, "HEAD / HTTP/1.1\r\n" + host))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    void its_button_stops_the_run() throws IOException {
        StopSignal stop = new StopSignal();
        try (LiveView view = new LiveView(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                () -> stop.stop(StopReason.INTERRUPTED),
                false)) {
            String authority = view.address().getAuthority();
            String form = formToken(view);

            assertThat(request(
                            view,
                            "POST /stop HTTP/1.1\r\nHost: " + authority + "\r\nOrigin: http://" + authority
                                    + "\r\nContent-Length: " + form.length() + "\r\n",
                            form))
                    .startsWith("HTTP/1.1 303");
            assertThat(stop.isStopped()).isTrue();
        }
    }

    @Test
    void its_form_changes_the_load_of_the_run_and_says_why_it_does_not() throws Exception {
        StopSignal stop = new StopSignal();
        try (AnsweringServer server = new AnsweringServer(n -> 201);
                LiveView view = view(0)) {
            String token = formToken(view);
            assertThat(post(view, token, "level=90")).startsWith("HTTP/1.1 409").contains("The run is not in progress");
            LoadPlan plan = Plans.plan(server.target())
                    .threads(2)
                    .rate("20")
                    .duration(TestTimeout.NEVER)
                    .build();
            Member<RunResult> run = Member.doing(() -> new LocalRunner(RecordingSettings.NO_FILES)
                    .with(RunSettings.DEFAULT.adjustable(true))
                    .run(plan, stop, view));
            await().atMost(MAX_WAIT).until(() -> requests(get(view, "/content")) > 0);

            assertThat(post(view, token, "level=90")).startsWith("HTTP/1.1 303");
            assertThat(post(view, token, "level=many"))
                    .startsWith("HTTP/1.1 422")
                    .contains("'many' is neither a rate, such as 200/s, nor a number of users, such as 50u");
            assertThat(post(view, token, "level=5u")).startsWith("HTTP/1.1 422").contains("this run has a rate");
            await().atMost(MAX_WAIT).until(() -> get(view, "/content").contains("Changed: 90/s from "));
            stop.stop(StopReason.INTERRUPTED);
            assertThat(run.result().changes()).extracting(LoadChange::level).containsExactly("90/s");
            view.over(Optional.empty());
            assertThat(post(view, token, "level=90")).startsWith("HTTP/1.1 409");
        }
    }

    /** Changes the load, as the page's own form does it. */
    private static String post(LiveView view, String token, String field) throws IOException {
        String authority = view.address().getAuthority();
        String form = field + "&" + token;
        return request(
                view,
                "POST /load HTTP/1.1\r\nHost: " + authority + "\r\nOrigin: http://" + authority + "\r\nContent-Length: "
                        + form.length() + "\r\n",
                form);
    }

    private static String formToken(LiveView view) throws IOException {
        Matcher field =
                Pattern.compile("name=\"(form-token)\" value=\"([^\"]+)").matcher(get(view, "/"));
        assertThat(field.find()).isTrue();
        return field.group(1) + "=" + field.group(2);
    }

    @Test
    void a_port_that_is_taken_is_an_exception_and_no_thread() throws IOException {
        try (LiveView view = view(0)) {
            assertThatThrownBy(() -> view(view.address().getPort())).isInstanceOf(BindException.class);
        }
    }

    @Test
    void charts_and_counts_grow_while_the_run_goes_on_and_the_end_names_the_report() throws Exception {
        StopSignal stop = new StopSignal();
        try (AnsweringServer server = new AnsweringServer(n -> 201);
                LiveView view = view(0)) {
            LoadPlan plan = Plans.plan(server.target())
                    .threads(2)
                    .duration(TestTimeout.NEVER)
                    .build();
            Member<RunResult> run =
                    Member.doing(() -> new LocalRunner(RecordingSettings.NO_FILES).run(plan, stop, view));
            await().atMost(MAX_WAIT).until(() -> requests(get(view, "/content")) > 0);
            long some = requests(get(view, "/content"));
            await().atMost(MAX_WAIT).until(() -> requests(get(view, "/content")) > some);
            assertThat(get(view, "/content")).contains("Run-state: running", "Throughput over time", "<svg");
            await().atMost(MAX_WAIT).until(() -> get(view, "/content").contains(">CPU time<"));
            stop.stop(StopReason.INTERRUPTED);
            RunResult result = run.result();
            view.ended();
            assertThat(get(view, "/content")).contains("Run-state: running", "being written", "<svg");
            view.over(Optional.of(directory));
            String last = get(view, "/content");

            assertThat(last)
                    .contains(
                            "Run-state: over",
                            "The run is over",
                            directory.resolve("report.html").toString());
            assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
        }
    }

    @ParameterizedTest
    @CsvSource({"https, true", "http, false"})
    void load_that_no_certificate_protects_is_shouted_about(String scheme, boolean shouted) throws IOException {
        LoadPlan plan = Plans.plan(new Target(scheme, "nowhere.invalid", 443, ""))
                .transport(TransportChoice.of(new Classic()).withoutVerification())
                .requests(1)
                .build();
        try (LiveView view = view(0)) {
            view.started(plan, () -> Counts.NONE);

            assertThat(get(view, "/").contains("INSECURE: no certificate is checked"))
                    .isEqualTo(shouted);
        }
    }

    @Test
    void open_pages_get_the_end_before_the_view_closes() throws Exception {
        LiveView view = view(0);
        get(view, "/content");
        view.over(Optional.empty());
        Member<Void> closing = Member.running(view::close);
        assertThat(get(view, "/content")).contains("Run-state: over", "Nothing of it was written");
        closing.result();
    }

    @Test
    void a_browser_shows_it_and_draws_it_again_without_a_word_on_the_console() throws Exception {
        Chromium.assumePresent();
        StopSignal stop = new StopSignal();
        AtomicInteger drawn = new AtomicInteger();
        try (AnsweringServer server = new AnsweringServer(n -> 201);
                LiveView view = view(0)) {
            LoadPlan plan = Plans.plan(server.target())
                    .threads(2)
                    .duration(TestTimeout.NEVER)
                    .build();
            Member<RunResult> run = Member.doing(
                    () -> new LocalRunner(RecordingSettings.NO_FILES).run(plan, stop, counting(view, drawn)));
            await().atMost(MAX_WAIT).until(() -> requests(get(view, "/content")) > 0);
            int before = drawn.get();

            // An hour of the page's own clock, which runs ahead while nothing happens: the end of the run ends it.
            Member<Chromium.Opened> browser =
                    Member.doing(() -> Chromium.open(view.address(), directory, "--virtual-time-budget=3600000"));
            await().atMost(MAX_WAIT).until(() -> drawn.get() > before);
            stop.stop(StopReason.INTERRUPTED);
            run.result();
            view.over(Optional.empty());

            Chromium.Opened opened = browser.result();
            assertThat(opened.messages()).isEmpty();
            assertThat(opened.dom()).contains("The run is over", "Throughput over time");
        }
    }

    /** A view that counts how often it looks at what has been recorded. */
    private static RunObserver counting(LiveView view, AtomicInteger drawn) {
        return new RunObserver() {
            @Override
            public void recording(Supplier<Optional<Measurements>> soFar, Supplier<Telemetry> telemetry) {
                view.recording(
                        () -> {
                            drawn.incrementAndGet();
                            return soFar.get();
                        },
                        telemetry);
            }

            @Override
            public void started(LoadPlan plan, Supplier<Counts> counts) {
                view.started(plan, counts);
            }
        };
    }

    private static long requests(String page) {
        Matcher found = Pattern.compile("% +([0-9,]+) +requests").matcher(page);
        return found.find() ? Long.parseLong(found.group(1).replace(",", "")) : 0;
    }

    private static LiveView view(int port) throws IOException {
        return new LiveView(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Optional.empty(), () -> {}, true);
    }

    private static String get(LiveView view, String path) throws IOException {
        return request(
                view, "GET " + path + " HTTP/1.1\r\nHost: " + view.address().getAuthority() + "\r\n");
    }

    private static String request(LiveView view, String head) throws IOException {
        return request(view, head, "");
    }

    private static String request(LiveView view, String head, String body) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", view.address().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write((head + "Connection: close\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
