/** Who sends the next request? The three sending models. */
package io.github.swipestorm.client.distribution;
