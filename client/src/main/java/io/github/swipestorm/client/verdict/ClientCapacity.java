package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.plan.LoadPlan;

/**
 * What this client sends at best one way, measured against a responder that does next to nothing.
 *
 * @param transport the word for it
 * @param workerThreads the word for what its workers ran on
 * @param eventLoops threads that drove the connections; 0 for a transport without event loops
 * @param threads workers, at least 1
 * @param requestsPerSecond ok requests a second
 * @param clientCpuMicrosPerRequest CPU time of the client's process for each request; 0 where it cannot be read
 * @param responderCpuMicrosPerRequest CPU time of the responder's process for each request; 0 where it cannot be read
 * @param limitedByClient whether the client was the limit; otherwise it can send more than this
 * @param evidence how that is known, in one line
 */
public record ClientCapacity(
        String transport,
        String workerThreads,
        int eventLoops,
        int threads,
        double requestsPerSecond,
        double clientCpuMicrosPerRequest,
        double responderCpuMicrosPerRequest,
        boolean limitedByClient,
        String evidence) {

    /** Whether a plan sends this way: the number of workers may differ, the number of event loops may not. */
    public boolean fits(LoadPlan plan) {
        return transport.equals(plan.transport().kind().toString())
                && workerThreads.equals(plan.workerThreads().toString())
                && eventLoops == plan.transport().loops()
                && plan.transport().pipeline() == 1
                && plan.transport().keepAlive()
                && !plan.transport().detours().any()
                // What is calibrated is clear text.
                && !plan.target().secure();
    }
}
