/** What does a mix of HTTP operations send? A workload that a file or a builder describes. */
package io.github.swipestorm.client.workload.mix;
