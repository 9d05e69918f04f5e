package io.github.swipestorm.cli.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebInterfaceTest {

    @TempDir
    private Path directory;

    @Test
    void a_run_that_is_not_there_cannot_be_repeated() throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (WebInterface pages =
                new WebInterface(any, Optional.empty(), directory.resolve("results"), directory.resolve("workloads"))) {
            HttpRequest request = HttpRequest.newBuilder(pages.address().resolve("/?repeat=UNKNOWN"))
                    .build();

            String page = HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofString())
                    .body();

            assertThat(page)
                    .contains("There is no run 'UNKNOWN': choose one from the list")
                    .doesNotContain("more than this form");
        }
    }
}
