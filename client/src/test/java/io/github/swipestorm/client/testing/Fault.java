package io.github.swipestorm.client.testing;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an attempt meets at a server, and how it has to end.
 *
 * @param name what the server does
 * @param expected the attempt's outcome; of a failure its kind
 * @param script what the server does from the request's first byte on; when it is over, the connection stays as it is
 */
public record Fault(String name, Outcome expected, List<Act> script) {

    /** The request is read, and what follows is an answer all the same. */
    static Fault answered(String name, int status, long bytes, Act... acts) {
        return new Fault(name, new Response(status, bytes), afterReading(acts));
    }

    /** The request is read, and what follows is not a response. */
    static Fault failed(String name, FailureKind kind, Act... acts) {
        return new Fault(name, new Failure(kind, ""), afterReading(acts));
    }

    private static List<Act> afterReading(Act... acts) {
        return Stream.concat(Stream.of(Act.READ), Stream.of(acts)).toList();
    }

    /** The status, or the kind of failure: what a test can know beforehand. */
    public static Object essence(Outcome outcome) {
        return outcome instanceof Response response ? response.status() : ((Failure) outcome).kind();
    }

    /** What is known of an outcome beforehand, after the fault's name. */
    public String with(Outcome outcome) {
        return name + ": "
                + (outcome instanceof Response response
                        ? response.status() + " with " + response.bytes() + " bytes"
                        : ((Failure) outcome).kind().word());
    }

    @Override
    public String toString() {
        return name;
    }
}
