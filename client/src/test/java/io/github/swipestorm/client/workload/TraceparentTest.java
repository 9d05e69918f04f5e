package io.github.swipestorm.client.workload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.http.TraceIds;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceparentTest {

    private static final Workload SWIPES = new RandomSwipes();

    @TempDir
    private Path directory;

    @Test
    void the_ids_follow_from_the_seed_and_the_number_of_the_request() {
        Traceparent all = new Traceparent(1);

        assertThat(header(all, 7, 3))
                .isEqualTo(header(all, 7, 3))
                .matches("traceparent: 00-[0-9a-f]{32}-[0-9a-f]{16}-01\r\n");
        assertThat(header(all, 7, 3)).isNotEqualTo(header(all, 7, 4)).isNotEqualTo(header(all, 8, 3));
        assertThat(header(all, 7, 3)).contains("00-" + id(all.ids(7), 3) + "-");
        assertThat(LongStream.range(0, 10_000).mapToObj(request -> id(all.ids(7), request)))
                .doesNotHaveDuplicates();
    }

    @Test
    void a_share_of_the_requests_has_the_header() {
        Traceparent tenth = new Traceparent(0.1);
        long traced = LongStream.range(0, 20_000)
                .filter(request -> !id(tenth.ids(1), request).isEmpty())
                .count();

        // Four standard deviations.
        assertThat((double) traced).isCloseTo(2_000, within(170.0));
        assertThat(LongStream.range(0, 100)
                        .filter(request -> header(tenth, 1, request).isEmpty()
                                != id(tenth.ids(1), request).isEmpty()))
                .isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new Traceparent(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Traceparent(1.01));
        assertThatIllegalArgumentException().isThrownBy(() -> new Traceparent(Double.NaN));
    }

    @Test
    void users_with_think_times_send_the_ids_of_their_requests() {
        Workload thinking = new ThinkingWorkload(SWIPES, ThinkTime.parse("1ms"));
        LoadPlan plan = Plans.plan(Plans.NOWHERE)
                .workload(thinking)
                .seed(5)
                .requests(100)
                .traceparent(new Traceparent(1))
                .build();
        VirtualUser user = plan.sentIterations().orElseThrow().users().user(0, 0);
        user.begin(42);
        user.next();

        assertThat(new String(user.compose().headers(), 0, user.compose().headersLength(), ISO_8859_1))
                .contains(id(new Traceparent(1).ids(5), 42));
        assertThat(LoadPlan.fromJson(plan.toJson()).traceparent()).contains(new Traceparent(1));
    }

    @Test
    void iterations_with_the_header_keep_what_the_scenarios_ask_for() {
        Iterations asking = new Iterations.Forwarding() {
            @Override
            public Iterations inner() {
                return new ThinkingWorkload(SWIPES, ThinkTime.parse("1ms"))
                        .iterations(1, Plans.NOWHERE)
                        .orElseThrow();
            }

            @Override
            public boolean newConnections() {
                return true;
            }

            @Override
            public Optional<Iterations> beforeRun() {
                return Optional.of(inner());
            }

            @Override
            public Users users() {
                return inner().users();
            }
        };

        Iterations traced = new Traceparent(1).with(asking, 1);

        assertThat(traced.newConnections()).isTrue();
        assertThat(traced.beforeRun()).isPresent();
        assertThat(traced.scenarios()).isEqualTo(asking.scenarios());
    }

    @ParameterizedTest
    @CsvSource({"nio", "classic"})
    void the_records_have_the_ids_that_the_server_received(String transport) throws Exception {
        Queue<String> received = new ConcurrentLinkedQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            received.add(String.valueOf(exchange.getRequestHeaders().getFirst("traceparent")));
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        server.start();
        RunResult result;
        try {
            LoadPlan plan = Plans.plan(
                            new Target("http", "127.0.0.1", server.getAddress().getPort(), ""))
                    .transport(TransportChoice.of(TransportType.named(transport)))
                    .threads(2)
                    .requests(40)
                    .traceparent(new Traceparent(0.5))
                    .build();
            result = new LocalRunner(new RecordingSettings(
                            Optional.of(directory), Optional.of("records.csv"), RecordsPolicy.BLOCK))
                    .run(plan, new StopSignal(), RunObserver.NONE);
        } finally {
            server.stop(0);
        }

        assertThat(result.counts().ok()).isEqualTo(40);
        List<String> rows = Files.readAllLines(directory.resolve("records.csv"));
        assertThat(rows.get(0)).endsWith(",sent_bytes,trace_id");
        List<String> ids = rows.stream()
                .skip(1)
                .map(row -> row.substring(row.lastIndexOf(',') + 1))
                .filter(id -> !id.isEmpty())
                .toList();
        assertThat(ids).hasSizeBetween(5, 35);
        assertThat(received.stream().filter(header -> !header.equals("null")).map(header -> header.split("-")[1]))
                .containsExactlyInAnyOrderElementsOf(ids);
        assertThat(received).contains("null");
    }

    private static String header(Traceparent traceparent, long seed, long request) {
        return new String(
                traceparent.with(SWIPES.requests(seed), seed).request(request).headers(), ISO_8859_1);
    }

    private static String id(TraceIds ids, long request) {
        byte[] id = new byte[TraceIds.LENGTH];
        return new String(id, 0, ids.append(request, id, 0), ISO_8859_1);
    }
}
