/** How are requests and answers told apart on a connection? What event loops ask of a protocol, and plain TCP, which has only that. */
package io.github.swipestorm.client.transport.wire;
