package io.github.swipestorm.client.engine.internal;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.TestTimeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stop when a run's time is over already, and only its last answers are awaited: all ways of sending at once. */
class StopWhileDrainingTest {

    private static final Duration LONG = TestTimeout.NEVER;

    @Test
    @Tag("fault")
    @DisplayName("A signal after the run's time is over, while its last answers are awaited -> they are awaited for 2 s"
            + " more at most; if some are cut off then, the run is marked INTERRUPTED")
    void a_stop_does_not_wait_for_the_last_answers() throws Exception {
        StopSignal stop = new StopSignal();
        List<FaultServer> servers = new ArrayList<>();
        List<Member<RunResult>> runs = new ArrayList<>();
        try {
            for (EngineVariant way : EngineVariant.average()) {
                FaultServer server = FaultServer.scripted(Collections.nCopies(3, List.of(READ, SILENCE)));
                servers.add(server);
                runs.add(EngineVariant.begin(
                        way.of(Plans.plan(server.target())
                                .threads(3)
                                .duration(Duration.ofSeconds(2))
                                .timeouts(LONG, LONG, LONG)),
                        stop));
            }
            servers.forEach(server -> server.awaitReceived(3));
            // So that the time of each run is over: nothing is waited for but time.
            new CountDownLatch(1).await(2_100, TimeUnit.MILLISECONDS);

            stop.stop(StopReason.INTERRUPTED);

            for (Member<RunResult> run : runs) {
                RunResult result = run.result();
                assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
                assertThat(result.counts().attemptsByFailure()).containsOnlyKeys(FailureKind.CLOSED);
                assertThat(result.counts().failed()).isEqualTo(3);
                assertThat(result.violations()).isEmpty();
            }
        } finally {
            servers.forEach(FaultServer::close);
        }
    }
}
