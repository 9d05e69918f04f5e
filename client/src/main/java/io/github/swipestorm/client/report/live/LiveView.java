package io.github.swipestorm.client.report.live;

import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.UserStage;
import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.LoadChange;
import io.github.swipestorm.client.engine.LoadControl;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.report.live.ProtectedHttpServer.Exchange;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.text.SafeText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Shows a run in progress, and can stop it or change its load. Nothing is drawn without a reader. The view ends with the run; it then tells its
 * readers where the report is.
 */
public final class LiveView implements RunObserver, AutoCloseable {
    private static final int THREADS = 2;
    /** How long the end waits for a current reader. */
    private static final long LOOKING_NANOS = 3_000_000_000L;

    /** Refreshes the content of a page each second. */
    public static final String SCRIPT = HtmlPage.resource("live.js");

    /** The same as markup. */
    public static final String SCRIPT_ELEMENT = "<script>" + SCRIPT + "</script>\n";

    /** The path that changes the load. */
    public static final String LOAD = "/load";

    /** The field of the form for a rate, or for a number of users with a u. */
    public static final String LEVEL = "level";

    /** The header of the content by which the script notices the end. */
    public static final String RUN_STATE = "Run-State";

    private final NanoClock clock = NanoClock.SYSTEM;
    private final LivePage page = new LivePage(clock);
    private final ProtectedHttpServer server;
    private final Runnable stop;
    private final boolean adjustable;
    private final CountDownLatch endSeen = new CountDownLatch(1);
    private volatile Optional<LoadControl> control = Optional.empty();
    private volatile boolean over;
    private volatile long lastLook = clock.nanoTime() - LOOKING_NANOS;

    /**
     * Opens the port.
     *
     * @param address to listen on; port 0 for any that is free
     * @param token that readers need; empty for none
     * @param stop ends the run early when a reader asks for it
     * @param adjustable whether the load of the run can be changed while it is in progress
     * @throws IllegalArgumentException with a user-facing message when the token is too short, or the address needs one
     * @throws IOException when the port cannot be opened
     */
    public LiveView(InetSocketAddress address, Optional<String> token, Runnable stop, boolean adjustable)
            throws IOException {
        this.stop = stop;
        this.adjustable = adjustable;
        server = new ProtectedHttpServer(address, token, List.of(SCRIPT), THREADS, this::answer);
    }

    /** The address of the view. */
    public URI address() {
        return server.address();
    }

    @Override
    public void recording(Supplier<Optional<Measurements>> soFar, Supplier<Telemetry> telemetry) {
        page.recording(soFar, telemetry);
    }

    @Override
    public void started(LoadPlan plan, Supplier<Counts> counts) {
        page.started(plan, counts);
    }

    @Override
    public void adjustable(LoadControl ofRun) {
        control = Optional.of(ofRun);
    }

    @Override
    public void changed(LoadPlan plan, LoadChange change) {
        page.changed(plan, change);
    }

    /** Announces the end of the load, while the report is still being written. */
    public void ended() {
        page.end("The run is over; its report is being written.");
    }

    /**
     * Announces the end of the run.
     *
     * @param directory of the run, if it has one
     */
    public void over(Optional<Path> directory) {
        page.end("The run is over. "
                + directory
                        .map(path -> "Its report is " + path.toAbsolutePath().resolve(RunFiles.PAGE) + ".")
                        .orElse("Nothing of it was written."));
        over = true;
    }

    private void answer(Exchange exchange) throws IOException {
        String path = exchange.path();
        if (!exchange.reads()) {
            if (path.equals("/stop")) {
                stop.run();
                exchange.redirect("/");
            } else if (path.equals(LOAD) && adjustable) {
                change(exchange);
            }
        } else if (path.equals("/")) {
            exchange.html(200, whole(""));
        } else if (path.equals(LOAD) && adjustable) {
            // Where a page without a script is after a refusal.
            exchange.html(200, whole(""));
        } else if (path.equals("/content")) {
            sendContent(exchange);
        }
    }

