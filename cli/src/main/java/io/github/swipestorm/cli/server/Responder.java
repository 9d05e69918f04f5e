package io.github.swipestorm.cli.server;

import io.github.swipestorm.client.engine.LoopbackResponder;
import io.github.swipestorm.launch.ServerMain;

/** A {@link LoopbackResponder} in a JVM of its own, for the client to be measured against. */
final class Responder {

    private Responder() {}

    /** Runs it until it is told to stop; see {@link ServerMain} for what it prints and its exit codes. */
    @SuppressWarnings("resource") // It goes on until the JVM ends; its threads keep the JVM alive.
    public static void main(String[] args) {
        ServerMain.run(
                "responder",
                args,
                options -> new LoopbackResponder(
                                options.port(),
                                options.threads(),
                                loop -> new Thread(loop, "responder"),
                                LoopbackResponder.SAME,
                                Integer.MAX_VALUE)
                        .target()
                        .port());
    }
}
