package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One request, repeated.
 *
 * @param method in upper case
 * @param path below the target's base path, beginning with a slash; may have a query
 * @param contentType of the body; null when there is none
 * @param body sent in UTF-8; empty for none
 */
public record SingleRequest(String method, String path, String contentType, String body) implements Workload {

    /** A {@code GET} of a path. */
    public static SingleRequest get(String path) {
        return new SingleRequest("GET", path, null, "");
    }

    /** A {@code POST} of a body to a path. */
    public static SingleRequest post(String path, String contentType, String body) {
        return new SingleRequest("POST", path, contentType, body);
    }

    @Override
    public String name() {
        return "single-request";
    }

    @Override
    public List<Operation> operations() {
        return List.of(new Operation(0, method, path, contentType));
    }

    @Override
    public Requests requests(long seed) {
        Request request = new Request(operations().get(0), body.getBytes(StandardCharsets.UTF_8));
        return Requests.of(index -> request);
    }
}
