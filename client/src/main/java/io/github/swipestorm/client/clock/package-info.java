/** Which clock times a run? The only place that reads the JVM's monotonic clock; everything else is given a clock. */
package io.github.swipestorm.client.clock;
