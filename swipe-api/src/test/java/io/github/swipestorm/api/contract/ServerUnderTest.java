package io.github.swipestorm.api.contract;

import java.net.URI;

/** A running server, to which a contract is put. */
interface ServerUnderTest {

    /** Where it is: scheme, host, port and context path, ending with a slash. */
    URI base();

    /**
     * Whether the server came with a connector of its own. What a connector refuses on its own account has the same
     * status everywhere, but the same words only then; in an external Tomcat it depends on its settings.
     */
    default boolean ownsConnector() {
        return true;
    }
}
