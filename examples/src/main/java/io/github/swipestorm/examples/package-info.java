/** How is the library used? Programs, tests and parts of plans, as docs/library.md shows them. */
package io.github.swipestorm.examples;
