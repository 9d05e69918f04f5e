package io.github.swipestorm.examples;

import io.github.swipestorm.Swipestorm;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A load test as a JUnit test. */
class AlbumsLoadTest {

    @RegisterExtension
    static final AlbumServer SERVER = new AlbumServer();

    @Test
    void albums_are_listed_without_errors() throws InterruptedException {
        Swipestorm.load(SERVER.url())
                .get("/albums")
                .workers(4)
                .duration(Duration.ofSeconds(1))
                .run()
                .require("errors<1%");
    }
}
