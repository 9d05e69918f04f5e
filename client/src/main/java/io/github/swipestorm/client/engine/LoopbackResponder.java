package io.github.swipestorm.client.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.thread.DaemonThreads;
import io.github.swipestorm.client.transport.http2.Http2Connection;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * A minimal server on the loopback interface for HTTP/1.1, and for HTTP/2 with prior knowledge. It answers every request with
 * 201, on a few event loops, and parses only where a request ends: by its Content-Length or its stream. Over plain TCP it
 * answers whatever arrives, at once. It may listen for TLS, with a self-signed certificate. The client warms itself up with one
 * in its own JVM, and is calibrated against one in another JVM.
 */
public final class LoopbackResponder implements AutoCloseable {

    private static final String BODY = "{\"message\":\"Write successful!\"}";

    /** The answer during calibration: always the same. */
    public static final List<byte[]> SAME = List.of(answer(""));

    /** Length of the body of that answer. */
    public static final int BODY_BYTES = BODY.length();

    /** Always the same response; its body is that many spaces. */
    public static List<byte[]> same(int bodyBytes) {
        return bodyBytes == BODY_BYTES ? SAME : List.of(answer("", " ".repeat(bodyBytes)));
    }

    /** The answers during a warm-up, in turn on each connection: servers differ, and only code that has run is compiled. */
    private static final List<byte[]> VARIED = List.of(
            answer(""),
            answer("Connection: keep-alive\r\nServer: stub\r\nDate: Sat, 21 Nov 2026 00:00:00 GMT\r\n"),
            answer("Keep-Alive: timeout=60\r\nConnection: keep-alive\r\n"),
            "HTTP/1.1 201 \r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n".getBytes(US_ASCII));

    private static final byte[] LAST = answer("Connection: close\r\n");
    private static final int ANSWERS_OF_A_CONNECTION = 2_000;
    private static final int LONGEST_ANSWER = 1 << 20;
    private static final int BACKLOG = 4_096;
    private static final int BUFFER = 16 * 1024;
    /** More than any TLS record takes. */
    private static final int RECORD = 17 * 1024;

    /** RFC 9113, section 3.4. Not the transport's: the JVM of calibration has none of the transport's libraries. */
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

    private static final int FRAME_HEAD = 9;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final short INITIAL_WINDOW_SIZE = 4;
    /** END_STREAM of DATA and HEADERS, ACK of SETTINGS. */
    private static final int FLAG = 1;

    private static final int END_HEADERS = 4;
    /** Status 201 and a content type, by the static table of HPACK and literals. */
    private static final byte[] HTTP2_HEAD = "\b\003201\017\020\020application/json".getBytes(US_ASCII);

    /** Besides these the server, the date and the length, in Huffman's code and added to the dynamic table, as most servers send them. */
    private static final byte[] HTTP2_CODED_HEAD = HexFormat.of()
            .parseHex(
                    "488210037683426d8f6196dc34fd2820a9a4fdd41004e28005c002e000a62d1bff5f8b1d75d0620d263d4c7441ea5c82643f");

    private static final byte[] LENGTH = "content-length:".getBytes(US_ASCII);

    private final List<byte[]> answers;
    private final int mostAnswers;
    private final boolean http;
    /** Null for clear text. */
    private final SSLContext tls;

    private final boolean alternateTls12;

    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final List<Loop> loops = new ArrayList<>();

    /**
     * Listens and answers until it is closed.
     *
     * @param port 0 for any that is free
     * @param loopCount at least 1
     * @param threads makes the threads of the loops
     * @param answers of each connection, in turn
     * @param mostAnswers after which a connection is closed
     * @param secure whether it listens for TLS
     * @throws IOException when the port is taken, or the system has no file or port left
     */
    public LoopbackResponder(
            int port, int loopCount, ThreadFactory threads, List<byte[]> answers, int mostAnswers, boolean secure)
            throws IOException {
        this(port, loopCount, threads, answers, mostAnswers, true, secure, false);
    }

