/** Several runs that answer one question: which runs, in which order, what is kept of each, and what they say together. */
package io.github.swipestorm.client.experiment;
