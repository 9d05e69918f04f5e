/**
 * What does one HTTP/2 connection say on the wire? Frames, header compression, streams and flow control of the client's
 * side, independent of sockets.
 */
package io.github.swipestorm.client.transport.http2;