    private void change(Exchange exchange) throws IOException {
        String level = exchange.form(LEVEL).strip();
        if (control.isEmpty() || over) {
            refuse(exchange, 409, "The run is not in progress: its load can be changed when it is");
            return;
        }
        try {
            OptionalInt users = UserStage.parseUsers(level);
            if (users.isPresent()) {
                control.get().changeUsers(users.getAsInt());
            } else {
                control.get().changeRate(rate(level));
            }
            exchange.redirect("/");
        } catch (IllegalArgumentException e) {
            refuse(exchange, 422, e.getMessage());
        }
    }

    private static Rate rate(String level) {
        if (!level.matches("[0-9.]+(/[0-9a-z]+)?")) {
            throw new IllegalArgumentException(
                    "'" + level + "' is neither a rate, such as 200/s, nor a number of users, such as 50u");
        }
        return Rate.parse(level);
    }

    /** Shows a browser why its request was refused, above the page; tells others in one line. */
    private void refuse(Exchange exchange, int status, String problem) throws IOException {
        if (exchange.accepts("text/html")) {
            exchange.html(status, whole("<p class=\"warning\" role=\"alert\">" + SafeText.markup(problem) + "</p>\n"));
        } else {
            exchange.text(status, problem);
        }
    }

    /** @param problem above the page, as markup */
    private String whole(String problem) {
        lastLook = clock.nanoTime();
        String withoutScript = over ? "" : "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n";
        return HtmlPage.headWithForms("Run in progress", withoutScript)
                + problem
                + (over ? "" : stopForm("/stop", server.formField()))
                + (over || !adjustable ? "" : loadForm(LOAD, server.formField()))
                + refreshed("/content", "", page.content())
                + "<footer><p>Written by Swipestorm. The page is refreshed every second.</p></footer>\n"
                + SCRIPT_ELEMENT
                + "</body>\n</html>\n";
    }

    /**
     * The main part of a page that {@link #SCRIPT} refreshes, as markup.
     *
     * @param path where the script gets the content
     * @param then where it goes when the run is over; empty for nowhere
     * @param content at first, as markup
     */
    public static String refreshed(String path, String then, String content) {
        return "<p id=\"gone\" class=\"warning\" role=\"alert\" hidden>Swipestorm answers no more. If the run is over, the console"
                + " says where its report is.</p>\n"
                + "<main id=\"content\" data-content=\"" + path + "\" data-then=\"" + then + "\">\n" + content
                + "</main>\n";
    }

    /**
     * The button that stops a run, as markup.
     *
     * @param path that gets the request
     * @param field of {@link ProtectedHttpServer#formField()}
     */
    public static String stopForm(String path, String field) {
        return "<form method=\"post\" action=\"" + path + "\" id=\"stop\">\n" + field
                + "<p><button class=\"alarm\">Stop the run</button> What was measured until then is reported.</p>\n"
                + "</form>\n";
    }

    /**
     * The form that changes the load of a run, as markup.
     *
     * @param path that gets the request
     * @param field of {@link ProtectedHttpServer#formField()}
     */
    public static String loadForm(String path, String field) {
        return "<form method=\"post\" action=\"" + path + "\" id=\"load\">\n" + field
                + "<p><label for=\"level\">Rate or users from now on</label>\n<input id=\"level\" name=\"" + LEVEL
                + "\" required autocomplete=\"off\" aria-describedby=\"level-hint\"> <button>Change the load</button></p>\n"
                + "<p class=\"hint\" id=\"level-hint\">Such as 200/s, or 50u for 50 users. The result says what was changed, and how"
                + " to repeat it.</p>\n</form>\n";
    }

    private void sendContent(Exchange exchange) throws IOException {
        lastLook = clock.nanoTime();
        boolean last = over;
        exchange.header(RUN_STATE, last ? "over" : "running");
        exchange.html(200, page.content());
        if (last) {
            endSeen.countDown();
        }
    }

    /** Ends the view; a reader of the last seconds gets time to see the end, 3 s at most. */
    @Override
    public void close() {
        try {
            long patience = LOOKING_NANOS - (clock.nanoTime() - lastLook);
            if (over && patience > 0) {
                endSeen.await(patience, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
    }
}
