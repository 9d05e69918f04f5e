/** What is shown while a run goes on? The progress line and the live page. */
package io.github.swipestorm.client.report.live;
