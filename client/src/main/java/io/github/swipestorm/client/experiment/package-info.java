/** What do several runs answer together? Which runs, in which order, what is kept of each, and the comparison. */
package io.github.swipestorm.client.experiment;
