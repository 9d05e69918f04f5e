/** What is written down of a run, attempt by attempt, and how it is read again. */
package io.github.swipestorm.client.record;
