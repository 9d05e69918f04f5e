/** How do monitoring systems see a run while it is in progress? By Prometheus' scrapes and OpenTelemetry's protocol. */
package io.github.swipestorm.metrics;
