/** What does a run consist of? The settings of one run, and what makes them invalid. */
package io.github.swipestorm.client.plan;
