package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server behind a link of 20 Mbit/s, which the kernel makes in network namespaces of its own. Needs no root. */
@Tag("measuring")
class FullNetworkIT {

    /** The arguments are the client's command; everything that this begins ends with the shell. */
    private static final String NETWORK = """
            set -e
            unshare -n sleep 600 & far=$!
            while [ "$(readlink /proc/$far/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
            ip link set lo up
            ip link add near type veth peer name far
            ip link set far netns $far
            ip addr add 10.77.0.1/24 dev near
            ip link set near up
            nsenter -t $far -n sh -c 'ip addr add 10.77.0.2/24 dev far; ip link set lo up; ip link set far up;
              tc qdisc add dev far root tbf rate 20mbit burst 32kbit latency 400ms'
            [ $# -gt 0 ] || exit 0
            nsenter -t $far -n "$1" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$CP" "$SERVER" > "$READY" & server=$!
            until [ -s "$READY" ]; do kill -0 $server; sleep 0.05; done
            "$@"
            """;

    @TempDir
    private Path directory;

    /** The server: each request is answered with 64 KiB, at once. */
    public static void main(String[] args) throws Exception {
        byte[] body = new byte[65_536];
        HttpServer server = HttpServer.create(new InetSocketAddress("10.77.0.2", 8080), 1_024);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        System.out.println("ready");
    }

    private static boolean networksCanBeMade() throws Exception {
        try {
            Process made = new ProcessBuilder("unshare", "-rnpf", "--mount-proc", "--kill-child", "bash", "-c", NETWORK)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return made.waitFor(30, TimeUnit.SECONDS) && made.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static final Pattern CARRIED =
            Pattern.compile("the network carried 1[5-9]\\.\\d Mbit/s of answers to the client");

    @Test
    void a_saturated_link_is_distinguished_from_a_saturated_server() throws Exception {
        Path script = Files.writeString(directory.resolve("network.sh"), NETWORK);
        assumeThat(networksCanBeMade()).isTrue();
        boolean full = false;
        for (int tries = 0; !full; tries++) {
            assertThat(tries).as("tries in which this machine was too busy").isLessThan(5);
            full = isToldFromAServerThatIsFull(script, Files.createTempDirectory(directory, "run"));
        }
    }

    /** Returns false when another verdict was given, as when this machine is too busy to fill the link. */
    private static boolean isToldFromAServerThatIsFull(Path script, Path output) throws Exception {
        String before = "export READY=" + output.resolve("ready") + " CP='" + System.getProperty("java.class.path")
                + "' SERVER='"
                + FullNetworkIT.class.getName() + "' && exec unshare -rnpf --mount-proc --kill-child bash " + script
                + " \"$@\"";

        try (ClientJvm client = ClientJvm.startAfter(
                before,
                List.of(),
                List.of(
                        "run",
                        "http://10.77.0.2:8080/",
                        "--threads=20",
                        "--duration=3s",
                        "--warmup=1s",
                        "--probe",
                        "--print-json",
                        "--output=" + output.resolve("run")))) {
            client.awaitExit();

            return client.output().contains("\"bound\" : \"network-bound\"")
                    && CARRIED.matcher(client.output()).find();
        }
    }
}
