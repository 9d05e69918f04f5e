package io.github.swipestorm.client.workload.swipes;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Workload;
import java.util.List;

/** The first of the random swipes, repeated: shows the cost of generating requests. */
public record SameSwipe() implements Workload {

    private static final Workload SWIPES = new RandomSwipes();

    @Override
    public String name() {
        return "same-swipe";
    }

    @Override
    public List<Operation> operations() {
        return SWIPES.operations();
    }

    @Override
    public Requests requests(long seed) {
        Request first = SWIPES.requests(seed).request(0);
        return Requests.of(index -> first);
    }

    @Override
    public String toString() {
        return name();
    }
}
