/** By which name is a replaceable part found? Sending models, workloads and transports, those of user code included. */
package io.github.swipestorm.client.registry;
