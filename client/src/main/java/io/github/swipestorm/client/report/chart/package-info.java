/** How is a chart drawn? One drawing code for SVG, PNG and HTML. */
package io.github.swipestorm.client.report.chart;
