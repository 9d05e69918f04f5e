package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.plan.Share;

/**
 * The requests of one machine's share, by their numbers in the whole run. With R roles, index i belongs to role i modulo R there as
 * here.
 *
 * @param source of the share's own numbers
 * @param roles how many there are; 1 without any
 */
record SharedSource(RequestSource source, Share share, int roles) implements RequestSource {

    @Override
    public long next() throws InterruptedException {
        return inRun(source.next());
    }

    @Override
    public long poll() {
        return inRun(source.poll());
    }

    private long inRun(long index) {
        return index < 0 ? index : share.number(index / roles) * roles + index % roles;
    }
}
