package io.github.swipestorm.launch;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one line that a server prints on standard output once it is ready; the process that started it waits for this
 * line.
 */
public final class ReadyLine {

    private static final Pattern LINE = Pattern.compile("Swipestorm (\\S+) server ready at ((?:https?|tcps?)://\\S+)");

    private ReadyLine() {}

    /**
     * The line, without a line end.
     *
     * @param server kind of server, one word
     * @param scheme {@code http} or {@code tcp}, or over TLS {@code https} or {@code tcps}
     */
    public static String of(String server, String scheme, int port) {
        return "Swipestorm " + server + " server ready at " + scheme + "://localhost:" + port + "/";
    }

    /** The server's address, when a line of its output is the ready line. */
    public static Optional<URI> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches() ? Optional.of(URI.create(matcher.group(2))) : Optional.empty();
    }
}