    private LoopbackResponder(
            int port,
            int loopCount,
            ThreadFactory threads,
            List<byte[]> answers,
            int mostAnswers,
            boolean http,
            boolean secure,
            boolean alternateTls12)
            throws IOException {
        this.tls = secure ? selfSigned() : null;
        this.alternateTls12 = secure && alternateTls12;
        this.answers = answers;
        this.mostAnswers = mostAnswers;
        this.http = http;
        try {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
            listener.configureBlocking(false);
            for (int i = 0; i < loopCount; i++) {
                loops.add(new Loop());
            }
            listener.register(loops.get(0).selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            close();
            throw e;
        }
        loops.forEach(loop -> threads.newThread(loop).start());
    }

    /**
     * A responder for the client to warm itself up with, never to be measured.
     *
     * @param tcp how answers over plain TCP end; empty for HTTP
     * @param secure whether it listens for TLS
     * @param alternateTls12 whether every second connection speaks TLS 1.2, though the client offers 1.3
     */
    static LoopbackResponder forWarmUp(Optional<Framing> tcp, boolean secure, boolean alternateTls12)
            throws IOException {
        ThreadFactory daemons = DaemonThreads.factory("swipestorm-stub");
        if (tcp.isEmpty()) {
            return new LoopbackResponder(0, 1, daemons, VARIED, ANSWERS_OF_A_CONNECTION, true, secure, alternateTls12);
        }
        boolean closes = tcp.get().kind() == Framing.Kind.UNTIL_CLOSE;
        return new LoopbackResponder(
                0,
                1,
                daemons,
                List.of(answer(tcp.get())),
                closes ? 1 : Integer.MAX_VALUE,
                false,
                secure,
                alternateTls12);
    }

    /** What requests are sent to. */
    public Target target() {
        InetAddress address = listener.socket().getInetAddress();
        String scheme = http ? "http" : "tcp";
        return new Target(
                tls == null ? scheme : scheme + "s",
                address.getHostAddress(),
                listener.socket().getLocalPort(),
                "");
    }

    /** A context with the self-signed certificate from the resources. Its private key is public: use it on the loopback interface only. */
    private static SSLContext selfSigned() throws IOException {
        char[] password = "responder".toCharArray();
        try (InputStream file = LoopbackResponder.class.getResourceAsStream("responder.p12")) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(file, password);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("This JVM cannot speak TLS: " + e.getMessage(), e);
        }
    }

    private static byte[] answer(Framing framing) {
        return switch (framing.kind()) {
            case NO_ANSWER -> new byte[0];
            // A client that waits for more than that gives up.
            case SIZE -> new byte[(int) Math.min(framing.size(), LONGEST_ANSWER)];
            default -> framing.frame(BODY.getBytes(US_ASCII));
        };
    }

    private static byte[] answer(String headers) {
        return answer(headers, BODY);
    }

    private static byte[] answer(String headers, String body) {
        return ("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n" + headers + "Content-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(US_ASCII);
    }

    /** Stops listening and closes every connection, though not at once: the loops do both, and then end. */
    @Override
    public void close() {
        closeQuietly(listener);
        loops.forEach(Loop::end);
    }

    private static void closeQuietly(AutoCloseable channel) {
        try {
            channel.close();
        } catch (Exception e) {
            // It is gone either way.
        }
    }

    /** One connection: the part of its next requests that was received, and how many were answered. */
    private static final class Exchange {

        /** With room for a TLS record after the start of a head. */
        private final ByteBuffer in;
        /** Null for clear text. */
        private final SSLEngine engine;
        /** The part of the next TLS records that was received. */
        private final ByteBuffer sealed;

        private Exchange(SSLContext tls, boolean older) {
            engine = tls == null ? null : tls.createSSLEngine();
            sealed = tls == null ? null : ByteBuffer.allocate(RECORD);
            in = ByteBuffer.allocate(tls == null ? BUFFER : BUFFER + RECORD);
            if (engine != null) {
                engine.setUseClientMode(false);
                if (older) {
                    engine.setEnabledProtocols(new String[] {"TLSv1.2"});
                }
                engine.setHandshakeApplicationProtocolSelector(
                        (unused, offered) -> offered.contains(Http2Connection.ALPN) ? Http2Connection.ALPN : "");
            }
        }

        private int answered;
        /** Bytes still to come of the body of a request whose head was read. */
        private long rest;

        private final long[] length = new long[1];
        /** Whether that request is HEAD. */
        private boolean head;

        private boolean http2;

        /** Whether the client begins with HTTP/2; consumes its preface. */
        private boolean beginsHttp2() {
            if (answered > 0 || in.position() < PREFACE.length) {
                return false;
            }
            http2 = Arrays.equals(in.array(), 0, PREFACE.length, PREFACE, 0, PREFACE.length);
            if (http2) {
                in.flip().position(PREFACE.length);
                in.compact();
            }
            return http2;
        }
    }

    /** One thread with its connections. */
    private final class Loop implements Runnable {

        private final Selector selector = Selector.open();
        private final Queue<SocketChannel> arrived = new ConcurrentLinkedQueue<>();
        private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER);
        private final ByteBuffer sealed = ByteBuffer.allocateDirect(tls == null ? 0 : 2 * RECORD);
        private volatile boolean ended;
        private int next;
        private long accepted;

        private Loop() throws IOException {}

        private void take(SocketChannel channel) {
            arrived.add(channel);
            selector.wakeup();
        }

        private void end() {
            ended = true;
            selector.wakeup();
        }

        @Override
        public void run() {
            try {
                while (!ended) {
                    selector.select(this::ready);
                    for (SocketChannel channel = arrived.poll(); channel != null; channel = arrived.poll()) {
                        channel.register(
                                selector,
                                SelectionKey.OP_READ,
                                new Exchange(tls, alternateTls12 && accepted++ % 2 == 0));
                    }
                }
            } catch (IOException | OutOfMemoryError e) {
                // No file or memory is left. A client that waits for a connection must not wait for ever.
                close();
            } finally {
                selector.keys().forEach(key -> closeQuietly(key.channel()));
                arrived.forEach(LoopbackResponder::closeQuietly);
                closeQuietly(selector);
            }
        }

        private void ready(SelectionKey key) {
            if (key.channel() == listener) {
                accept();
                return;
            }
            SocketChannel channel = (SocketChannel) key.channel();
            try {
                answer(channel, (Exchange) key.attachment());
            } catch (IOException e) {
                closeQuietly(channel);
            }
        }

        private void accept() {
            try {
                for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
                    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    channel.configureBlocking(false);
                    loops.get(next++ % loops.size()).take(channel);
                }
            } catch (IOException e) {
                close();
            }
        }

