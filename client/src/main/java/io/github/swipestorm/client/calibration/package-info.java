/** How much can this client send at best on this machine? */
package io.github.swipestorm.client.calibration;
