package io.github.swipestorm.client.transport.http2;

import static io.github.swipestorm.client.testing.Http2Frames.ACK;
import static io.github.swipestorm.client.testing.Http2Frames.CONTINUATION;
import static io.github.swipestorm.client.testing.Http2Frames.DATA;
import static io.github.swipestorm.client.testing.Http2Frames.ENABLE_PUSH;
import static io.github.swipestorm.client.testing.Http2Frames.END_HEADERS;
import static io.github.swipestorm.client.testing.Http2Frames.END_STREAM;
import static io.github.swipestorm.client.testing.Http2Frames.GOAWAY;
import static io.github.swipestorm.client.testing.Http2Frames.HEADERS;
import static io.github.swipestorm.client.testing.Http2Frames.HEADER_TABLE_SIZE;
import static io.github.swipestorm.client.testing.Http2Frames.INITIAL_WINDOW_SIZE;
import static io.github.swipestorm.client.testing.Http2Frames.MAX_CONCURRENT_STREAMS;
import static io.github.swipestorm.client.testing.Http2Frames.MAX_FRAME_SIZE;
import static io.github.swipestorm.client.testing.Http2Frames.PADDED;
import static io.github.swipestorm.client.testing.Http2Frames.PING;
import static io.github.swipestorm.client.testing.Http2Frames.PREFACE;
import static io.github.swipestorm.client.testing.Http2Frames.PRIORITY;
import static io.github.swipestorm.client.testing.Http2Frames.PUSH_PROMISE;
import static io.github.swipestorm.client.testing.Http2Frames.RST_STREAM;
import static io.github.swipestorm.client.testing.Http2Frames.SETTINGS;
import static io.github.swipestorm.client.testing.Http2Frames.WINDOW_UPDATE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Check;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.Http2Frames;
import io.github.swipestorm.client.testing.Http2Frames.Frame;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http1.ResponseCapture;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.apache.hc.core5.http2.hpack.HPackException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One connection, byte for byte, without a socket: what the server sends, what is made of it, and what is sent back. */
class Http2ConnectionTest {

    /** Reads headers and body. */
    private static final Check READING = new Check() {
        @Override
        public Optional<String> problem(ReceivedResponse response) {
            return response.header("x-kind").isPresent() && response.text().equals("hello")
                    ? Optional.empty()
                    : Optional.of("not hello: " + response);
        }

        @Override
        public boolean readsHeaders() {
            return true;
        }

        @Override
        public boolean readsBody() {
            return true;
        }
    };

    private static final Operation GET = new Operation(0, "GET", "/get", null);
    private static final Operation POST = new Operation(1, "POST", "/post", "text/plain");
    private static final Operation HEAD = new Operation(2, "HEAD", "/head", null);
    private static final Operation CHECKED = new Operation(
            3,
            "checked",
            "GET",
            "/checked",
            List.of(new Header("Accept", "text/plain")),
            false,
            StatusSet.SUCCESSFUL,
            List.of(READING),
            false,
            null);
    private static final byte[] NOTHING = {};
    private static final Duration ANY = Duration.ofSeconds(1);
    private static final RequestHeads HEADS = new RequestHeads(new TransportSettings(
            new Target("http", "example.com", 8080, "/base"),
            List.of(GET, POST, HEAD, CHECKED),
            1,
            new Timeouts(ANY, ANY, ANY),
            TransportChoice.of(new Nio()).with(HttpProtocol.http2()),
            nanos -> {},
            NanoClock.SYSTEM));

    private final Http2Frames server = new Http2Frames();
    private final HPackDecoder decoder = new HPackDecoder(4_096, US_ASCII);
    private final List<String> events = new ArrayList<>();
    private final StreamListener listener = new StreamListener() {
        @Override
        public void headArrived(int slot) {
            events.add(slot + " head");
        }

        @Override
        public void answered(int slot, Operation operation, int status, long bytes, ResponseCapture capture) {
            String checked = capture == null
                    ? ""
                    : ", " + capture.judge(operation, status, bytes).failedCheck();
            events.add(slot + ": " + status + ", " + bytes + " bytes" + checked);
        }

        @Override
        public void failed(int slot, Failure failure) {
            events.add(slot + " " + failure.kind() + ": " + failure.detail());
        }

        @Override
        public void unprocessed(int slot, String why) {
            events.add(slot + " again: " + why);
        }
    };
    private Http2Connection connection = new Http2Connection(HEADS, 4, Http2Connection.MOST_REQUESTS, false);

    /** What the client has sent since the last call. */
    private List<Frame> sent() {
        return connection.hasControl() ? sent(Http2Connection::takeControl) : List.of();
    }

    private interface Sending {
        void to(Http2Connection from, ByteBuffer out);
    }

