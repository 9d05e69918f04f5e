package io.github.swipestorm.client.transport;

import java.util.List;

/** A transport in which a few loops, each on one thread, carry the requests of many workers. */
public non-sealed interface EventTransport extends Transport {

    /** The loops there are; connection c of the plan is connection c / loops of loop c modulo loops. */
    List<EventLoop> loops();
}
