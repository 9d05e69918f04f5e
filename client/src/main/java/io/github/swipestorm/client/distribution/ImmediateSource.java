package io.github.swipestorm.client.distribution;

/** A source that never waits: the next request is available, or there are none left. */
abstract class ImmediateSource implements RequestSource {

    @Override
    public final long next() {
        return poll();
    }
}
