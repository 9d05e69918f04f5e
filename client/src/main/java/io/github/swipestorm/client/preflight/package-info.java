/** Which of this machine's limits does a plan exceed? */
package io.github.swipestorm.client.preflight;
