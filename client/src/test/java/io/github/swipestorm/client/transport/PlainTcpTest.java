package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.CUT;
import static io.github.swipestorm.client.testing.Act.READ_SOME;
import static io.github.swipestorm.client.testing.Act.RESET;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.drip;
import static io.github.swipestorm.client.testing.Act.endless;
import static io.github.swipestorm.client.testing.Act.late;
import static io.github.swipestorm.client.testing.Act.write;
import static io.github.swipestorm.client.testing.Act.writeSingly;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Faults;
import io.github.swipestorm.client.testing.TestTimeout;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import io.github.swipestorm.client.workload.mix.ResponseCheck;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** How attempts over plain TCP end, in clear text and over TLS. */
@ParameterizedClass(name = "over TLS: {0}")
@ValueSource(booleans = {false, true})
class PlainTcpTest {

    private static final Framing LINE = Framing.endsWith(new byte[] {'\n'});
    private static final Framing LINES = Framing.endsWith(new byte[] {'\r', '\n'});
    private static final Framing PREFIXED = Framing.lengthPrefix(4, false, false);
    private static final TransportChoice NIO =
            TransportChoice.of(new Nio()).with(TlsOptions.DEFAULT.withoutVerification());

    @Parameter
    boolean secured;

    /**
     * What a server does, and how the attempt ends.
     *
     * @param kept whether the next request goes over the same connection
     */
    private record Case(String name, Framing framing, Object outcome, boolean kept, List<Act> script) {}

    private static Case answered(String name, Framing framing, long bytes, boolean kept, Act... acts) {
        return new Case(name, framing, new Response(Response.NO_STATUS, bytes, true, null), kept, List.of(acts));
    }

    private static Case failed(String name, Framing framing, FailureKind kind, Act... acts) {
        return new Case(name, framing, kind, false, List.of(acts));
    }

    private static List<Case> answers() {
        return List.of(
                answered("in one piece", LINE, 2, true, write("ok\n")),
                answered("byte by byte", LINES, 4, true, writeSingly("\r\r\n\n\r\n".substring(0, 1) + "ok\r\r\n")),
                answered("empty", LINE, 0, true, write("\n")),
                answered("with its length", PREFIXED, 3, true, writeSingly("\0\0\0\3abc")),
                answered("of one size", Framing.size(200_000), 200_000, true, write("x".repeat(200_000))),
                answered("until close", Framing.UNTIL_CLOSE, 3, false, write("abc"), CLOSE),
                answered("after a while", LINE, 2, true, late(Duration.ofMillis(50)), write("ok\n")),
                answered("with more behind it", LINE, 2, false, write("ok\nmore\n")),
                answered("and closes", LINE, 2, false, write("ok\n"), CLOSE));
    }

    private static List<Case> faults() {
        return List.of(
                failed("closes", LINE, FailureKind.CLOSED, CLOSE),
                failed("resets", LINE, FailureKind.CLOSED, RESET),
                failed("cut off", LINE, FailureKind.CLOSED, write("ok"), CLOSE),
                failed("cut off in its delimiter", LINES, FailureKind.CLOSED, write("ok\r"), CLOSE),
                failed("cut off in its length", PREFIXED, FailureKind.CLOSED, write("\0\0"), CLOSE),
                failed("shorter than its length", PREFIXED, FailureKind.CLOSED, write("\0\0\0\5ab"), RESET),
                failed("shorter than its size", Framing.size(4), FailureKind.CLOSED, write("abc"), CUT),
                failed("longer than 1 GiB", PREFIXED, FailureKind.PROTOCOL, write("\100\0\0\1"), SILENCE));
    }

    private static List<Case> slow() {
        return List.of(
                failed("never", LINE, FailureKind.TIMEOUT, SILENCE),
                failed("without an end", LINE, FailureKind.TIMEOUT, drip("a", Duration.ofMillis(20))),
                failed("without an end, fast", LINES, FailureKind.TIMEOUT, endless("\r\r")));
    }

    private static HttpWorkload sending(Framing framing) {
        return HttpWorkload.builder("ping")
                .operation(ping -> ping.send("PING\n").answer(framing))
                .build();
    }

    private FaultServer server(List<List<Act>> scripts) {
        return secured ? FaultServer.secured(Certificates.GOOD.context(), scripts) : FaultServer.scripted(scripts);
    }

    private static Object essence(Outcome outcome) {
        return outcome instanceof Failure failure ? failure.kind() : outcome;
    }