        private void answer(SocketChannel channel, Exchange exchange) throws IOException {
            boolean more;
            do {
                more = read(channel, exchange);
                answerWhatHasCome(channel, exchange);
            } while (more);
        }

        /** Returns whether there was more than fits. */
        private boolean read(SocketChannel channel, Exchange exchange) throws IOException {
            SSLEngine engine = exchange.engine;
            ByteBuffer from = engine == null ? exchange.in : exchange.sealed;
            if (channel.read(from) < 0) {
                throw new IOException("the client has gone");
            }
            if (engine == null) {
                return false;
            }
            from.flip();
            SSLEngineResult result;
            do {
                result = engine.unwrap(from, exchange.in);
                HandshakeStatus next = result.getHandshakeStatus();
                while (next == HandshakeStatus.NEED_TASK || next == HandshakeStatus.NEED_WRAP) {
                    if (next == HandshakeStatus.NEED_TASK) {
                        engine.getDelegatedTask().run();
                    } else {
                        out.clear();
                        send(channel, exchange);
                    }
                    next = engine.getHandshakeStatus();
                }
                if (result.getStatus() == Status.CLOSED) {
                    throw new IOException("the client has gone");
                }
            } while (result.getStatus() == Status.OK);
            from.compact();
            return result.getStatus() == Status.BUFFER_OVERFLOW;
        }

        private void answerWhatHasCome(SocketChannel channel, Exchange exchange) throws IOException {
            ByteBuffer in = exchange.in;
            out.clear();
            if (exchange.http2) {
                answerFrames(channel, exchange);
                return;
            }
            if (http && exchange.beginsHttp2()) {
                frame(channel, exchange, 6, SETTINGS, 0, 0);
                out.putShort(INITIAL_WINDOW_SIZE).putInt(Integer.MAX_VALUE);
                answerFrames(channel, exchange);
                return;
            }
            int at = 0;
            int to = in.position();
            while (exchange.answered < mostAnswers) {
                if (!http) {
                    if (at == to) {
                        break;
                    }
                    at = to;
                } else if (exchange.rest == 0) {
                    int body = endOfHead(in.array(), at, to, exchange.length);
                    if (body == 0) {
                        break;
                    }
                    exchange.head = in.array()[at] == 'H';
                    exchange.rest = exchange.length[0];
                    at = body;
                }
                int here = (int) Math.min(exchange.rest, to - at);
                exchange.rest -= here;
                at += here;
                if (exchange.rest > 0) {
                    break;
                }
                put(exchange, channel);
            }
            if (out.position() > 0) {
                send(channel, exchange);
            }
            in.flip().position(at);
            in.compact();
            if (!in.hasRemaining()) {
                throw new IOException("a head larger than " + BUFFER + " bytes");
            }
            if (exchange.answered == mostAnswers) {
                throw new IOException("the last answer was sent");
            }
        }