    private List<Frame> sent(Sending what) {
        ByteBuffer out = ByteBuffer.allocate(1 << 18);
        what.to(connection, out);
        byte[] bytes = Arrays.copyOf(out.array(), out.position());
        boolean begins =
                bytes.length > PREFACE.length && Arrays.equals(PREFACE, 0, PREFACE.length, bytes, 0, PREFACE.length);
        return Http2Frames.parse(bytes, begins ? PREFACE.length : 0);
    }

    private List<Frame> send(int slot, Operation operation, int body) {
        Request request = new Request(operation, new byte[body]);
        int[] length = new int[1];
        List<Frame> frames = sent((from, out) -> length[0] = from.send(slot, request, slot, out));
        int taken = frames.stream()
                .filter(frame -> frame.stream() != 0)
                .mapToInt(frame -> 9 + frame.payload().length)
                .sum();
        assertThat(length[0]).isGreaterThanOrEqualTo(taken);
        return frames;
    }

    private void receive() {
        byte[] bytes = server.take();
        connection.feed(bytes, 0, bytes.length, listener);
    }

    /** A connection whose settings were exchanged, with this many requests in flight from slot 0. */
    private void begun(int requests) {
        server.settings();
        receive();
        for (int i = 0; i < requests; i++) {
            send(i, GET, 0);
        }
        sent();
    }

    private String fields(Frame headers) throws HPackException {
        return decoder.decodeHeaders(ByteBuffer.wrap(headers.payload())).stream()
                .map(field -> field.getName() + "=" + field.getValue())
                .collect(Collectors.joining(" "));
    }

    @Test
    void a_connection_begins_with_the_preface_and_takes_requests_when_the_settings_have_arrived() {
        ByteBuffer out = ByteBuffer.allocate(1_000);
        connection.takeControl(out);
        assertThat(Arrays.copyOf(out.array(), PREFACE.length)).isEqualTo(PREFACE);
        List<Frame> first = Http2Frames.parse(Arrays.copyOf(out.array(), out.position()), PREFACE.length);
        assertThat(first).extracting(Frame::type).containsExactly(SETTINGS, WINDOW_UPDATE);
        assertThat(first.get(0).payload()).startsWith(0, ENABLE_PUSH, 0, 0, 0, 0);
        assertThat(connection.canSend()).isFalse();

        server.settings(MAX_CONCURRENT_STREAMS, 2);
        receive();

        assertThat(sent()).singleElement().satisfies(ack -> {
            assertThat(ack.type()).isEqualTo(SETTINGS);
            assertThat(ack.flags()).isEqualTo(ACK);
        });
        assertThat(connection.limit()).isEqualTo(2);
        send(0, GET, 0);
        assertThat(connection.canSend()).isTrue();
        send(1, GET, 0);
        assertThat(connection.canSend()).isFalse();
        server.answer(1, 200, "");
        receive();
        assertThat(connection.canSend()).isTrue();
    }

    @Test
    void fields_are_sent_once_and_by_their_index_afterwards() throws HPackException {
        begun(0);
        Frame first = send(0, POST, 5).get(0);
        Frame second = send(1, POST, 5).get(0);
        Frame other = send(2, CHECKED, 0).get(0);

        String post = ":method=POST :path=/base/post :scheme=http :authority=example.com:8080 user-agent=swipestorm"
                + " content-type=text/plain content-length=5";
        assertThat(fields(first)).isEqualTo(post);
        // Tomcat refuses names of pseudo-header fields that do not come from the static table.
        assertThat(new String(first.payload(), ISO_8859_1)).doesNotContain(":path", ":authority", ":method");
        assertThat(fields(second)).isEqualTo(post);
        assertThat(second.payload().length).isLessThan(12).isLessThan(first.payload().length / 5);
        assertThat(fields(other))
                .isEqualTo(":method=GET :path=/base/checked :scheme=http :authority=example.com:8080"
                        + " user-agent=swipestorm accept=text/plain");

        // What does not fit into a smaller table is sent in full.
        server.settings(HEADER_TABLE_SIZE, 60);
        receive();
        decoder.setMaxTableSize(60);
        Frame smaller = send(3, POST, 5).get(1);
        // RFC 7541, section 4.2: the block begins with the changes of the size, here to 0 and to 60.
        assertThat(smaller.payload()).startsWith(0x20, 0x3F, 60 - 31);
        assertThat(fields(smaller)).isEqualTo(post);
        server.answer(7, 200, "");
        receive();
        assertThat(fields(send(3, POST, 5).get(0))).isEqualTo(post);
    }

