/** Which clock times a run? The only place that reads the JVM's monotonic clock; all other code receives a clock. */
package io.github.swipestorm.client.clock;
