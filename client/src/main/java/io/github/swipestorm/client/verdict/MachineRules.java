package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.stats.Figures;
import java.util.Optional;
import java.util.OptionalDouble;

/** When all cores of the client's machine are busy: whoever takes the larger share is what the run is bounded by. */
final class MachineRules {

    /** Of a machine that is busy with others than client and server, the client's part from which on it is the client. */
    static final double MOST = 0.5;

    private MachineRules() {}

    static Optional<Verdict> full(Evidence evidence) {
        Evidence.Processor processor = evidence.processor();
        OptionalDouble client = processor.client();
        if (client.isEmpty()
                || processor.busy().isEmpty()
                || processor.busy().getAsDouble() < ClientRules.BUSY * processor.cores()) {
            return Optional.empty();
        }
        String machine = Figures.decimal(processor.busy().getAsDouble(), 2) + " of the " + processor.cores()
                + " cores of the client's machine were busy: the client used " + ClientRules.cores(client);
        if (processor.server().isPresent()) {
            return Optional.of(shared(evidence, machine + " and the server " + ClientRules.cores(processor.server())));
        }
        boolean mostly = client.getAsDouble() >= MOST * processor.busy().getAsDouble();
        if (mostly || !evidence.plan().target().loopback()) {
            return Optional.of(ClientRules.verdict(
                    evidence,
                    mostly ? machine : machine + ", and others the rest",
                    mostly ? ClientRules.lessWork(evidence.plan()) : "let nothing else run on it"));
        }
        return Optional.of(new Verdict(
                Bound.UNCLEAR,
                machine + "; who used the rest is not known",
                "name the server's process with --server-pid, or run client and server on two machines"));
    }

    private static Verdict shared(Evidence evidence, String why) {
        double client = evidence.processor().client().orElseThrow();
        double server = evidence.processor().server().orElseThrow();
        if (client >= server) {
            return ClientRules.verdict(
                    evidence, why, ClientRules.lessWork(evidence.plan()) + ", or run it on another machine");
        }
        return new Verdict(
                Bound.SERVER,
                why,
                "more threads will not help; " + Figures.decimal(evidence.throughput(), 0)
                        + " req/s are what this machine carries with the client on it, and without the client the "
                        + "server would have more");
    }
}
