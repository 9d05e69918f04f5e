package io.github.swipestorm.api.contract;

import java.net.URI;

/** A running server, to which a contract is put. */
interface ServerUnderTest {

    /** Where it is: scheme, host, port and context path, ending with a slash. */
    URI base();
}
