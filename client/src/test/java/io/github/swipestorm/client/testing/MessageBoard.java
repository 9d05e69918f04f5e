package io.github.swipestorm.client.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * A message board that speaks lines over plain TCP, with a thread for each connection: {@code post@TOPIC#MESSAGE} is answered with
 * {@code ok}, {@code read@TOPIC#MESSAGE} with {@code message MESSAGE} if it was posted, otherwise with {@code none}, and
 * anything else with {@code wrong}.
 */
public final class MessageBoard implements AutoCloseable {

    private final ServerSocket listener;
    private final Map<String, Set<String>> topics = new ConcurrentHashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    public MessageBoard() {
        try {
            listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    public Target target() {
        return new Target("tcp", "127.0.0.1", listener.getLocalPort(), "");
    }

    /** How many messages were posted. */
    public int messages() {
        return topics.values().stream().mapToInt(Set::size).sum();
    }

    /** The topics that anything was posted to. */
    public Set<String> topics() {
        return Set.copyOf(topics.keySet());
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // It was closed.
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
            OutputStream out = socket.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write((answer(line) + "\n").getBytes(UTF_8));
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    private String answer(String line) {
        String[] parts = line.split("[@#]", 3);
        if (parts.length < 3) {
            return "wrong";
        }
        Set<String> messages = topics.computeIfAbsent(parts[1], topic -> new ConcurrentSkipListSet<>());
        return switch (parts[0]) {
            case "post" -> messages.add(parts[2]) ? "ok" : "twice";
            case "read" -> messages.contains(parts[2]) ? "message " + parts[2] : "none";
            default -> "wrong";
        };
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "message-board");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
