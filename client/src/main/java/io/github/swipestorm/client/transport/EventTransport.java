package io.github.swipestorm.client.transport;

import java.util.List;

/** A transport in which a few loops, each on one thread, carry the requests of many workers. */
public non-sealed interface EventTransport extends Transport {

    /** Its loops, at most one for each connection; worker w of the plan is on loop w modulo their number. */
    List<EventLoop> loops();
}
