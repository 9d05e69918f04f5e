package io.github.swipestorm.cli.server;

import io.github.swipestorm.client.engine.LoopbackResponder;
import io.github.swipestorm.launch.ServerMain;

/** A {@link LoopbackResponder} in a separate JVM, for measuring the client. */
final class Responder {

    /** The system property that tells the length of its answers' bodies. */
    static final String BODY_BYTES = "swipestorm.responder.bodyBytes";

    /** The system property that is true when it listens for TLS. */
    static final String TLS = "swipestorm.responder.tls";

    private Responder() {}

    /** Runs it until the process is stopped; see {@link ServerMain} for its output and exit codes. */
    @SuppressWarnings("resource") // It runs until the JVM ends; its threads keep the JVM alive.
    public static void main(String[] args) {
        ServerMain.run(
                "responder",
                args,
                options -> new LoopbackResponder(
                                options.port(),
                                options.threads(),
                                loop -> new Thread(loop, "responder"),
                                LoopbackResponder.same(Integer.getInteger(BODY_BYTES, LoopbackResponder.BODY_BYTES)),
                                Integer.MAX_VALUE,
                                Boolean.getBoolean(TLS))
                        .target()
                        .port());
    }
}