    private void eachEndsAsItShould(List<Case> cases, Duration timeout) {
        for (Case each : cases) {
            long size = each.framing.kind() == Framing.Kind.SIZE ? each.framing.size() : 4;
            List<Act> next = List.of(
                    READ_SOME,
                    write(new String(each.framing.frame("x".repeat((int) size).getBytes(ISO_8859_1)), ISO_8859_1)),
                    each.framing.kind() == Framing.Kind.UNTIL_CLOSE ? CLOSE : SILENCE);
            List<Act> first = Stream.of(List.of(READ_SOME), each.script, each.kept ? next : List.of(SILENCE))
                    .flatMap(List::stream)
                    .toList();
            Timeouts timeouts = new Timeouts(TestTimeout.MAX_WAIT, timeout, timeout);
            try (FaultServer server = server(List.of(first, next, next));
                    Conversation talk = Conversation.of(sending(each.framing), server.tcpTarget(), NIO, timeouts)) {
                assertThat(essence(talk.send(0))).as(each.name).isEqualTo(each.outcome);
                if (each.script.contains(CLOSE)) {
                    // Otherwise the next request may meet the end on its way.
                    server.awaitConnectionsClosed(1);
                }
                Outcome later = talk.send(1);
                // On a busy machine a short time-out may end the next attempt as well.
                if (timeout.compareTo(TestTimeout.MAX_WAIT) >= 0 || later instanceof Response) {
                    assertThat(later)
                            .as("after '%s'", each.name)
                            .isEqualTo(new Response(Response.NO_STATUS, size, true, null));
                    assertThat(server.connections()).as(each.name).isEqualTo(each.kept ? 1 : 2);
                }
                assertThat(talk.sentBytes()).isEqualTo(5);
            }
        }
    }

    @Tag("fault")
    @DisplayName(
            "Plain TCP: an answer in pieces, slow, until the connection ends, or with unsolicited bytes behind it -> the bytes that "
                    + "its framing says; unsolicited bytes and an end close the connection, and are never the next answer")
    @Test
    void answers_end_where_their_framing_says() {
        eachEndsAsItShould(answers(), TestTimeout.MAX_WAIT);
    }

    @Tag("fault")
    @DisplayName(
            "Plain TCP: closed, reset, cut off in the answer, its delimiter or its length, or longer than 1 GiB -> "
                    + "closed or protocol, and the next request has a new connection")
    @Test
    void faults_have_their_classes() {
        eachEndsAsItShould(faults(), TestTimeout.MAX_WAIT);
    }

    @Tag("fault")
    @DisplayName("Plain TCP: no answer, or one without an end -> timeout, and the next request has a new connection")
    @Test
    void what_takes_too_long_is_a_time_out() {
        eachEndsAsItShould(slow(), Faults.SHORT);
    }

    @Test
    void an_answer_until_close_that_TLS_does_not_end_is_cut_off() {
        try (FaultServer server = server(List.of(List.of(READ_SOME, write("abc"), CUT)));
                Conversation talk = Conversation.of(sending(Framing.UNTIL_CLOSE), server.tcpTarget(), NIO)) {
            assertThat(essence(talk.send(0)))
                    .isEqualTo(secured ? FailureKind.CLOSED : new Response(Response.NO_STATUS, 3, true, null));
        }
    }

    @Test
    void nothing_listens() {
        Target dead = FaultServer.deadTarget();
        Target target = new Target(secured ? "tcps" : "tcp", dead.host(), dead.port(), "");
        try (Conversation talk = Conversation.of(sending(LINE), target, NIO)) {
            assertThat(essence(talk.send(0))).isEqualTo(FailureKind.CONNECT);
        }
    }

    @Test
    void checks_read_the_body_without_its_framing() {
        HttpWorkload checked = HttpWorkload.builder("ping")
                .operation(ping -> ping.send("PING\n").answer(LINES).check(ResponseCheck.bodyEquals("PO\rNG")))
                .build();
        try (FaultServer server = server(
                        List.of(List.of(READ_SOME, writeSingly("PO\rNG\r\n"), READ_SOME, write("PANG\r\n"), SILENCE)));
                Conversation talk = Conversation.of(checked, server.tcpTarget(), NIO)) {
            assertThat(talk.send(0).ok()).isTrue();
            assertThat(((Response) talk.send(1)).failedCheck()).isEqualTo("The body is not 'PO\rNG' but 'PANG'");
        }
    }

    @Test
    void a_request_without_an_answer_is_ok_when_it_was_sent() {
        try (FaultServer server = server(List.of(List.of(SILENCE), List.of(SILENCE)));
                Conversation talk = Conversation.of(sending(Framing.NO_ANSWER), server.tcpTarget(), NIO)) {
            for (int i = 0; i < 1_000; i++) {
                assertThat(talk.send(i)).isEqualTo(new Response(Response.NO_STATUS, 0, true, null));
            }
            assertThat(server.connections()).isEqualTo(1);
            assertThat(server.written()).isZero();
        }
    }

    @Test
    void a_request_without_an_answer_is_not_ok_before_the_socket_has_taken_it() {
        HttpWorkload much = HttpWorkload.builder("much")
                .operation(send -> send.send(new byte[16 << 20]).answer(Framing.NO_ANSWER))
                .build();
        Timeouts timeouts = new Timeouts(TestTimeout.MAX_WAIT, Faults.SHORT, Faults.SHORT);
        // Nobody reads.
        try (FaultServer server = server(List.of(List.of(READ_SOME, late(TestTimeout.MAX_WAIT))));
                Conversation talk = Conversation.of(much, server.tcpTarget(), NIO, timeouts)) {
            assertThat(essence(talk.send(0))).isEqualTo(FailureKind.TIMEOUT);
        }
    }
}
