package io.github.swipestorm.client.distribution;

/** A source that never has to wait: the next request is there, or there is none any more. */
abstract class ImmediateSource implements RequestSource {

    @Override
    public final long next() {
        return poll();
    }
}
