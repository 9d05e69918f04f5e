package io.github.swipestorm.examples;

import io.github.swipestorm.LoadResult;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.junit.BaseUrl;
import io.github.swipestorm.junit.LoadTest;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Load tests by annotation. */
class AnnotatedLoadTest {

    @RegisterExtension
    static final AlbumServer SERVER = new AlbumServer();

    @BaseUrl
    static final Supplier<String> URL = SERVER::url;

    static final Workload MIX = new Albums();

    @LoadTest(users = 4, duration = "1s", path = "/albums")
    void albums_are_listed_without_errors(LoadResult result) {
        result.require("errors<1%");
    }

    @LoadTest(users = 4, requests = 500, workload = "MIX", require = "errors<1%")
    void nine_of_ten_requests_list_albums() {}
}
