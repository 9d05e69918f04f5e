package io.github.swipestorm.springboot;

import io.github.swipestorm.api.Health;
import io.github.swipestorm.api.OpenApi;
import io.github.swipestorm.api.ServerMetrics;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves information about the server itself. */
@RestController
class ServerController {

    private static final MediaType METRICS = MediaType.parseMediaType(ServerMetrics.CONTENT_TYPE);
    private static final MediaType OPENAPI = MediaType.parseMediaType(OpenApi.CONTENT_TYPE);

    private final ServerMetrics metrics;

    ServerController(ServerMetrics metrics) {
        this.metrics = metrics;
    }

    @GetMapping("/health")
    Health health() {
        return Health.UP;
    }

    @GetMapping("/metrics")
    ResponseEntity<byte[]> metrics() {
        return ResponseEntity.ok().contentType(METRICS).body(metrics.text().getBytes(StandardCharsets.UTF_8));
    }

    @GetMapping("/openapi.yaml")
    ResponseEntity<byte[]> openApi() {
        return ResponseEntity.ok().contentType(OPENAPI).body(OpenApi.document());
    }
}
