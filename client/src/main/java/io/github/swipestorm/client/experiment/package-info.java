/** What do several runs show together? Which runs, in which order, what is kept of each, and the comparison. */
package io.github.swipestorm.client.experiment;
