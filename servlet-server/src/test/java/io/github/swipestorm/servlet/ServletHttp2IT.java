package io.github.swipestorm.servlet;

import io.github.swipestorm.api.contract.Http2Contract;
import java.util.List;

/** The servlet server over HTTP/2. */
class ServletHttp2IT extends Http2Contract {

    @Override
    protected List<String> program() {
        return ServletMainIT.command();
    }
}
