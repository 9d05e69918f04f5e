/** Does a run meet its objectives, and does it make sense to go on? */
package io.github.swipestorm.client.objective;
