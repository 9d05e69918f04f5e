/** What does the report of an experiment say? */
package io.github.swipestorm.client.report.experiment;
