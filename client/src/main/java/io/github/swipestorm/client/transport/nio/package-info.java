/** How do event loops send many requests at once on plain sockets? */
package io.github.swipestorm.client.transport.nio;
