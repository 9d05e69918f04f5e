package io.github.swipestorm.client.http;

/**
 * A request in the form that transports send: an operation, and the parts in which its requests differ. Each part is
 * the first bytes of a buffer, which may be reused for the next request.
 */
public interface ComposedRequest {

    /** No bytes. */
    byte[] NOTHING = {};

    /** Its operation. */
    Operation operation();

    /** The buffer with the body. */
    byte[] body();

    /** Length of the body in bytes; 0 when there is none. */
    int bodyLength();

    /** The buffer with the path below the target's base path, and its query, when it is not {@link Operation#path}. */
    default byte[] path() {
        return NOTHING;
    }

    /** Length of the path in bytes; 0 when it is {@link Operation#path}. */
    default int pathLength() {
        return 0;
    }

    /** The buffer with headers that vary between requests, in ISO-8859-1: lines that each end with CR LF. */
    default byte[] headers() {
        return NOTHING;
    }

    /** Length of these headers in bytes; 0 when there are none. */
    default int headersLength() {
        return 0;
    }

    /** Delegates to another request; implementations override what differs. */
    interface Forwarding extends ComposedRequest {

        /** The request that calls are delegated to. */
        ComposedRequest composed();

        @Override
        default Operation operation() {
            return composed().operation();
        }

        @Override
        default byte[] path() {
            return composed().path();
        }

        @Override
        default int pathLength() {
            return composed().pathLength();
        }

        @Override
        default byte[] headers() {
            return composed().headers();
        }

        @Override
        default int headersLength() {
            return composed().headersLength();
        }

        @Override
        default byte[] body() {
            return composed().body();
        }

        @Override
        default int bodyLength() {
            return composed().bodyLength();
        }
    }
}
