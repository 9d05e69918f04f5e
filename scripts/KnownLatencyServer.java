import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers every request with 201 after a known time: 5 ms, and every two-hundredth 50 ms. It measures for itself how long
 * each took, from the last byte of the request read to just before the answer is written, and prints the percentiles of that
 * when its input ends. Run by scripts/measure-overhead.py.
 */
public class KnownLatencyServer {

    private static final byte[] ANSWER =
            ("HTTP/1.1 201 \r\nContent-Type: application/json\r\nContent-Length: 31\r\n\r\n"
                            + "{\"message\":\"Write successful!\"}")
                    .getBytes(StandardCharsets.US_ASCII);
    private static final long USUAL_NANOS = 5_000_000;
    private static final long SLOW_NANOS = 50_000_000;

    private static final AtomicInteger requests = new AtomicInteger();
    private static final long[] injectedMicros = new long[10_000_000];

    public static void main(String[] args) throws IOException {
        ServerSocket server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        System.out.println("http://localhost:" + server.getLocalPort());
        Thread acceptor = new Thread(() -> accept(server));
        acceptor.setDaemon(true);
        acceptor.start();
        while (System.in.read() >= 0) {
            // Until the process that started it has finished.
        }
        int count = requests.get();
        long[] sorted = Arrays.copyOf(injectedMicros, count);
        Arrays.sort(sorted);
        for (double percentile : new double[] {50, 90, 99, 99.9}) {
            System.out.println(percentile + " " + sorted[(int) Math.ceil(percentile / 100 * count) - 1]);
        }
        System.exit(0);
    }

    private static void accept(ServerSocket server) {
        while (true) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                Thread thread = new Thread(() -> answer(socket));
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void answer(Socket socket) {
        try (socket;
                InputStream in = new BufferedInputStream(socket.getInputStream());
                OutputStream out = socket.getOutputStream()) {
            while (skipRequest(in)) {
                long begun = System.nanoTime();
                int number = requests.getAndIncrement();
                long end = begun + (number % 200 == 199 ? SLOW_NANOS : USUAL_NANOS);
                for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                injectedMicros[number] = (System.nanoTime() - begun) / 1_000;
                out.write(ANSWER);
            }
        } catch (IOException e) {
            // The client is gone.
        }
    }

    /** Reads one request to its end; false when there is none any more. */
    private static boolean skipRequest(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int length = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b != '\n') {
                line.append((char) b);
                continue;
            }
            String header = line.toString().trim();
            line.setLength(0);
            if (header.isEmpty()) {
                return in.readNBytes(length).length == length;
            }
            if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(header.substring(15).trim());
            }
        }
        return false;
    }
}
