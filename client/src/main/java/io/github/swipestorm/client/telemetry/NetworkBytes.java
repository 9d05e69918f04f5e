package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.nio.file.Path;

/** Bytes over all network interfaces of the machine, from {@code /proc/self/net/dev} (proc_pid_net(5)). */
final class NetworkBytes implements MetricSource {

    private static final int IN = 0;
    private static final int OUT = 8;

    private final SystemFile dev;
    private final Counter in = new Counter();
    private final Counter out = new Counter();

    NetworkBytes(Path proc) {
        dev = new SystemFile(proc.resolve("self/net/dev"));
    }

    @Override
    public void read(SampleBuilder interval) throws IOException {
        double received = 0;
        double sent = 0;
        boolean any = false;
        for (String line : dev.read().split("\n")) {
            int colon = line.indexOf(':');
            if (colon >= 0) {
                String[] numbers = line.substring(colon + 1).strip().split(" +");
                if (numbers.length <= OUT) {
                    throw new IOException("not the numbers of an interface: " + line);
                }
                received += number(numbers[IN]);
                sent += number(numbers[OUT]);
                any = true;
            }
        }
        if (!any) {
            throw new IOException("no interface");
        }
        interval.putRate(Metric.BYTES_IN, in.growth(received));
        interval.putRate(Metric.BYTES_OUT, out.growth(sent));
    }

    private static double number(String text) throws IOException {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IOException("not a number of bytes: " + text, e);
        }
    }

    @Override
    public void close() {
        dev.close();
    }
}
