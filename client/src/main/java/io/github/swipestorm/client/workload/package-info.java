/** What is sent? The interface of a workload, and the workloads that can be selected by name. */
package io.github.swipestorm.client.workload;
