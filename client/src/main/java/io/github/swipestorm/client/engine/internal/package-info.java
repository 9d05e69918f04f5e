/** How does a run proceed? Phases, senders, workers, retries and supervision. Not part of the API. */
package io.github.swipestorm.client.engine.internal;
