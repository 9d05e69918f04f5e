/** What is sent? The interface of a workload, and the workloads that are known by name. */
package io.github.swipestorm.client.workload;