    @Test
    void what_varies_between_requests_is_sent_with_each() throws HPackException {
        begun(0);
        Request request = new Request(
                GET,
                "/".concat("p".repeat(200)).getBytes(US_ASCII),
                ("X-Trace:  a b \r\nConnection: close\r\nX-Long: " + "v".repeat(20_000) + "\r\n").getBytes(US_ASCII),
                NOTHING);
        ByteBuffer out = ByteBuffer.allocate(connection.longest(request));
        int length = connection.send(0, request, 0, out);

        assertThat(length).isEqualTo(out.position());
        List<Frame> frames = Http2Frames.parse(Arrays.copyOf(out.array(), out.position()), 0).stream()
                .filter(frame -> frame.stream() == 1)
                .toList();
        assertThat(frames).extracting(Frame::type).containsExactly(HEADERS, CONTINUATION);
        assertThat(frames).extracting(Frame::flags).containsExactly(END_STREAM, END_HEADERS);
        ByteBuffer block = ByteBuffer.allocate(length);
        frames.forEach(frame -> block.put(frame.payload()));
        assertThat(fields(new Frame(HEADERS, 0, 1, Arrays.copyOf(block.array(), block.position()))))
                .isEqualTo(":method=GET :path=/base/" + "p".repeat(200)
                        + " :scheme=http :authority=example.com:8080 user-agent=swipestorm x-trace=a b x-long="
                        + "v".repeat(20_000));
    }

    /** What a server sends to requests in flight on streams 1, 3 and 5, and what that means. */
    private record Example(String name, UnaryOperator<Http2Frames> sends, List<String> events) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Example example(String name, UnaryOperator<Http2Frames> sends, String... events) {
        return new Example(name, sends, List.of(events));
    }

