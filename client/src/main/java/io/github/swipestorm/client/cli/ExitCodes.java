package io.github.swipestorm.client.cli;

/** What the process says to whoever started it. The JVM itself ends with 130 on SIGINT and 143 on SIGTERM. */
final class ExitCodes {

    /** Everything was ok. */
    static final int OK = 0;
    /** Some requests failed, or the command could not do its work. */
    static final int FAILED = 1;
    /** The command was given something wrong. */
    static final int USAGE = 2;

    private ExitCodes() {}
}
