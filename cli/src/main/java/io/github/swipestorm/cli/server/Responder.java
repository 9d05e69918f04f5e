package io.github.swipestorm.cli.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.swipestorm.launch.ServerMain;
import io.github.swipestorm.launch.ServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The least that answers HTTP requests, for the client to be measured against: it answers whatever it gets with the same 201,
 * on a few event loops, and reads nothing of a request but where it ends. In a JVM of its own, on the loopback interface.
 */
final class Responder {

    private static final String BODY = "{\"message\":\"Write successful!\"}";

    static final byte[] ANSWER = ("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: "
                    + BODY.length() + "\r\n\r\n" + BODY)
            .getBytes(US_ASCII);

    private Responder() {}

    /** Runs it until it is told to stop; see {@link ServerMain} for what it prints and its exit codes. */
    public static void main(String[] args) {
        ServerMain.run("responder", args, Responder::start);
    }

    private static int start(ServerOptions options) throws IOException {
        return start(options.port(), options.threads());
    }

    /** Starts it on so many loops; returns the port. It goes on until the JVM ends. */
    static int start(int port, int threads) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 4_096);
        List<ResponderLoop> loops = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            ResponderLoop loop = new ResponderLoop();
            loops.add(loop);
            run(loop);
        }
        run(() -> accept(listener, loops));
        return listener.socket().getLocalPort();
    }

    private static void accept(ServerSocketChannel listener, List<ResponderLoop> loops) {
        int next = 0;
        while (listener.isOpen()) {
            try {
                SocketChannel channel = listener.accept();
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
                loops.get(next++ % loops.size()).take(channel);
            } catch (IOException e) {
                // That connection is lost; the next one may not be.
            }
        }
    }

    private static void run(Runnable work) {
        // Not a daemon: nothing else keeps this JVM alive.
        new Thread(work, "responder").start();
    }
}
