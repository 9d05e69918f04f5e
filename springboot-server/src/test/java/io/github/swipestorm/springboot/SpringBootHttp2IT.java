package io.github.swipestorm.springboot;

import io.github.swipestorm.api.contract.Http2Contract;
import java.util.List;

/** The executable jar over HTTP/2. */
class SpringBootHttp2IT extends Http2Contract {

    @Override
    protected List<String> program() {
        return SpringBootMainIT.command();
    }
}
