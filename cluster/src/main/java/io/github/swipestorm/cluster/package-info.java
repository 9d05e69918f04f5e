/** How is one run spread over several machines? */
package io.github.swipestorm.cluster;
