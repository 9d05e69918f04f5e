/** The mathematics of measurement: percentiles by three roads, and a run second by second. Knows no file and no HTTP. */
package io.github.swipestorm.client.stats;
