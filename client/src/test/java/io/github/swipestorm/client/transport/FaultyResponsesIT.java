package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;
import static io.github.swipestorm.client.testing.Fault.essence;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.testing.Fault;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Faults;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.TestTimeout;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How a transport classifies all kinds of faulty responses. */
@ParameterizedClass
@EnumSource(TransportVariant.class)
class FaultyResponsesIT {

    private static final Duration LONG = TestTimeout.NEVER;

    @Parameter
    TransportVariant variant;

    static List<List<Fault>> families() {
        return List.of(Faults.CUT_OFF, Faults.MALFORMED, Faults.ENDLESS, Faults.UNUSUAL);
    }

    @ParameterizedTest
    @MethodSource("families")
    void each_attempt_ends_as_it_should_and_the_next_one_works(List<Fault> family) {
        List<Fault> faults = Faults.oneAtATime(family);
        try (FaultServer server =
                        FaultServer.inTurn(faults.stream().map(Fault::script).toList());
                Conversation talk = Conversation.with(server.target(), variant.choice(), LONG, LONG)) {
            List<String> outcomes =
                    faults.stream().map(fault -> fault.with(talk.send(0))).toList();

            assertThat(outcomes)
                    .isEqualTo(faults.stream()
                            .map(fault -> fault.with(fault.expected()))
                            .toList());
        }
    }

    @Test
    void a_head_that_takes_too_long_is_a_time_out_though_bytes_keep_coming() {
        timeOut(Faults.SLOW_HEADS, Faults.SHORT, LONG);
    }

    @Test
    void a_body_that_takes_too_long_is_a_time_out_though_bytes_keep_coming() {
        timeOut(Faults.SLOW_BODIES, LONG, Faults.SHORT);
    }

    @Test
    void the_total_time_out_is_one_for_the_head_as_well() {
        timeOut(Faults.SLOW_HEADS.subList(0, 1), LONG, Faults.SHORT);
    }

    /** All at once, as they only wait. */
    private void timeOut(List<Fault> faults, Duration response, Duration total) {
        faults.stream()
                .map(fault -> Member.running(() -> {
                    try (FaultServer server = FaultServer.inTurn(List.of(fault.script()));
                            Conversation talk = Conversation.with(server.target(), variant.choice(), response, total)) {
                        assertThat(fault.with(talk.send(0))).isEqualTo(fault.with(fault.expected()));
                        // On a busy machine the usual answer may take longer than that, too.
                        List<String> later = Stream.generate(() -> Faults.NONE.with(talk.send(1)))
                                .limit(20)
                                .takeWhile(outcome -> !outcome.equals(Faults.NONE.with(Faults.NONE.expected())))
                                .toList();
                        assertThat(later)
                                .as("a late answer is never taken for the next request's answer")
                                .hasSizeLessThan(20)
                                .allMatch(outcome -> outcome.equals("none: timeout"));
                    }
                }))
                .toList()
                .forEach(Member::result);
    }

    static Stream<Fault> withoutEnd() {
        return Stream.of(Faults.ENDLESS, Faults.SLOW_BODIES)
                .flatMap(List::stream)
                .filter(fault -> fault.name().contains("without end"));
    }

    @Tag("fault")
    @DisplayName(
            "Lines, heads, 1xx, chunks and bodies without end -> read without being kept: an attempt allocates less "
                    + "than 2 MB, however much comes")
    @ParameterizedTest
    @MethodSource("withoutEnd")
    void what_never_ends_is_not_kept(Fault fault) {
        boolean enoughCame = false;
        for (Duration timeout = Faults.SHORT; !enoughCame; timeout = timeout.multipliedBy(2)) {
            assertThat(timeout).as("time in which 4 MB come").isLessThan(MAX_WAIT);
            enoughCame = isNotKept(fault, timeout);
        }
    }

    /** Returns false when the time-out ended the attempt before the server had sent more than may be allocated. */
    private boolean isNotKept(Fault fault, Duration timeout) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (FaultServer server = FaultServer.inTurn(List.of(List.of(READ, answer(201, "ok")), fault.script()));
                Conversation talk = Conversation.with(server.target(), variant.choice(), LONG, timeout)) {
            Outcome usual = talk.send(0);
            if (essence(usual) == FailureKind.TIMEOUT) {
                return false;
            }
            assertThat(usual).isEqualTo(new Response(201, 2));
            long before = threads.getCurrentThreadAllocatedBytes();

            Outcome outcome = talk.send(1);

            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2_000_000);
            return essence(outcome) != FailureKind.TIMEOUT || server.written() > 4_000_000;
        }
    }

    @Test
    void a_slow_body_has_the_total_time_and_not_only_that_of_the_head() {
        Outcome outcome = bodyAfterTwice(Faults.SHORT);
        // On a busy machine the head may come too late.
        for (Duration timeout = Faults.SHORT.multipliedBy(2);
                essence(outcome) == FailureKind.TIMEOUT && timeout.compareTo(MAX_WAIT) < 0;
                timeout = timeout.multipliedBy(2)) {
            outcome = bodyAfterTwice(timeout);
        }
        assertThat(outcome).isEqualTo(new Response(200, 3));
    }

    private Outcome bodyAfterTwice(Duration timeout) {
        try (FaultServer server = FaultServer.firstDoing(
                        READ,
                        write("HTTP/1.1 200 \r\nContent-Length: 3\r\n\r\na"),
                        late(timeout.multipliedBy(2)),
                        write("bc"),
                        SILENCE);
                Conversation talk = Conversation.with(server.target(), variant.choice(), timeout, LONG)) {
            return talk.send(0);
        }
    }

    @Test
    void a_few_informational_answers_are_passed_over() {
        try (FaultServer server = FaultServer.firstDoing(
                        READ, write("HTTP/1.1 102 \r\n\r\n".repeat(100)), answer(200, "ab"), SILENCE);
                Conversation talk = Conversation.with(server.target(), variant.choice(), LONG, LONG)) {
            assertThat(talk.send(0)).isEqualTo(new Response(200, 2));
        }
    }

    @Test
    void what_a_server_says_reaches_the_console_without_control_characters_and_not_endlessly() {
        try (FaultServer server = FaultServer.firstDoing(
                        READ, write("\u001b[2J\u0007" + "evil".repeat(2_000) + "\r\n\r\n"), SILENCE);
                Conversation talk = Conversation.with(server.target(), variant.choice(), LONG, LONG)) {
            Failure failure = (Failure) talk.send(0);

            assertThat(failure.detail().chars()).noneMatch(Character::isISOControl);
            assertThat(failure.detail()).hasSizeLessThan(300);
        }
    }
}
