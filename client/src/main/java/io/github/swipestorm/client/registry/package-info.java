/**
 * What is the name of a part or a constant? Sending models, workloads, transports (those of user code included), enums.
 */
package io.github.swipestorm.client.registry;
