package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Target;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.TruncatedChunkException;

/** The one place where exceptions of the network become classes of failure. */
public final class FailureClassifier {

    private static final int MOST_DETAIL_CHARS = 200;

    private FailureClassifier() {}

    public static Failure whileConnecting(Exception thrown, Target target) {
        return whileConnecting(thrown, target.host(), target.toString());
    }

    /**
     * Why a connection could not be established.
     *
     * @param host name or address that was to be reached
     * @param url of the server that was to be reached
     */
    public static Failure whileConnecting(Exception thrown, String host, String url) {
        Exception e = bare(thrown);
        String where = describe(e);
        if (isClientLimit(e)) {
            return new Failure(FailureKind.CLIENT_LIMIT, where);
        }
        if (e instanceof UnknownHostException) {
            return new Failure(FailureKind.DNS, "host '" + host + "' has no address");
        }
        if (e instanceof SSLException) {
            return new Failure(FailureKind.TLS, oneLine(url + ": " + TlsErrorMessages.of(e)));
        }
        return e instanceof SocketTimeoutException ? tooLate() : new Failure(FailureKind.CONNECT, where);
    }

    /** The connection, TLS included, did not stand in time. */
    public static Failure tooLate() {
        return new Failure(FailureKind.CONNECT, "no connection within the connect time-out");
    }

    public static Failure afterConnecting(Exception thrown) {
        Exception e = bare(thrown);
        if (isClientLimit(e)) {
            return new Failure(FailureKind.CLIENT_LIMIT, describe(e));
        }
        if (e instanceof SSLException && !(e.getCause() instanceof SocketException)) {
            return new Failure(FailureKind.TLS, describe(e));
        }
        if (e instanceof HttpException
                || e instanceof MessageConstraintException
                || (e instanceof MalformedChunkCodingException && !(e instanceof TruncatedChunkException))) {
            return new Failure(FailureKind.PROTOCOL, describe(e));
        }
        return new Failure(FailureKind.CLOSED, describe(e));
    }

    /** What came back is not what it should be. */
    public static Failure protocol(String problem) {
        return new Failure(FailureKind.PROTOCOL, oneLine(problem));
    }

    /** HttpClient's chain wraps what is wrong with an answer so that it looks like what is wrong with the network. */
    private static Exception bare(Exception e) {
        return e instanceof ClientProtocolException && e.getCause() instanceof HttpException cause ? cause : e;
    }

    /** What Linux says when this machine, and not the server, has run out of something. */
    private static boolean isClientLimit(Exception e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("too many open files")
                || message.contains("cannot assign requested address")
                || message.contains("no buffer space")
                || message.contains("address already in use");
    }

    /** One short line; it may quote the server, whose control characters have no business on a person's terminal. */
    private static String describe(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : oneLine(message);
    }

    private static String oneLine(String message) {
        String line = message.lines().findFirst().orElse("");
        String start = line.length() > MOST_DETAIL_CHARS ? line.substring(0, MOST_DETAIL_CHARS) + "..." : line;
        return start.replaceAll("\\p{Cntrl}|[^\\p{Print}\\p{L}]", "?");
    }
}
