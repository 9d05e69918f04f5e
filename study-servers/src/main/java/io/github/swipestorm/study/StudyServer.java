package io.github.swipestorm.study;

import io.github.swipestorm.api.tomcat.ConnectorSettings;
import io.github.swipestorm.api.tomcat.EmbeddedTomcat;
import io.github.swipestorm.launch.ServerMain;
import io.github.swipestorm.launch.ServerOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.catalina.LifecycleException;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The servers of the other studies, in one program: its first argument says which. */
public final class StudyServer {

    /** Which server. */
    enum Kind {
        /** Values by key. */
        KEY_VALUE("key-value", "http"),
        /** A list that grows. */
        ALBUMS("albums", "http"),
        /** Messages by topic, as lines over plain TCP. */
        BOARD("board", "tcp"),
        /** The same messages over HTTP. */
        BOARD_HTTP("board-http", "http");

        private final String word;
        private final String scheme;

        Kind(String word, String scheme) {
            this.word = word;
            this.scheme = scheme;
        }
    }

    private StudyServer() {}

    /** Runs a server until the process is stopped; see {@link ServerMain} for its output and exit codes. */
    public static void main(String[] args) {
        Optional<Kind> kind = args.length == 0
                ? Optional.empty()
                : Arrays.stream(Kind.values())
                        .filter(known -> known.word.equals(args[0]))
                        .findFirst();
        if (kind.isEmpty()) {
            System.err.println("The first argument must be one of "
                    + String.join(
                            ", ",
                            Arrays.stream(Kind.values())
                                    .map(known -> known.word)
                                    .toList()));
            System.exit(2);
        } else {
            run(kind.get(), Arrays.copyOfRange(args, 1, args.length));
        }
    }

    private static void run(Kind kind, String[] args) {
        Options options = new Options(kind);
        ServerMain.run(
                new ServerMain.Program(
                        kind.word,
                        "Serves the " + kind.word + " API until it is stopped.",
                        kind.scheme,
                        Optional.of(options)),
                args,
                server -> options.start(server));
    }

    /** Options of these servers; filled by one thread, then only read. */
    static final class Options {

        private final Kind kind;

        private StoreType store = StoreType.MUTEX;
        private int mostAlbums = Integer.MAX_VALUE;

        Options(Kind kind) {
            this.kind = kind;
        }

        @Option(
                names = "--store",
                paramLabel = "STORE",
                description =
                        "How threads share what is stored: mutex, rwlock, stamped, concurrent; but for albums also"
                                + " unlocked-reads. plain has no lock, loses writes, and listens on loopback only."
                                + " Default: mutex.")
        private void store(String word) {
            List<StoreType> choices = Arrays.stream(StoreType.values())
                    .filter(type -> kind != Kind.ALBUMS || type != StoreType.UNLOCKED_READS)
                    .toList();
            store = choices.stream()
                    .filter(type -> type.toString().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + word + "' is none of "
                            + String.join(
                                    ", ",
                                    choices.stream().map(StoreType::toString).toList())));
        }

        @Option(
                names = "--most-albums",
                paramLabel = "N",
                description = "Albums that are kept; from then on a new one replaces the oldest. Default: all.")
        private void mostAlbums(int value) {
            if (kind != Kind.ALBUMS) {
                throw new TypeConversionException("it is for albums, not for " + kind.word);
            }
            if (value < 1) {
                throw new TypeConversionException("it must be at least 1, not " + value);
            }
            mostAlbums = value;
        }

        int start(ServerOptions options) throws IOException, LifecycleException {
            if (store == StoreType.PLAIN) {
                if (mostAlbums < Integer.MAX_VALUE) {
                    throw new IOException(
                            "--store plain counts what it loses, and --most-albums replaces albums: leave one of them out");
                }
                options.restrictToLoopback();
            }
            if (kind == Kind.BOARD) {
                return startBoard(options);
            }
            StudyServlet.Api api = switch (kind) {
                case KEY_VALUE -> new KeyValueApi(store);
                case ALBUMS -> new AlbumsApi(store, mostAlbums);
                default -> new BoardApi(store);
            };
            EmbeddedTomcat tomcat =
                    EmbeddedTomcat.start(options, ConnectorSettings.of(options.threads()), new StudyServlet(api));
            atTheEnd(api, tomcat::stop);
            return tomcat.port();
        }

        private int startBoard(ServerOptions options) throws IOException {
            if (options.certificate().isPresent() || options.http2()) {
                throw new IOException("the board speaks plain TCP, without TLS and HTTP/2: board-http has both");
            }
            BoardApi api = new BoardApi(store);
            LineServer server = new LineServer(options, api::answer);
            atTheEnd(api, () -> close(server));
            return server.port();
        }

        private static void close(LineServer server) {
            try {
                server.close();
            } catch (IOException e) {
                // The process ends.
            }
        }

        /** What an unsafe store has lost is not kept quiet. */
        private void atTheEnd(StudyServlet.Api api, Runnable stop) {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> {
                                stop.run();
                                if (store == StoreType.PLAIN) {
                                    System.err.println("The store without locks: " + api.stats());
                                }
                            },
                            "stop"));
        }
    }
}
