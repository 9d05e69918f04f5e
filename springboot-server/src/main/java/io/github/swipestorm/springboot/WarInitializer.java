package io.github.swipestorm.springboot;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.support.SpringBootServletInitializer;

/** The entry point for a servlet container when the application is deployed as a WAR. */
final class WarInitializer extends SpringBootServletInitializer {

    WarInitializer() {
        // The container's own error page, named in web.xml, also handles requests that are rejected before any filter.
        setRegisterErrorPageFilter(false);
    }

    @Override
    protected SpringApplicationBuilder configure(SpringApplicationBuilder application) {
        return application.sources(SpringBootServer.class);
    }
}
