/** How is every attempt recorded at full rate? Rings that senders write, and the collector that reads them. */
package io.github.swipestorm.client.record;
