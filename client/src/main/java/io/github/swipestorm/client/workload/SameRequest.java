package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Template;
import java.util.List;

/** The first request of another workload for every index. */
final class SameRequest implements Workload {

    private final Workload workload;
    private final Request first;

    SameRequest(Workload workload) {
        this.workload = workload;
        this.first = workload.request(0);
    }

    @Override
    public List<Template> templates() {
        return workload.templates();
    }

    @Override
    public Composer composer() {
        return new Composer() {
            @Override
            public Template compose(long index) {
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
