package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.report.store.RunDocument.Sampled;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The few metrics for the console. */
final class ClientAndServer {

    private ClientAndServer() {}

    /** A table of those with readings; empty when there are none. */
    static Optional<TextTable> table(Sampled seen) {
        if (seen.samples() == 0) {
            return Optional.empty();
        }
        List<Double> cores = seen.coreBusyShares();
        TextTable table = new TextTable();
        table.heading("Client, server and machine");
        cpu(table, "  client CPU", seen.mean(Metric.CLIENT_CPU), seen.mean(Metric.CLIENT_CPU_LIMIT));
        cpu(table, "  server CPU", seen.mean(Metric.SERVER_CPU), seen.mean(Metric.SERVER_CPU_LIMIT));
        cpu(table, "  other processes' CPU", seen.mean(Metric.OTHERS_CPU), OptionalDouble.empty());
        cpu(
                table,
                "  all CPUs busy",
                cores.isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(
                                cores.stream().mapToDouble(Double::doubleValue).sum()),
                cores.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(cores.size()));
        table.quantity(
                "  client GC pauses, sum",
                NumberFormat.milliseconds(seen.gcPauses().totalMs() * 1e3),
                "ms in " + NumberFormat.count(seen.gcPauses().count()));
        seen.longestClientSchedulingLagMs()
                .ifPresent(lag ->
                        table.quantity("  client scheduling lag, max", NumberFormat.milliseconds(lag * 1e3), "ms"));
        seen.mean(Metric.WAITING_SHARE)
                .ifPresent(share ->
                        table.quantity("  workers waiting", NumberFormat.decimal(100 * share, 1), "% of their time"));
        return Optional.of(table);
    }

    private static void cpu(TextTable table, String name, OptionalDouble used, OptionalDouble limit) {
        used.ifPresent(cores -> table.quantity(
                name,
                NumberFormat.decimal(cores, 2),
                limit.isPresent() ? "of " + NumberFormat.plain(limit.getAsDouble()) + " cores" : "cores"));
    }
}
