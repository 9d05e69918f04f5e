package io.github.swipestorm.client.workload.swipes;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.workload.RequestGenerator;
import io.github.swipestorm.client.workload.Workload;
import java.util.List;

/** The first request of another workload for every index. */
public final class SameRequest implements Workload {

    private final Workload workload;
    private final Request first;

    public SameRequest(Workload workload) {
        this.workload = workload;
        this.first = workload.request(0);
    }

    @Override
    public List<Operation> templates() {
        return workload.templates();
    }

    @Override
    public RequestGenerator composer() {
        return new RequestGenerator() {
            @Override
            public Operation compose(long index) {
                return first.template();
            }

            @Override
            public byte[] body() {
                return first.body();
            }

            @Override
            public int bodyLength() {
                return first.body().length;
            }
        };
    }
}
