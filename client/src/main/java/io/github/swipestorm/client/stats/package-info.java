/**
 * The mathematics of measurement: percentiles by three roads, a run second by second, and what several runs say together.
 * Knows no file, no HTTP and no clock; randomness comes from a seed, so that the same values always give the same answer.
 */
package io.github.swipestorm.client.stats;
