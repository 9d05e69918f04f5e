package io.github.swipestorm.client.transport;

import static io.github.swipestorm.client.testing.Act.CLOSE;
import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.frames;
import static io.github.swipestorm.client.testing.Act.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Http2Frames;
import io.github.swipestorm.client.transport.ResponseExamples.Answer;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every transport makes the same of the same bytes, in clear text and over TLS. */
@ParameterizedClass
@EnumSource(TransportVariant.class)
class ResponseJudgementTest {

    private static final int LONGEST_FRAME = 16 * 1024;

    @Parameter
    TransportVariant variant;

    /** GET for even indexes, HEAD for odd ones. */
    private record GetAndHead() implements Workload {

        @Override
        public String name() {
            return "get-and-head";
        }

        @Override
        public List<Operation> operations() {
            return List.of(operation(0, "GET"), operation(1, "HEAD"));
        }

        private static Operation operation(int id, String method) {
            return new Operation(id, method, method, "/", List.of(), false, StatusSet.SUCCESSFUL, List.of());
        }

        @Override
        public Requests requests(long seed) {
            return Requests.of(index -> new Request(operations().get((int) (index % 2)), new byte[0]));
        }
    }

    private List<String> outcomes(List<Answer> answers, boolean secure) {
        List<List<Act>> scripts = answers.stream()
                .map(answer -> List.of(READ, write(answer.text()), CLOSE))
                .toList();
        List<String> outcomes = new ArrayList<>();
        try (FaultServer server = secure
                        ? FaultServer.secured(Certificates.GOOD.context(), scripts)
                        : FaultServer.scripted(scripts);
                Conversation talk = Conversation.of(
                        new GetAndHead(), server.target(), variant.choice().withoutVerification())) {
            for (Answer answer : answers) {
                outcomes.add(answer.name() + ": " + essence(talk.send(answer.toHead() ? 1 : 0)));
                talk.disconnect();
            }
        }
        return outcomes;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void responses_that_http2_can_express_are_judged_alike(boolean secure) {
        assumeThat(variant.choice().kind().can(Capability.HTTP_2)).isTrue();
        List<Answer> answers = new ArrayList<>(ResponseExamples.good());
        ResponseExamples.bad()
                .forEach(
                        text -> answers.add(new Answer(shown(text), false, false, ResponseExamples.Read.BROKEN, text)));
        answers.removeIf(answer -> ResponseExamples.InHttp2.of(answer.text()).isEmpty());
        assertThat(answers).as("what can be said").hasSizeGreaterThan(30);
        List<List<Act>> scripts = answers.stream()
                .map(answer -> ResponseExamples.InHttp2.of(answer.text()).orElseThrow())
                .map(answer -> List.of(READ, frames((out, stream) -> send(answer, out, stream))))
                .toList();
        Optional<FaultServer.Securing> tls =
                secure ? Optional.of(FaultServer.Securing.with(Certificates.GOOD.context())) : Optional.empty();
        TransportChoice choice = variant.choice().with(HttpProtocol.http2()).withoutVerification();
        List<String> outcomes = new ArrayList<>();
        try (FaultServer server = FaultServer.inTurn(tls, scripts);
                Conversation talk = Conversation.of(new GetAndHead(), server.target(), choice)) {
            for (Answer answer : answers) {
                outcomes.add(answer.name() + ": " + essence(talk.send(answer.toHead() ? 1 : 0)));
            }
            assertThat(server.connections()).as("only streams were reset").isEqualTo(1);
        }
        assertThat(outcomes)
                .containsExactlyElementsOf(answers.stream()
                        .map(answer -> answer.name() + ": "
                                + (answer.expected().broken()
                                        ? "PROTOCOL"
                                        : answer.expected().status() + " with "
                                                + answer.expected().bytes() + " bytes"))
                        .toList());
    }

    private static void send(ResponseExamples.InHttp2 answer, Http2Frames out, int stream) {
        for (int i = 0; i < answer.heads().size(); i++) {
            boolean last = i == answer.heads().size() - 1;
            byte[] block = out.block(answer.heads().get(i));
            for (int from = 0; from < block.length; from += LONGEST_FRAME) {
                int to = Math.min(block.length, from + LONGEST_FRAME);
                int ends = last && answer.body().isEmpty() ? Http2Frames.END_STREAM : 0;
                out.frame(
                        from == 0 ? Http2Frames.HEADERS : Http2Frames.CONTINUATION,
                        (from == 0 ? ends : 0) | (to == block.length ? Http2Frames.END_HEADERS : 0),
                        stream,
                        Arrays.copyOfRange(block, from, to));
            }
        }
        if (!answer.body().isEmpty()) {
            out.data(stream, true, answer.body());
        }
    }

    private static String essence(Outcome outcome) {
        return outcome instanceof Response response
                ? response.status() + " with " + response.bytes() + " bytes"
                : ((Failure) outcome).kind().toString();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void what_is_an_answer_is_one(boolean secure) {
        assertThat(outcomes(ResponseExamples.good(), secure))
                .containsExactlyElementsOf(ResponseExamples.good().stream()
                        .map(answer -> answer.name() + ": " + answer.expected().status() + " with "
                                + answer.expected().bytes() + " bytes")
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void what_is_not_an_answer_is_none(boolean secure) {
        List<Answer> bad = ResponseExamples.bad().stream()
                .map(text -> new Answer(shown(text), false, false, ResponseExamples.Read.BROKEN, text))
                .toList();

        assertThat(outcomes(bad, secure))
                .containsExactlyElementsOf(
                        bad.stream().map(answer -> answer.name() + ": PROTOCOL").toList());
    }

    private static String shown(String text) {
        String line = text.replace("\r", "\\r").replace("\n", "\\n");
        return line.length() > 120 ? line.substring(0, 120) + "... " + line.length() : line;
    }
}
