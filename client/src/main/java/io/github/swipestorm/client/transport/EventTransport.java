package io.github.swipestorm.client.transport;

import java.util.List;

/** A transport in which a few event loops, each on one thread, carry the requests of many workers. */
public non-sealed interface EventTransport extends Transport {

    /** Its loops, at most one per connection; worker w of the plan uses connection w modulo their number on all loops. */
    List<EventLoop> loops();
}
