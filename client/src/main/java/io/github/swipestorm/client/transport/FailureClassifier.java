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

/** The one place that maps network exceptions to failure classes. */
public final class FailureClassifier {

    private static final int MOST_DETAIL_CHARS = 200;

    private FailureClassifier() {}

    /** Why a connection to the target could not be established. */
    public static Failure whileConnecting(Exception thrown, Target target) {
        return whileConnecting(thrown, target.host(), target.toString());
    }

    /**
     * Why a connection could not be established.
     *
     * @param host name or address of the host being connected to
     * @param url of the server being connected to
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

    /** The connection, including TLS, was not established in time. */
    public static Failure tooLate() {
        return new Failure(FailureKind.CONNECT, "no connection within the connect time-out");
    }

    /** Why an attempt failed on an established connection. Its message is one line of up to 200 characters. */
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

    /** The response violates the protocol. */
    public static Failure protocol(String problem) {
        return new Failure(FailureKind.PROTOCOL, oneLine(problem));
    }

    /** HttpClient's chain wraps a malformed response in a way that looks like a network error. */
    private static Exception bare(Exception e) {
        return e instanceof ClientProtocolException && e.getCause() instanceof HttpException cause ? cause : e;
    }

    /** What Linux reports when this machine, not the server, has exhausted a resource. */
    private static boolean isClientLimit(Exception e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("too many open files")
                || message.contains("cannot assign requested address")
                || message.contains("no buffer space")
                || message.contains("address already in use");
    }

    /** One short line; it may quote the server, whose control characters must not reach a terminal. */
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
