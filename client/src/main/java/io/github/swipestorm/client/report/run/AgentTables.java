package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Agent;
import io.github.swipestorm.client.report.store.RunDocument.AgentClock;
import io.github.swipestorm.client.report.store.RunDocument.Lost;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;

/** Tables with a row for each agent of a run. */
final class AgentTables {

    private static final List<String> SHORT =
            List.of("requests", "failed", "ok req/s", "p50", "p99", "CPU cores", "clock +-", "verdict");
    private static final List<String> LONG = List.of(
            "address",
            "workers",
            "requests",
            "failed",
            "never sent",
            "ok req/s",
            "p50",
            "p99",
            "max",
            "CPU cores",
            "of",
            "clock +-",
            "began late",
            "drift",
            "clock ahead",
            "verdict");

    private AgentTables() {}

    /** The most important columns, for a console. */
    static TextTable brief(List<Agent> agents) {
        TextTable table = TextTable.narrow();
        table.columns("Agents, times in ms", SHORT);
        agents.forEach(agent -> table.row(
                "  " + OperationTables.name(agent.name()),
                List.of(
                        NumberFormat.count(agent.requests().ended()),
                        NumberFormat.count(agent.requests().failed()),
                        NumberFormat.decimal(agent.throughputPerSecond(), 1),
                        milliseconds(agent, agent.responseTime().p50Us()),
                        milliseconds(agent, agent.responseTime().p99Us()),
                        NumberFormat.decimal(agent.clientCpuCores(), 2),
                        NumberFormat.decimal(agent.clock().uncertaintyMs(), 3),
                        verdict(agent))));
        return table;
    }

    /** All columns. */
    static TextTable whole(List<Agent> agents) {
        TextTable table = TextTable.narrow();
        table.columns("Agents, times in ms", LONG);
        agents.forEach(agent -> table.row("  " + OperationTables.name(agent.name()), cells(agent)));
        return table;
    }

    /** Where the rows are that were left on agents, a line each. */
    static List<String> records(List<Agent> agents) {
        return agents.stream()
                .flatMap(agent -> agent.records().stream().map(file -> file + " on agent " + agent.name()))
                .toList();
    }

    private static List<String> cells(Agent agent) {
        AgentClock clock = agent.clock();
        return List.of(
                agent.address(),
                NumberFormat.count(agent.workers()),
                NumberFormat.count(agent.requests().ended()),
                NumberFormat.count(agent.requests().failed()),
                NumberFormat.count(agent.requests().neverSent()),
                NumberFormat.decimal(agent.throughputPerSecond(), 1),
                milliseconds(agent, agent.responseTime().p50Us()),
                milliseconds(agent, agent.responseTime().p99Us()),
                milliseconds(agent, agent.responseTime().maxUs()),
                NumberFormat.decimal(agent.clientCpuCores(), 2),
                NumberFormat.count(agent.cores()),
                NumberFormat.decimal(clock.uncertaintyMs(), 3),
                NumberFormat.decimal(clock.lateMs(), 3),
                NumberFormat.decimal(clock.driftMs(), 3),
                NumberFormat.decimal(clock.aheadMs(), 1),
                verdict(agent));
    }

    private static String verdict(Agent agent) {
        return agent.lost().isPresent()
                ? "LOST"
                : agent.verdict().map(known -> known.bound().toString()).orElse(NumberFormat.DASH);
    }

    private static String milliseconds(Agent agent, double valueUs) {
        return agent.responseTime().isEmpty() ? NumberFormat.DASH : NumberFormat.milliseconds(valueUs);
    }

    /** Warnings about agents that were lost and clocks that drifted, a line each. */
    static List<String> warnings(RunDocument run) {
        List<String> lines = new ArrayList<>();
        for (Agent agent : run.findings().agents()) {
            agent.lost().ifPresent(lost -> lines.add(lost(agent, lost)));
            if (agent.clock().drifted()) {
                lines.add("The clock of agent " + agent.name() + " drifted from the coordinator's by "
                        + NumberFormat.decimal(agent.clock().driftMs(), 3)
                        + " ms during the run: at its end, this agent's seconds and rows are off by as much");
            }
        }
        return lines;
    }

    private static String lost(Agent agent, Lost lost) {
        return "Agent " + agent.name() + " was lost (" + lost.why() + "): what it did after second "
                + lost.lastSecond() + " is not counted"
                + (lost.requests() > 0
                        ? ", and " + NumberFormat.counted(lost.requests(), "request", "requests")
                                + " of its share are lost with it"
                        : "");
    }

    /** How many of the requests that were never sent are those of lost agents; empty when there are none. */
    static String lostWith(RunDocument run) {
        List<String> names = run.findings().agents().stream()
                .flatMap(agent -> agent.lost().filter(lost -> lost.requests() > 0).stream()
                        .map(lost -> agent.name()))
                .toList();
        return names.isEmpty()
                ? ""
                : ", of these " + NumberFormat.count(run.lostRequests()) + " lost with "
                        + (names.size() == 1 ? "agent " : "agents ") + String.join(", ", names);
    }
}
