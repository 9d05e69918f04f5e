package io.github.swipestorm.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.sun.net.httpserver.HttpServer;
import io.github.swipestorm.LoadResult;
import io.github.swipestorm.client.workload.SingleRequest;
import io.github.swipestorm.client.workload.Workload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Each case is a test class that JUnit executes here as it would a user's. */
class LoadTestExtensionTest {

    private static final ExecutorService THREADS = Executors.newFixedThreadPool(4);
    private static HttpServer server;

    @TempDir
    Path output;

    @BeforeAll
    static void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(THREADS);
        server.createContext("/", exchange -> {
            boolean known = exchange.getRequestURI().getPath().equals("/ok");
            exchange.sendResponseHeaders(known ? 200 : 500, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
        THREADS.shutdownNow();
    }

    private static String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Only executed by the tests below, as it is static and not nested. */
    static class WithResult {
        private int port;

        @BeforeEach
        void the_server_has_started() {
            port = server.getAddress().getPort();
        }

        @BaseUrl
        private String whereItIs() {
            return "http://localhost:" + port;
        }

        @LoadTest(users = 2, requests = 20, duration = "1m", path = "/ok")
        void passes(LoadResult result) {
            result.require("errors<1%");
            assertThat(result.counts().ok()).isPositive();
            assertThat(result.details().plan().threads()).isEqualTo(2);
        }

        @Nested
        class Inner {
            @LoadTest(requests = 1, duration = "1m", path = "/ok")
            void takes_the_url_of_the_outer_class(LoadResult result) {
                result.require("errors<1%");
            }
        }
    }

    @Test
    void the_result_is_injected_and_files_of_earlier_runs_are_kept() throws IOException {
        Path earlier =
                Files.createDirectories(output.resolve("WithResult.passes")).resolve("earlier");
        Files.createFile(earlier);

        assertThat(failures(WithResult.class)).isEmpty();

        assertThat(earlier).exists();
        assertThat(output.resolve("WithResult.passes-2/report.html")).isRegularFile();
        assertThat(output.resolve("Inner.takes_the_url_of_the_outer_class/report.html"))
                .isRegularFile();
    }

    static class Failing {
        @BaseUrl
        static final Supplier<URI> SERVER = () -> URI.create(url());

        @LoadTest(requests = 20, duration = "1m", path = "/missing", require = "errors<1%")
        void fails() {
            throw new IllegalStateException("is not called");
        }
    }

    @Test
    void a_failure_has_the_figures_and_the_page() {
        assertThat(failures(Failing.class))
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("Objectives 'errors<1%' missed: errors<1% by 99.000 %")
                        .hasMessageContaining(" x status 500")
                        .hasMessageContaining("Report: " + output.resolve("Failing.fails/report.html")));
    }

    static class Workloads {
        static Path file;

        @BaseUrl
        final URI server = URI.create(url());

        final Workload field = SingleRequest.get("/ok");

        static Workload method() {
            return SingleRequest.post("/ok", "text/plain", "x");
        }

        @LoadTest(duration = "200ms", workload = "field", rate = "1000", transport = "nio")
        void of_a_field(LoadResult result) {
            // No objective: on a busy machine the rate is not met, which makes one inconclusive.
            assertThat(result.details().plan().openLoop()).isPresent();
            assertThat(result.details().plan().transport().kind().name()).isEqualTo("nio");
            assertThat(result.details().counts().failed()).isZero();
        }

        @LoadTest(requests = 3, workload = "method", duration = "1m", warmUp = "1ms")
        void of_a_method(LoadResult result) {
            result.require("errors<1%");
        }

        @LoadTest(requests = 20, duration = "1m", workload = "src/test/resources/ok.yaml")
        void of_a_file(LoadResult result) {
            result.require("errors<1%");
            assertThat(result.details().plan().workload().name()).isEqualTo("just-ok");
        }
    }

    @Test
    void workloads_come_from_java_and_from_files() {
        assertThat(failures(Workloads.class)).isEmpty();
    }

    static class Wrong {
        @LoadTest(requests = 1, path = "/ok")
        void no_url() {}

        @LoadTest(requests = 1, url = "http://localhost:1")
        void nothing_to_send() {}

        @LoadTest(requests = 1, url = "http://localhost:1", path = "/ok", workload = "swipes")
        void two_things_to_send() {}

        @LoadTest(url = "http://localhost:1", path = "/ok", duration = "10")
        void no_unit() {}

        @LoadTest(url = "http://localhost:1", requests = 1, workload = "other")
        void no_workload() {}

        private int other() {
            return 1;
        }
    }

    @Test
    void what_is_wrong_is_said() {
        assertThat(failures(Wrong.class).stream().map(Throwable::getMessage))
                .containsExactlyInAnyOrder(
                        "@LoadTest of Wrong.no_url needs one URL of a server: its url, or one field or method with @BaseUrl; it"
                                + " has none",
                        "@LoadTest of Wrong.nothing_to_send needs a path or a workload, and has neither",
                        "@LoadTest of Wrong.two_things_to_send needs a path or a workload, and has both",
                        "'10' is not a time; write it like 250ms, 10s, 1.5m or 2h",
                        "'other', the workload of Wrong.no_workload, is a member of its class that gives no Workload");
    }

    @Execution(ExecutionMode.CONCURRENT)
    static class Parallel {
        static final AtomicInteger UNDER_WAY = new AtomicInteger();
        static final AtomicInteger MOST = new AtomicInteger();

        @BaseUrl
        Supplier<String> begins = () -> {
            MOST.accumulateAndGet(UNDER_WAY.incrementAndGet(), Math::max);
            return url();
        };

        @LoadTest(duration = "200ms", path = "/ok")
        void one() {
            UNDER_WAY.decrementAndGet();
        }

        @LoadTest(duration = "200ms", path = "/ok")
        void two() {
            UNDER_WAY.decrementAndGet();
        }
    }

    @Test
    void load_tests_take_turns() {
        assertThat(failures(Parallel.class)).isEmpty();
        assertThat(Parallel.MOST).hasValue(1);
    }

    private List<Throwable> failures(Class<?> tests) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(tests))
                                .configurationParameter("swipestorm.output", output.toString())
                                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                                .configurationParameter(
                                        "junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
                                .build(),
                        listener);
        assertThat(listener.getSummary().getTestsFoundCount()).isPositive();
        return listener.getSummary().getFailures().stream()
                .map(TestExecutionSummary.Failure::getException)
                .toList();
    }
}
