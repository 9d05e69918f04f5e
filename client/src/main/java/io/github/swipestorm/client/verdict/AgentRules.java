package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.AgentRun;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The verdict on a run of several agents: its sums may look fine although one agent held it back. */
final class AgentRules {

    /** Verdicts on the whole run that hold whatever limited one of its agents. */
    private static final Set<Bound> DECIDED = EnumSet.of(Bound.ERRORS, Bound.UNKNOWN, Bound.RATE);

    private AgentRules() {}

    /** The verdict on a run of several agents. */
    static Verdict verdict(RunResult result) {
        List<AgentRun> lost = result.lostAgents();
        if (!lost.isEmpty()) {
            return new Verdict(
                    Bound.UNCLEAR,
                    lost.stream().map(AgentRules::lost).collect(Collectors.joining("; ")),
                    "the load was not the same throughout, and the figures are what the agents reported: make the run again");
        }
        Evidence evidence = Evidence.of(result, Optional.empty());
        Verdict whole = Verdicts.of(evidence);
        if (DECIDED.contains(whole.bound())) {
            return whole;
        }
        Map<String, String> limited = new LinkedHashMap<>();
        boolean limitsOnly = true;
        for (AgentRun agent : result.agents()) {
            Evidence share = evidence(agent);
            Verdict own = Verdicts.of(share);
            if (own.bound() == Bound.CLIENT) {
                limited.put(agent.name(), own.evidence());
                limitsOnly &= ErrorRules.clientLimits(share).isPresent();
            }
        }
        if (limited.isEmpty()) {
            return whole;
        }
        return ClientRules.verdict(
                evidence,
                (limited.size() == 1 ? "agent " : "agents ")
                        + String.join(", ", limited.keySet())
                        + (limited.size() == 1 ? " was" : " were") + " the limit: "
                        + (limited.values().stream().distinct().count() == 1
                                ? limited.values().iterator().next()
                                : limited.entrySet().stream()
                                        .map(agent -> "of " + agent.getKey() + ", " + agent.getValue())
                                        .collect(Collectors.joining("; "))),
                limitsOnly
                        ? "raise the limits there (ulimit -n), or use more agents"
                        : "use more agents, or ones with more CPUs");
    }

    /** The verdict on one agent's share. */
    static Verdict own(AgentRun agent) {
        return Verdicts.of(evidence(agent));
    }

    private static Evidence evidence(AgentRun agent) {
        return Evidence.of(agent.result(), Optional.empty());
    }

    /** How an agent was lost, in a sentence without a full stop. */
    private static String lost(AgentRun agent) {
        return "agent " + agent.name() + " was lost after second "
                + agent.loss().orElseThrow().lastSecond() + " ("
                + agent.loss().orElseThrow().why() + ")"
                + (agent.lostRequests() > 0
                        ? ", and with it " + NumberFormat.counted(agent.lostRequests(), "request", "requests")
                                + " of its share"
                        : "");
    }
}
