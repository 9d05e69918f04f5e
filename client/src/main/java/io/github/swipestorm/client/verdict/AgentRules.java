package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.AgentRun;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What several clients say together: a run whose figures look fine may have been held back by one of them. */
final class AgentRules {

    /** What is so for the whole run, whatever limited one of its clients. */
    private static final Set<Bound> DECIDED = EnumSet.of(Bound.ERRORS, Bound.UNKNOWN, Bound.RATE);

    private AgentRules() {}

    /** The verdict on a run of several agents. */
    static Verdict verdict(RunResult result) {
        List<AgentRun> lost = result.lostAgents();
        if (!lost.isEmpty()) {
            return new Verdict(
                    Bound.UNCLEAR,
                    lost.stream().map(AgentRules::lost).collect(Collectors.joining("; ")),
                    "the load was not the same throughout: the figures are those of what the agents told; make the run again");
        }
        Verdict whole = Verdicts.of(Evidence.of(result, Optional.empty()));
        List<AgentRun> limited = result.agents().stream()
                .filter(agent -> own(agent).bound() == Bound.CLIENT)
                .toList();
        if (limited.isEmpty() || DECIDED.contains(whole.bound())) {
            return whole;
        }
        return new Verdict(
                Bound.CLIENT,
                names(limited) + (limited.size() == 1 ? " was" : " were") + " the limit: "
                        + limited.stream()
                                .map(agent -> own(agent).evidence())
                                .distinct()
                                .collect(Collectors.joining("; ")),
                "the server's limit is at least "
                        + NumberFormat.decimal(
                                Evidence.of(result, Optional.empty()).throughput(), 0)
                        + " req/s, and how much higher this run cannot say; use more agents, or ones with more CPUs");
    }

    /** The verdict on one agent's share. */
    static Verdict own(AgentRun agent) {
        return Verdicts.of(Evidence.of(agent.result(), Optional.empty()));
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

    private static String names(List<AgentRun> agents) {
        return (agents.size() == 1 ? "agent " : "agents ")
                + agents.stream().map(AgentRun::name).collect(Collectors.joining(", "));
    }
}
