package io.github.swipestorm.springboot;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.support.SpringBootServletInitializer;

/** Where a servlet container finds the application when it is deployed as a WAR. */
final class WarInitializer extends SpringBootServletInitializer {

    WarInitializer() {
        // The container's own error page, named in web.xml, also sees what is refused before any filter is asked.
        setRegisterErrorPageFilter(false);
    }

    @Override
    protected SpringApplicationBuilder configure(SpringApplicationBuilder application) {
        return application.sources(SpringBootServer.class);
    }
}
