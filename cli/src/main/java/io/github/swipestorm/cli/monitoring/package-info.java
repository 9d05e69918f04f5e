/** Who watches a run while it is in progress? The live page, Prometheus, OpenTelemetry. */
package io.github.swipestorm.cli.monitoring;
