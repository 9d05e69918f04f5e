/** What does the report of one run say? */
package io.github.swipestorm.client.report.run;
