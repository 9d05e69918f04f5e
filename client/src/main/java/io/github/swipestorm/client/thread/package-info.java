/** How are background threads started and joined? */
package io.github.swipestorm.client.thread;