    static Stream<Example> examples() {
        String malformed = "0 PROTOCOL: ";
        return Stream.of(
                example("an answer", s -> s.answer(1, 200, "hello"), "0: 200, 5 bytes"),
                example("an empty answer", s -> s.answer(3, 404, ""), "1: 404, 0 bytes"),
                example(
                        "answers in any order, interleaved",
                        s -> s.headers(5, false, ":status", "200")
                                .headers(1, false, ":status", "200")
                                .data(5, false, "ab")
                                .data(1, true, "c")
                                .data(5, true, ""),
                        "0: 200, 1 bytes",
                        "2: 200, 2 bytes"),
                example(
                        "padding and priority",
                        s -> s.frame(
                                        HEADERS,
                                        END_HEADERS | PADDED | 0x20,
                                        1,
                                        concat(new byte[] {3, 0, 0, 0, 3, 9}, s.block(":status", "200"), new byte[3]))
                                .frame(
                                        DATA,
                                        PADDED | END_STREAM,
                                        1,
                                        (byte) 4,
                                        (byte) 'x',
                                        (byte) 0,
                                        (byte) 0,
                                        (byte) 0,
                                        (byte) 0)
                                .frame(PRIORITY, 0, 3, new byte[5]),
                        "0: 200, 1 bytes"),
                example(
                        "a head in pieces",
                        s -> {
                            byte[] block = s.block(":status", "200", "a", "b");
                            return s.frame(HEADERS, END_STREAM, 1, Arrays.copyOf(block, 2))
                                    .frame(CONTINUATION, 0, 1)
                                    .frame(CONTINUATION, END_HEADERS, 1, Arrays.copyOfRange(block, 2, block.length));
                        },
                        "0: 200, 0 bytes"),
                example(
                        "informational answers and trailers",
                        s -> s.headers(1, false, ":status", "100")
                                .headers(1, false, ":status", "103", "link", "x")
                                .headers(1, false, ":status", "201")
                                .data(1, false, "abc")
                                .headers(1, true, "digest", "x"),
                        "0: 201, 3 bytes"),
                example(
                        "an unknown frame, an unknown setting, a ping",
                        s -> s.frame(77, 0, 0, new byte[3])
                                .settings(99, 1)
                                .frame(PING, 0, 0, new byte[8])
                                .answer(1, 200, ""),
                        "0: 200, 0 bytes"),
                example(
                        "a reset stream",
                        s -> s.reset(3, H2Error.INTERNAL_ERROR.getCode()).answer(1, 200, ""),
                        "1 CLOSED: the server reset the stream: INTERNAL_ERROR",
                        "0: 200, 0 bytes"),
                example(
                        "a reset in the middle of an answer, although it says refused",
                        s -> s.headers(1, false, ":status", "200").reset(1, H2Error.REFUSED_STREAM.getCode()),
                        "0 CLOSED: the server reset the stream: REFUSED_STREAM"),
                example(
                        "a refused stream",
                        s -> s.reset(3, H2Error.REFUSED_STREAM.getCode()),
                        "1 again: the server refused the request: REFUSED_STREAM"),
                example(
                        "a reset with an unknown code",
                        s -> s.reset(3, 0x77),
                        "1 CLOSED: the server reset the stream: error 0x77"),
                example(
                        "a farewell: later streams are sent again, earlier ones end",
                        s -> s.goAway(1, 0).answer(1, 200, "x"),
                        "1 again: the server ended the connection",
                        "2 again: the server ended the connection",
                        "0: 200, 1 bytes"),
                example(
                        "a farewell with a reason",
                        s -> s.goAway(3, H2Error.ENHANCE_YOUR_CALM.getCode()),
                        "2 again: the server ended the connection: ENHANCE_YOUR_CALM"),
                example(
                        "less than announced",
                        s -> s.headers(1, false, ":status", "200", "content-length", "4")
                                .data(1, true, "abc"),
                        malformed + "3 bytes of data where its content-length is 4"),
                example(
                        "more than announced",
                        s -> s.headers(1, false, ":status", "200", "content-length", "2")
                                .data(1, true, "abc")
                                .answer(3, 200, ""),
                        malformed + "more data than its content-length 2",
                        "1: 200, 0 bytes"),
                example(
                        "two lengths",
                        s -> s.headers(1, true, ":status", "200", "content-length", "0", "content-length", "0"),
                        malformed + "more than one content-length"),
                example(
                        "a length that is none",
                        s -> s.headers(1, true, ":status", "200", "content-length", "+1"),
                        malformed + "a content-length that is not a number: '+1'"),
                example("no status", s -> s.headers(1, true, "a", "b"), malformed + "a head without a status"),
                example(
                        "two statuses",
                        s -> s.headers(1, true, ":status", "200", ":status", "200"),
                        malformed + "more than one status"),
                example("status 20", s -> s.headers(1, true, ":status", "20"), malformed + "the status '20'"),
                example("status 101", s -> s.headers(1, false, ":status", "101"), malformed + "the status '101'"),
                example(
                        "a status behind a header",
                        s -> s.headers(1, true, "a", "b", ":status", "200"),
                        malformed + "a pseudo-header after a header"),
                example(
                        "a pseudo-header of requests",
                        s -> s.headers(1, true, ":status", "200", ":path", "/"),
                        malformed + "the pseudo-header ':path' in a response"),
                example(
                        "a name in capitals",
                        s -> s.headers(1, true, ":status", "200", "Abc", "b"),
                        malformed + "a header name that HTTP/2 does not permit: 'Abc'"),
                example(
                        "a header of HTTP/1.1",
                        s -> s.headers(1, true, ":status", "200", "connection", "close"),
                        malformed + "the header 'connection', which HTTP/2 does not permit"),
                example(
                        "a line break",
                        s -> s.headers(1, true, ":status", "200", "a", "b\r\nc: d"),
                        malformed + "a line break or null character in the header 'a'"),
                example("data before the head", s -> s.data(1, false, "x"), malformed + "data before the head"),
                example(
                        "an informational answer that ends",
                        s -> s.headers(1, true, ":status", "103"),
                        malformed + "an informational answer that is its last"),
                example(
                        "a second head",
                        s -> s.headers(1, false, ":status", "200").headers(1, false, "x", "y"),
                        malformed + "a second head"),
                example(
                        "a status in trailers",
                        s -> s.headers(1, false, ":status", "200").headers(1, true, ":status", "200"),
                        malformed + "a pseudo-header in its trailers"),
                example(
                        "a body without leave",
                        s -> s.headers(1, false, ":status", "204").data(1, true, "x"),
                        malformed + "a body where there can be none"),
                example(
                        "201 headers",
                        s -> s.headers(
                                1,
                                true,
                                Stream.concat(
                                                Stream.of(":status", "200"),
                                                IntStream.range(0, 201).boxed().flatMap(i -> Stream.of("a" + i, "b")))
                                        .toArray(String[]::new)),
                        malformed + "more than 200 header lines"),
                example(
                        "a window that grows by 0",
                        s -> s.window(1, 0).answer(3, 200, ""),
                        malformed + "a window that grows by 0",
                        "1: 200, 0 bytes"),
                example(
                        "a window that overflows",
                        s -> s.window(1, Integer.MAX_VALUE),
                        malformed + "a window of more than 2^31-1 bytes"));
    }

