/** What does the reference study send? Random swipes. */
package io.github.swipestorm.client.workload.swipes;
