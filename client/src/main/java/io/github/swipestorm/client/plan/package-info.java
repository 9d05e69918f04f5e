/** What is a run to be? The settings of one run, and what makes them invalid. */
package io.github.swipestorm.client.plan;
