package io.github.swipestorm.cli.monitoring;

import io.github.swipestorm.client.report.live.LiveView;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import picocli.CommandLine.Option;

/** The options for the live view. */
public final class LiveOption {

    /** The name of the option that has a secret. */
    public static final String TOKEN = "--live-token";

    @Option(
            names = "--live",
            paramLabel = "[HOST:]PORT",
            arity = "0..1",
            fallbackValue = "0",
            converter = ListenConverter.class,
            description =
                    "Show the run's charts while it is running, in a browser, with a button to stop it and a field for another rate or number of users; without HOST on this"
                            + " machine only; without PORT, or with 0, on any that is free. The address is printed on standard"
                            + " error.")
    private InetSocketAddress address;

    @Option(
            names = TOKEN,
            paramLabel = "TOKEN",
            description = "What readers of --live have to give; @FILE reads it from a file. Needed where other machines"
                    + " reach it (default: none).")
    private String token;

    /** Whether a view is wanted. */
    public boolean asked() {
        return address != null;
    }

    /**
     * Opens the view and prints its address.
     *
     * @param stop ends the run early when a reader asks for it
     * @param adjustable whether the load can be changed meanwhile
     * @return null when there is none
     * @throws IllegalArgumentException with a user-facing message when the port cannot be used
     */
    public LiveView open(Runnable stop, boolean adjustable, PrintWriter err) {
        if (address == null) {
            if (token != null) {
                throw new IllegalArgumentException(TOKEN + " is for --live, which is not there: leave it out");
            }
            return null;
        }
        try {
            LiveView view = new LiveView(address, AccessToken.read(token), stop, adjustable);
            err.println("Live view: " + view.address());
            err.flush();
            return view;
        } catch (IllegalArgumentException e) {
            // Not the option's name and a colon: what follows would be taken for the token, and hidden.
            throw new IllegalArgumentException("--live: " + e.getMessage() + " (" + TOKEN + ")", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("Port " + address.getPort() + " cannot be used for --live: "
                    + e.getMessage() + "; name another one, or leave the number out for any that is free");
        }
    }
}
