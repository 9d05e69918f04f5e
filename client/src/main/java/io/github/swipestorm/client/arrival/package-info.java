/** When is a request due? Arrival schedules of an open loop, as pure functions of the request's index. */
package io.github.swipestorm.client.arrival;
