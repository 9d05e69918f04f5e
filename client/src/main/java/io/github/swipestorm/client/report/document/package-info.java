/** How does a report become HTML, Markdown or plain text? */
package io.github.swipestorm.client.report.document;
