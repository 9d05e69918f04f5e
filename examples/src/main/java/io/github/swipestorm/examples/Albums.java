package io.github.swipestorm.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Workload;
import java.util.List;

/** Nine requests out of ten list albums, one adds an album with a number in its title. */
public record Albums() implements Workload {

    private static final Operation LIST = new Operation(0, "GET", "/albums", null);
    private static final Operation ADD = new Operation(1, "POST", "/albums", "application/json");

    @Override
    public String name() {
        return "albums";
    }

    @Override
    public List<Operation> operations() {
        return List.of(LIST, ADD);
    }

    @Override
    public Requests requests(long seed) {
        return Requests.of(index -> (index + seed) % 10 == 0
                ? new Request(ADD, ("{\"title\":\"album " + index + "\"}").getBytes(UTF_8))
                : new Request(LIST, new byte[0]));
    }
}
