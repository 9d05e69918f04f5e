package io.github.swipestorm.client.engine.internal;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.mix.DataOrder;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A garbage collector with nothing to do cannot disturb a measurement: the loop's thread makes no garbage. */
class LoopAllocationIT {

    private static final long WARM = 5_000;
    private static final long MEASURED = 25_000;

    /** A hundredth of the smallest object for each request: what selectors and timers allocate now and then. */
    private static final long LIMIT = MEASURED / 10;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "average, 1, false, swipes, 0",
        "less-blocking, 4, false, swipes, 0",
        "average, 1, true, swipes, 0",
        "average, 1, false, mix, 0",
        "average, 1, false, swipes, 4",
        "average, 1, false, mix, 4"
    })
    void the_loops_thread_allocates_nothing_for_a_request(
            SendingModel model, int pipeline, boolean spin, String workload, int streams) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        CompletableFuture<Supplier<Counts>> started = new CompletableFuture<>();
        StopSignal stop = new StopSignal();
        HttpProtocol http =
                streams == 0 ? HttpProtocol.HTTP_1_1 : HttpProtocol.http2().withStreams(streams);
        try (QuickServer http1 = new QuickServer();
                FaultServer http2 = FaultServer.answering(Act.answer(201, "ok"))) {
            LoadPlan.Builder plan = Plans.plan(streams == 0 ? http1.target() : http2.target())
                    .workload(workload.equals("mix") ? mix() : new RandomSwipes())
                    .model(model)
                    .threads(16)
                    .transport(new TransportChoice(
                            new Nio(), true, 1, pipeline, spin, HttpFeatures.NONE, TlsOptions.DEFAULT, http))
                    .requests(1_000_000_000);
            RecordingSettings records =
                    new RecordingSettings(Optional.of(directory), Optional.of("requests.csv"), RecordsPolicy.BLOCK);
            Member<RunResult> run = Member.doing(
                    () -> new LocalRunner(records).run(plan.build(), stop, (of, counts) -> started.complete(counts)));
            Supplier<Counts> counts = started.join();

            awaitAttempts(counts, WARM);
            long id = loopThread();
            long allocated = Long.MAX_VALUE;
            for (int times = 0; times < 10 && allocated > LIMIT; times++) {
                long before = threads.getThreadAllocatedBytes(id);
                long from = counts.get().attempts();
                awaitAttempts(counts, from + MEASURED);
                allocated = threads.getThreadAllocatedBytes(id) - before;
            }
            stop.stop(StopReason.INTERRUPTED);

            RunResult result = run.result();
            assertThat(result.violations()).isEmpty();
            assertThat(result.counts().failed()).isZero();
            assertThat(allocated).as("bytes for %d requests", MEASURED).isBetween(0L, LIMIT);
        }
    }

    /** Operations with every function, on a million paths. */
    private HttpWorkload mix() throws IOException {
        Path rows = directory.resolve("rows.csv");
        Files.writeString(
                rows,
                "word\n" + IntStream.range(0, 5_000).mapToObj(i -> "word " + i).collect(joining("\n")));
        return HttpWorkload.builder("mix")
                .data("rows", rows, DataOrder.SHUFFLED)
                .variable("id", "${random.int(1,1000000)}")
                .operation(get -> get.name("get")
                        .weight(3)
                        .path("/items/${id}")
                        .query("word", "${data.rows.word}")
                        .header("X-Request", "${uuid} ${worker}"))
                .operation(post -> post.path("/items/${random.zipf(1000,1.1)}")
                        .json("{\"id\":${id},\"n\":${random.normal(5,2.5)},\"c\":${random.choice(a,b)},\"i\":${index},"
                                + "\"t\":\"${random.text(200)}\",\"w\":\"${data.rows.word}\",\"at\":\"${time.iso}\"}"))
                .build();
    }

    private static void awaitAttempts(Supplier<Counts> counts, long number) {
        await().atMost(MAX_WAIT)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> counts.get().attempts() >= number);
    }

    private static long loopThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("swipestorm-worker"))
                .findAny()
                .orElseThrow()
                .getId();
    }
}