        private void answerFrames(SocketChannel channel, Exchange exchange) throws IOException {
            ByteBuffer in = exchange.in.flip();
            while (exchange.rest > 0 ? in.hasRemaining() : in.remaining() >= FRAME_HEAD) {
                if (exchange.rest > 0) {
                    int here = (int) Math.min(exchange.rest, in.remaining());
                    in.position(in.position() + here);
                    exchange.rest -= here;
                    continue;
                }
                int first = in.getInt(in.position());
                int length = first >>> 8;
                int type = first & 0xFF;
                if (type == HEADERS && length > 0 && in.remaining() == FRAME_HEAD) {
                    break;
                }
                boolean last = (in.get(in.position() + 4) & FLAG) != 0;
                int stream = in.getInt(in.position() + 5);
                in.position(in.position() + FRAME_HEAD);
                if (type == HEADERS && length > 0) {
                    // Of the static table: GET and POST, whose answers have a body.
                    exchange.head = (in.get(in.position()) & 0xFE) != 0x82;
                }
                exchange.rest = length;
                if (type == SETTINGS && !last) {
                    frame(channel, exchange, 0, SETTINGS, FLAG, 0);
                } else if (type == DATA && length > 0) {
                    frame(channel, exchange, 4, WINDOW_UPDATE, 0, 0);
                    out.putInt(length);
                }
                if ((type == HEADERS || type == DATA) && last && exchange.answered < mostAnswers) {
                    putOnStream(channel, exchange, stream);
                }
            }
            in.compact();
            send(channel, exchange);
        }

        private void putOnStream(SocketChannel channel, Exchange exchange, int stream) throws IOException {
            byte[] head = answers == VARIED && exchange.answered % 2 == 1 ? HTTP2_CODED_HEAD : HTTP2_HEAD;
            frame(channel, exchange, head.length, HEADERS, END_HEADERS | (exchange.head ? FLAG : 0), stream);
            out.put(head);
            if (!exchange.head) {
                frame(channel, exchange, BODY_BYTES, DATA, FLAG, stream);
                out.put(BODY.getBytes(US_ASCII));
            }
            if (++exchange.answered == mostAnswers) {
                // The client sends what follows over another connection, and closes this one.
                frame(channel, exchange, 8, GOAWAY, 0, 0);
                out.putInt(stream).putInt(0);
            }
        }

        /** Begins a frame, for whose payload there is room. */
        private void frame(SocketChannel channel, Exchange exchange, int length, int type, int flags, int stream)
                throws IOException {
            if (out.remaining() < FRAME_HEAD + length) {
                send(channel, exchange);
            }
            out.putInt(length << 8 | type).put((byte) flags).putInt(stream);
        }

        private void put(Exchange exchange, SocketChannel channel) throws IOException {
            boolean last = ++exchange.answered == mostAnswers;
            byte[] bytes = last && http ? LAST : answers.get((exchange.answered - 1) % answers.size());
            int length = exchange.head ? endOfHead(bytes, 0, bytes.length, exchange.length) : bytes.length;
            for (int at = 0; at < length; ) {
                if (!out.hasRemaining()) {
                    send(channel, exchange);
                }
                int part = Math.min(out.remaining(), length - at);
                out.put(bytes, at, part);
                at += part;
            }
        }

        /** Sends {@link #out}, or what a handshake has to say when that is empty. */
        private void send(SocketChannel channel, Exchange exchange) throws IOException {
            out.flip();
            do {
                ByteBuffer bytes = out;
                if (exchange.engine != null) {
                    bytes = sealed.clear();
                    exchange.engine.wrap(out, bytes);
                    bytes.flip();
                }
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            } while (out.hasRemaining());
            out.clear();
        }
    }

    /**
     * Where the head ends that begins at {@code from}, which is where its body begins; 0 when its end is not there yet.
     *
     * @param length receives the length of the body, 0 when none is announced
     */
    static int endOfHead(byte[] bytes, int from, int to, long[] length) {
        length[0] = 0;
        for (int i = from; i + 3 < to; i++) {
            if (bytes[i] == '\n' && isLength(bytes, i + 1, to)) {
                length[0] = number(bytes, i + 1 + LENGTH.length, to);
            }
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
                return i + 4;
            }
        }
        return 0;
    }

    private static boolean isLength(byte[] bytes, int from, int to) {
        if (to - from < LENGTH.length) {
            return false;
        }
        for (int i = 0; i < LENGTH.length; i++) {
            // Setting this bit makes a capital small and changes no other letter, nor the dash and the colon.
            if ((bytes[from + i] | 0x20) != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    private static long number(byte[] bytes, int from, int to) {
        long number = 0;
        for (int i = from; i < to && bytes[i] != '\r'; i++) {
            if (bytes[i] != ' ') {
                number = 10 * number + bytes[i] - '0';
            }
        }
        return number;
    }
}