    private static byte[] concat(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Stream.of(parts).mapToInt(part -> part.length).sum());
        Stream.of(parts).forEach(all::put);
        return all.array();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_means_the_same_in_any_pieces(Example example) {
        begun(3);
        byte[] bytes = example.sends.apply(server).take();

        connection.feed(bytes, 0, bytes.length, listener);

        List<String> whole =
                events.stream().filter(event -> !event.matches("\\d head")).toList();
        assertThat(whole).isEqualTo(example.events);
        assertThat(connection.problem()).isNull();
        Random random = new Random(5);
        for (int longest = 1; longest < 30; longest += 4) {
            connection = new Http2Connection(HEADS, 4, Http2Connection.MOST_REQUESTS, false);
            begun(3);
            events.clear();
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, 1 + random.nextInt(longest));
                int skipped = Math.min(count, connection.skippable());
                if (skipped > 0) {
                    connection.skip(skipped);
                }
                connection.feed(bytes, at + skipped, at + count, listener);
                at += count;
            }
            assertThat(events.stream().filter(event -> !event.matches("\\d head")))
                    .isEqualTo(whole);
        }
    }

    /** What breaks the connection. */
    private record Broken(String name, UnaryOperator<Http2Frames> sends, H2Error error, String problem) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Broken broken(H2Error error, String problem, UnaryOperator<Http2Frames> sends) {
        return new Broken(problem + ": " + error, sends, error, problem);
    }

    static Stream<Broken> broken() {
        H2Error protocol = H2Error.PROTOCOL_ERROR;
        H2Error size = H2Error.FRAME_SIZE_ERROR;
        H2Error flow = H2Error.FLOW_CONTROL_ERROR;
        H2Error calm = H2Error.ENHANCE_YOUR_CALM;
        byte[] bomb = new byte[15_000];
        Arrays.fill(bomb, (byte) 0xBE);
        return Stream.of(
                broken(protocol, "data on stream 0, which is not open", s -> s.data(0, false, "x")),
                broken(protocol, "data on stream 7, which is not open", s -> s.data(7, false, "x")),
                broken(protocol, "data on stream 2, which is not open", s -> s.data(2, false, "x")),
                broken(
                        H2Error.STREAM_CLOSED,
                        "data on stream 1, which is closed",
                        s -> s.answer(1, 200, "").data(1, true, "x")),
                broken(protocol, "a head on stream 7, which is not open", s -> s.headers(7, true, ":status", "200")),
                broken(protocol, "a head on stream 4, which is not open", s -> s.headers(4, true, ":status", "200")),
                broken(
                        H2Error.STREAM_CLOSED,
                        "a head on stream 1, which is closed",
                        s -> s.answer(1, 200, "").answer(1, 200, "")),
                broken(protocol, "a push, which was not permitted", s -> s.frame(PUSH_PROMISE, 4, 1, new byte[6])),
                broken(protocol, "permission to push", s -> s.settings(ENABLE_PUSH, 1)),
                broken(size, "a frame of 16385 bytes", s -> s.head(16_385, DATA, 0, 1)),
                broken(size, "a PING frame of 7 bytes", s -> s.frame(PING, 0, 0, new byte[7])),
                broken(protocol, "a ping on a stream", s -> s.frame(PING, 0, 1, new byte[8])),
                broken(size, "a SETTINGS frame of 5 bytes", s -> s.frame(SETTINGS, 0, 0, new byte[5])),
                broken(size, "a SETTINGS frame of 6 bytes", s -> s.frame(SETTINGS, ACK, 0, new byte[6])),
                broken(protocol, "settings on a stream", s -> s.frame(SETTINGS, 0, 1)),
                broken(flow, "a window of 2147483648 bytes", s -> s.settings(INITIAL_WINDOW_SIZE, Integer.MIN_VALUE)),
                broken(protocol, "frames of 16383 bytes", s -> s.settings(MAX_FRAME_SIZE, 16_383)),
                broken(size, "a GOAWAY frame of 4 bytes", s -> s.number(GOAWAY, 0, 1)),
                broken(protocol, "a farewell on a stream", s -> s.number(GOAWAY, 1, 1, 0)),
                broken(size, "an RST_STREAM frame of 8 bytes", s -> s.number(RST_STREAM, 1, 1, 1)),
                broken(protocol, "a reset of stream 7, which is not open", s -> s.reset(7, 0)),
                broken(protocol, "a reset of stream 0, which is not open", s -> s.reset(0, 0)),
                broken(size, "a WINDOW_UPDATE frame of 8 bytes", s -> s.number(WINDOW_UPDATE, 0, 1, 1)),
                broken(protocol, "a window that grows by 0", s -> s.window(0, 0)),
                broken(protocol, "a window for stream 7, which is not open", s -> s.window(7, 1)),
                broken(flow, "a window of more than 2^31-1 bytes", s -> s.window(0, Integer.MAX_VALUE)),
                broken(size, "a PRIORITY frame of 4 bytes", s -> s.frame(PRIORITY, 0, 1, new byte[4])),
                broken(protocol, "a priority without a stream", s -> s.frame(PRIORITY, 0, 0, new byte[5])),
                broken(protocol, "a continuation of nothing", s -> s.frame(CONTINUATION, END_HEADERS, 1)),
                broken(
                        protocol,
                        "another frame amid a head",
                        s -> s.frame(HEADERS, 0, 1).data(3, true, "x")),
                broken(
                        protocol,
                        "another frame amid a head",
                        s -> s.frame(HEADERS, 0, 1).frame(CONTINUATION, 4, 3)),
                broken(
                        protocol,
                        "a head that is shorter than its padding",
                        s -> s.frame(HEADERS, END_HEADERS | PADDED, 1, (byte) 2, (byte) 0x88)),
                broken(
                        protocol,
                        "more padding than the frame has bytes",
                        s -> s.headers(1, false, ":status", "200").frame(DATA, PADDED, 1, (byte) 3, (byte) 0)),
                broken(
                        size,
                        "a padded frame without its padding",
                        s -> s.headers(1, false, ":status", "200").frame(DATA, PADDED, 1)),
                broken(
                        H2Error.COMPRESSION_ERROR,
                        "a head that cannot be decoded",
                        s -> s.frame(HEADERS, END_HEADERS, 1, (byte) 0xFF, (byte) 0x7F)),
                broken(
                        H2Error.COMPRESSION_ERROR,
                        "a head that cannot be decoded",
                        s -> s.frame(HEADERS, END_HEADERS, 1, (byte) 0x88, (byte) 0x80)),
                broken(
                        H2Error.COMPRESSION_ERROR,
                        "a head that cannot be decoded",
                        s -> s.frame(HEADERS, END_HEADERS, 1, (byte) 0x00, (byte) 0x85, (byte) 1)),
                // An entry of 4 KB, named 15,000 times.
                broken(
                        H2Error.COMPRESSION_ERROR,
                        "a head that cannot be decoded",
                        s -> s.headers(1, false, ":status", "200", "x", "y".repeat(4_000))
                                .frame(HEADERS, END_HEADERS | END_STREAM, 3, bomb)),
                broken(calm, "a head that does not end", s -> {
                    s.frame(HEADERS, 0, 1, (byte) 0x88);
                    for (int i = 0; i < 300; i++) {
                        s.frame(CONTINUATION, 0, 1);
                    }
                    return s;
                }),
                broken(calm, "a head that does not end", s -> {
                    s.frame(HEADERS, 0, 1, (byte) 0x88);
                    for (int i = 0; i < 20; i++) {
                        s.frame(CONTINUATION, 0, 1, new byte[16_000]);
                    }
                    return s;
                }),
                broken(calm, "in which nothing happens", s -> often(s, () -> s.frame(PING, 0, 0, new byte[8]))),
                broken(calm, "in which nothing happens", s -> often(s, () -> s.settings(MAX_FRAME_SIZE, 16_384))),
                broken(calm, "in which nothing happens", s -> often(s, () -> s.window(0, 1))),
                broken(
                        calm,
                        "in which nothing happens",
                        s -> often(s.headers(1, false, ":status", "200"), () -> s.data(1, false, ""))));
    }

    private static Http2Frames often(Http2Frames sends, Runnable each) {
        for (int i = 0; i <= Http2Connection.MOST_IDLE_FRAMES; i++) {
            each.run();
        }
        return sends;
    }

    @ParameterizedTest
    @MethodSource
    void broken(Broken example) {
        begun(3);
        example.sends.apply(server);

        receive();

        assertThat(connection.problem()).startsWith("the server sent ").contains(example.problem);
        assertThat(connection.canSend()).isFalse();
        List<Frame> answer = sent();
        Frame last = answer.get(answer.size() - 1);
        assertThat(last.type()).isEqualTo(GOAWAY);
        assertThat(H2Error.getByCode(last.number(4))).isEqualTo(example.error);
        int before = events.size();
        server.answer(3, 200, "");
        receive();
        assertThat(events).as("nothing is read any more").hasSize(before);
    }

    @Test
    void what_is_not_http2_is_named() {
        server.raw("HTTP/1.1 400 Bad Request\r\n".getBytes(US_ASCII));
        receive();
        assertThat(connection.problem()).isEqualTo("the server sent an answer in HTTP/1, not HTTP/2");

        connection = new Http2Connection(HEADS, 4, 5, false);
        server.frame(PING, 0, 0, new byte[8]);
        receive();
        assertThat(connection.problem()).isEqualTo("the server sent not HTTP/2");
    }

    @Test
    void a_ping_is_answered_with_its_bytes() {
        begun(0);
        byte[] opaque = "12345678".getBytes(US_ASCII);
        for (int i = 0; i < 50; i++) {
            server.frame(PING, 0, 0, opaque);
        }
        server.frame(PING, ACK, 0, opaque);
        receive();

        assertThat(sent()).hasSize(50).allSatisfy(frame -> {
            assertThat(frame.type()).isEqualTo(PING);
            assertThat(frame.flags()).isEqualTo(ACK);
            assertThat(frame.payload()).isEqualTo(opaque);
        });
    }

    @Test
    void heads_that_repeat_are_read_from_the_table_of_the_connection() {
        begun(0);
        for (int i = 0; i < 50; i++) {
            int stream = 2 * i + 1;
            send(i, GET, 0);
            // The first time a literal that enters the table, then its index; the date changes now and then.
            server.headers(
                            stream,
                            false,
                            ":status",
                            i % 9 == 0 ? "404" : "200",
                            "date",
                            "day " + i / 10,
                            "content-length",
                            String.valueOf(1 + i % 3 / 2))
                    .data(stream, true, "x".repeat(1 + i % 3 / 2));
            receive();
        }

        assertThat(events)
                .isEqualTo(IntStream.range(0, 50)
                        .mapToObj(i -> i + ": " + (i % 9 == 0 ? 404 : 200) + ", " + (1 + i % 3 / 2) + " bytes")
                        .toList());
    }

    @Test
    void heads_that_repeat_and_add_to_the_table_each_time_leave_it_as_it_has_to_be() {
        begun(0);
        // A length that enters the table with each answer, and no index of it, as nginx writes it.
        byte[] one = {(byte) 0x88, 0x5C, 1, '1'};
        byte[] two = {(byte) 0x88, 0x5C, 1, '2'};
        // The second newest entry, then the oldest that there is room for: 47 bytes each.
        byte[] second = {(byte) 0x88, (byte) 0xBF};
        byte[] oldest = {(byte) 0x88, (byte) 0xFF, 61 + 4_096 / 47 - 127};
        int slot = 0;
        for (int repeats : List.of(1, 2, 3, 50, 300)) {
            List<byte[]> blocks = new ArrayList<>(Collections.nCopies(repeats, one));
            blocks.addAll(List.of(two, second));
            if (repeats >= 300) {
                blocks.add(oldest);
            }
            events.clear();
            List<String> expected = new ArrayList<>();
            for (byte[] block : blocks) {
                int stream = 2 * slot + 1;
                send(slot, GET, 0);
                int length = block == two ? 2 : 1;
                server.frame(HEADERS, END_HEADERS, stream, block).data(stream, true, "x".repeat(length));
                receive();
                expected.add(slot++ + ": 200, " + length + " bytes");
            }
            assertThat(events).isEqualTo(expected);
        }
    }

    @Test
    void checks_see_the_fields_and_the_body_of_their_own_stream() {
        begun(0);
        send(0, CHECKED, 0);
        send(1, CHECKED, 0);
        server.headers(1, false, ":status", "103", "x-kind", "early")
                .headers(3, false, ":status", "200", "x-kind", "b")
                .headers(1, false, ":status", "200", "x-kind", "a")
                .data(3, false, "hel")
                .data(1, false, "hello")
                .data(3, true, "lo")
                .data(1, true, "");
        receive();

        assertThat(events).containsExactly("1: 200, 5 bytes, null", "0: 200, 5 bytes, null");
    }

    @Test
    void the_listener_is_notified_of_a_head_that_comes_before_the_end() {
        begun(2);
        server.headers(1, false, ":status", "200").answer(3, 200, "x");
        receive();
        assertThat(events).containsExactly("1: 200, 1 bytes", "0 head");

        server.data(1, true, "x");
        receive();
        assertThat(events).endsWith("0 head", "0: 200, 1 bytes");
    }

    @Test
    void an_answer_to_head_has_a_length_and_no_body() {
        begun(0);
        send(0, HEAD, 0);
        server.headers(1, true, ":status", "200", "content-length", "100");
        receive();
        assertThat(events).containsExactly("0: 200, 0 bytes");
    }

    @Test
    void a_body_waits_for_the_windows_of_stream_and_connection() {
        server.settings(INITIAL_WINDOW_SIZE, 10);
        receive();
        sent();
        assertThat(lengths(send(0, POST, 25))).containsExactly(10);
        server.window(1, 5);
        receive();
        assertThat(lengths(sent())).containsExactly(5);
        server.settings(INITIAL_WINDOW_SIZE, 12);
        receive();
        assertThat(lengths(sent())).containsExactly(2);
        // It may become negative.
        server.settings(INITIAL_WINDOW_SIZE, 0).window(1, 12);
        receive();
        assertThat(lengths(sent())).isEmpty();
        server.window(1, 100);
        receive();
        List<Frame> rest = sent();
        assertThat(lengths(rest)).containsExactly(8);
        assertThat(rest.get(rest.size() - 1).flags()).isEqualTo(END_STREAM);

        connection = new Http2Connection(HEADS, 4, 5, false);
        server.settings(INITIAL_WINDOW_SIZE, 1 << 20);
        receive();
        sent();
        assertThat(lengths(send(0, POST, 70_000))).containsExactly(16_384, 16_384, 16_384, 16_383);
        server.window(0, 10_000);
        receive();
        assertThat(lengths(sent())).containsExactly(4_465);
    }

    private static List<Integer> lengths(List<Frame> frames) {
        return frames.stream()
                .filter(frame -> frame.type() == DATA)
                .map(frame -> frame.payload().length)
                .toList();
    }

    @Test
    void an_answer_before_the_end_of_the_request_counts_and_the_rest_is_not_sent() {
        server.settings(INITIAL_WINDOW_SIZE, 10);
        receive();
        send(0, POST, 25);
        sent();
        server.answer(1, 413, "").reset(1, H2Error.NO_ERROR.getCode()).window(1, 100);
        receive();

        assertThat(events).containsExactly("0: 413, 0 bytes");
        assertThat(sent()).singleElement().satisfies(frame -> {
            assertThat(frame.type()).isEqualTo(RST_STREAM);
            assertThat(frame.stream()).isEqualTo(1);
        });
        assertThat(connection.problem()).isNull();
    }

    @Test
    void what_was_received_is_given_back_to_the_windows_in_large_pieces() {
        begun(1);
        server.headers(1, false, ":status", "200");
        int bodies = Http2Connection.STREAM_WINDOW / 16_000 * 3;
        String text = "x".repeat(16_000);
        long stream = 0;
        int updates = 0;
        for (int i = 0; i < bodies; i++) {
            server.data(1, false, text);
            receive();
            for (Frame frame : sent()) {
                assertThat(frame.type()).isEqualTo(WINDOW_UPDATE);
                stream += frame.stream() == 1 ? frame.number(0) : 0;
                updates++;
            }
        }
        long received = 16_000L * bodies;
        assertThat(stream).isBetween(received - Http2Connection.STREAM_WINDOW / 2, received);
        assertThat(updates).isLessThan(10);
    }

    @Test
    void the_window_of_the_connection_is_given_back_when_half_of_it_is_used() {
        begun(1);
        server.headers(1, false, ":status", "200");
        receive();
        byte[] frame = server.data(1, false, "x".repeat(16_000)).take();
        int frames = Http2Connection.CONNECTION_WINDOW / 2 / 16_000 + 1;
        long given = 0;
        for (int i = 0; i < frames; i++) {
            connection.feed(frame, 0, frame.length, listener);
            given += sent().stream()
                    .filter(update -> update.stream() == 0)
                    .mapToLong(update -> update.number(0))
                    .sum();
        }
        assertThat(given).isEqualTo(16_000L * frames);
    }

    @Test
    void a_request_that_takes_too_long_ends_and_the_connection_stays() {
        begun(3);
        Failure late = new Failure(FailureKind.TIMEOUT, "late");
        server.headers(3, false, ":status", "200");
        receive();
        events.clear();

        // Sent at instants 0, 1 and 2.
        connection.expire(10, 10, 20, late, listener);
        assertThat(events).containsExactly("0 TIMEOUT: late");
        connection.expire(11, 10, 20, late, listener);
        assertThat(events).as("the head of the second has arrived").hasSize(1);
        connection.expire(21, 100, 20, late, listener);
        assertThat(events).hasSize(2).endsWith("1 TIMEOUT: late");
        assertThat(sent())
                .extracting(Frame::type, Frame::stream, frame -> frame.number(0))
                .containsExactly(
                        tuple(RST_STREAM, 1, H2Error.CANCEL.getCode()), tuple(RST_STREAM, 3, H2Error.CANCEL.getCode()));

        // What was under way to them is ignored, and keeps the tables right.
        server.headers(1, false, ":status", "200", "new", "field")
                .data(1, true, "late")
                .data(3, true, "late")
                .headers(5, true, ":status", "200", "new", "field");
        receive();
        assertThat(connection.problem()).isNull();
        assertThat(events).endsWith("2: 200, 0 bytes");
    }

    @Test
    void a_slow_stream_keeps_its_place_while_others_come_and_go() {
        begun(1);
        for (int i = 0; i < 100; i++) {
            Frame request = send(1, GET, 0).get(0);
            server.answer(request.stream(), 200, "");
            receive();
        }
        server.answer(1, 201, "");
        receive();

        assertThat(events).hasSize(101).endsWith("0: 201, 0 bytes");
        assertThat(connection.problem()).isNull();
    }

    @Test
    void a_connection_ends_when_its_identifiers_are_used_up() {
        connection = new Http2Connection(HEADS, 4, 2, false);
        begun(2);
        assertThat(connection.isEnding()).isTrue();
        assertThat(connection.canSend()).isFalse();
        connection.leave();
        assertThat(sent())
                .singleElement()
                .satisfies(frame -> assertThat(frame.type()).isEqualTo(GOAWAY));
    }

    @Test
    void random_bytes_never_throw() {
        Random random = new Random(11);
        for (int round = 0; round < 3_000; round++) {
            connection = new Http2Connection(HEADS, 4, Http2Connection.MOST_REQUESTS, false);
            begun(3);
            for (int frame = 0; frame < 5; frame++) {
                byte[] payload = new byte[random.nextInt(40)];
                random.nextBytes(payload);
                server.frame(random.nextInt(11), random.nextInt(64), random.nextInt(8), payload);
            }
            receive();
            connection.failAll(new Failure(FailureKind.CLOSED, "end"), listener);
            assertThat(connection.active()).isZero();
            Stream.of(0, 1, 2)
                    .forEach(slot -> assertThat(events.stream()
                                    .filter(event -> event.startsWith(slot + "") && !event.matches("\\d head")))
                            .hasSize(1));
            events.clear();
        }
    }
}
