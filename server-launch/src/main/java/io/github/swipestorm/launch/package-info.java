/** How does a server process start, announce that it is ready, and end with its parent? */
package io.github.swipestorm.launch;
