package io.github.swipestorm.client.record;

import java.util.List;

/** Passes attempts to several sinks in turn. */
public final class SinkChain implements AttemptSink {

    private final AttemptSink[] sinks;

    /** A chain that passes each attempt to the sinks in this order. */
    public SinkChain(List<AttemptSink> sinks) {
        this.sinks = sinks.toArray(AttemptSink[]::new);
    }

    @Override
    public void accept(Attempt attempt) {
        for (AttemptSink sink : sinks) {
            sink.accept(attempt);
        }
    }

    @Override
    public void acceptIteration(Attempt iteration) {
        for (AttemptSink sink : sinks) {
            sink.acceptIteration(iteration);
        }
    }

    @Override
    public void endOfRound() {
        for (AttemptSink sink : sinks) {
            sink.endOfRound();
        }
    }
}
