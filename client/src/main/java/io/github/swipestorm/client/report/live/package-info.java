/** What is shown during a run? The progress line and the live page. */
package io.github.swipestorm.client.report.live;
