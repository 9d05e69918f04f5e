/** What a person or another program sees of a run: tables, CSV files and plots. */
package io.github.swipestorm.client.report;
