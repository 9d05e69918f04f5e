package io.github.swipestorm.client.http;

/** The trace ids (W3C Trace Context) that requests are sent with, each a function of the request's number. Not thread-safe. */
public interface TraceIds {

    /** How many characters a trace id has. */
    int LENGTH = 32;

    /**
     * Writes the trace id of a request.
     *
     * @param request its number in the run, from 0
     * @param into has room for {@link #LENGTH} bytes
     * @return the position after it; {@code at} when the request has none
     */
    int append(long request, byte[] into, int at);
}
