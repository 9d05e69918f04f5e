/** Which limits of this machine does a plan meet? */
package io.github.swipestorm.client.preflight;
