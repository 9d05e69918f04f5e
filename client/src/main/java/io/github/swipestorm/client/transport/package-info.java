/** How do attempts travel? The interfaces of a transport, its settings, and the transports that are known by name. */
package io.github.swipestorm.client.transport;
