/** How is a plan run, and what comes out? The runner, its observer, its stop signal and its result. */
package io.github.swipestorm.client.engine;
