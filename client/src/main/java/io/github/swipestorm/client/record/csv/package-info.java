/** What does the per-request CSV look like, and how is it read again? Also the HdrHistogram interval logs. */
package io.github.swipestorm.client.record.csv;
