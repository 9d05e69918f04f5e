/** By which name is a part or a constant known? Sending models, workloads, transports (those of user code included), enums. */
package io.github.swipestorm.client.registry;
