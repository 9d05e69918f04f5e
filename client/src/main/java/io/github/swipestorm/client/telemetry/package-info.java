/** What happened in the client, the server and the machine during a run? Metrics sampled once a second. */
package io.github.swipestorm.client.telemetry;
