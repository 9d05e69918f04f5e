/** What was measured? Counts, latency distributions and the timeline of a run. */
package io.github.swipestorm.client.measure;
