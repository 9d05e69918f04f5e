package io.github.swipestorm.client.cli;

/** What the process says to whoever started it, when no signal made it end. */
final class ExitCodes {

    /** Everything was ok. */
    static final int OK = 0;
    /** Some requests failed, or the command could not do its work. */
    static final int FAILED = 1;
    /** The command was given something wrong. */
    static final int USAGE = 2;
    /** The run did not keep to an objective of {@code --slo}; this tells more than that some requests failed. */
    static final int OBJECTIVES_MISSED = 3;
    /** The measurement does not allow a judgement: neither passed nor failed. */
    static final int INCONCLUSIVE = 4;

    private ExitCodes() {}
}
