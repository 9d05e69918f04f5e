/** How does the client warm up its own code before a run? Not part of the API. */
package io.github.swipestorm.client.engine.warmup;
