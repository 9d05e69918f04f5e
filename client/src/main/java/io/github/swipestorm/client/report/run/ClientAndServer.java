package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.Optional;
import java.util.OptionalDouble;

/** The few metrics for the console. */
final class ClientAndServer {

    private ClientAndServer() {}

    /** A table of those with readings; empty when there are none. */
    static Optional<TextTable> table(Telemetry seen) {
        if (seen.samples().isEmpty()) {
            return Optional.empty();
        }
        TextTable table = new TextTable();
        table.heading("Client, server and machine");
        cpu(table, "  client CPU", seen.mean(Metric.CLIENT_CPU), seen.mean(Metric.CLIENT_CPU_LIMIT));
        cpu(table, "  server CPU", seen.mean(Metric.SERVER_CPU), seen.mean(Metric.SERVER_CPU_LIMIT));
        cpu(table, "  other processes' CPU", seen.mean(Metric.OTHERS_CPU), OptionalDouble.empty());
        cpu(
                table,
                "  all CPUs busy",
                seen.busyCores(),
                seen.cores() == 0 ? OptionalDouble.empty() : OptionalDouble.of(seen.cores()));
        table.quantity(
                "  client GC pauses, sum",
                NumberFormat.milliseconds(
                        seen.pauses().stream().mapToLong(GcPause::durationUs).sum()),
                "ms in " + NumberFormat.count(seen.pauses().size()));
        seen.max(Metric.SCHEDULING_LAG)
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
