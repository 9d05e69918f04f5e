/** What limited a run's throughput? Rules over one set of evidence. */
package io.github.swipestorm.client.verdict;
