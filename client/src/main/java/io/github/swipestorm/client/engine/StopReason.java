package io.github.swipestorm.client.engine;

/** Why a run ended. */
public enum StopReason {
    /** Every request was sent. */
    REQUESTS_USED_UP,
    /** Its time was over. */
    TIME_OVER,
    /** Somebody wanted it to end. */
    INTERRUPTED,
    /** The server had not answered for too long. */
    GAVE_UP,
    /** A worker or a producer died of an error in this program or for lack of memory. */
    WORKER_DIED
}
