/**
 * How do attempts travel? The interfaces of a transport, its settings, and the transports that can be selected by name.
 */
package io.github.swipestorm.client.transport;
