package io.github.swipestorm.cli.monitoring;

import io.github.swipestorm.client.report.live.LiveView;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** The option for the live view. */
public final class LiveOption {

    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = "--live",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "0",
            description =
                    "Show the run's charts while it is running, in a browser on this machine; without PORT, or with 0, on "
                            + "any port that is free. The address is printed on standard error.")
    private Integer port;

    /**
     * Opens the view and prints its address.
     *
     * @return null when there is none
     * @throws IllegalArgumentException with a user-facing message when the port cannot be used
     */
    public LiveView open(PrintWriter err) {
        if (port == null) {
            return null;
        }
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("The port of --live must be 0 to " + HIGHEST_PORT + ", not " + port);
        }
        try {
            LiveView view = new LiveView(port);
            err.println("Live view: " + view.address());
            err.flush();
            return view;
        } catch (IOException e) {
            throw new IllegalArgumentException("Port " + port + " cannot be used for --live: " + e.getMessage()
                    + "; name another one, or leave the number out for any that is free");
        }
    }
}
