package io.github.swipestorm.client.record;

/** Receives attempts as they are collected. All calls come from the collector's thread. */
public interface AttemptSink {

    /** One attempt, to be read before returning; attempts of one worker come in order. */
    void accept(Attempt attempt);

    /** One iteration that has ended; its attempts came before. */
    default void acceptIteration(Attempt iteration) {}

    /** Called after every round over all workers, at least each few milliseconds. */
    default void endOfRound() {}
}
