/** How does a Java program send load? The facade: a load test that runs, and its result. */
package io.github.swipestorm;
