/**
 * What do several measurements say together? Intervals, comparisons, fits and searches; pure functions of values
 * and a seed, which know no file, no HTTP and no clock.
 */
package io.github.swipestorm.client.inference;
