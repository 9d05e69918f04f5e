package io.github.swipestorm.servlet;

import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.api.ApiJson;
import io.github.swipestorm.api.Direction;
import io.github.swipestorm.api.Health;
import io.github.swipestorm.api.InMemorySwipeStore;
import io.github.swipestorm.api.JsonMediaType;
import io.github.swipestorm.api.Message;
import io.github.swipestorm.api.OpenApi;
import io.github.swipestorm.api.RequestBodies;
import io.github.swipestorm.api.Route;
import io.github.swipestorm.api.ServerMetrics;
import io.github.swipestorm.api.SwipeBody;
import io.github.swipestorm.api.SwipeService;
import io.github.swipestorm.api.SwipeStore;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Maps servlet requests to the swipe service and its results back to JSON. Thread-safe. */
final class SwipeApi {

    private static final String JSON = "application/json";

    private final SwipeStore store = new InMemorySwipeStore();
    private final SwipeService service = new SwipeService(store);
    private final ServerMetrics metrics = new ServerMetrics(store);
    private final JsonMapper mapper = ApiJson.mapper();
    private final ObjectReader swipeReader = mapper.readerFor(SwipeBody.class);

    /**
     * Handles a request.
     *
     * @throws ApiException when the request is rejected
     */
    Answer answer(HttpServletRequest request) throws IOException {
        String rawPath =
                request.getRequestURI().substring(request.getContextPath().length());
        Route.Match match = Route.require(request.getMethod(), rawPath);
        return switch (match.route()) {
            case SWIPE -> json(201, service.swipe(Direction.parse(match.parameter()), readSwipe(request)));
            case STATS -> json(200, service.stats(match.parameter()));
            case MATCHES -> json(200, service.matches(match.parameter()));
            case HEALTH -> json(200, Health.UP);
            case METRICS ->
                new Answer(200, ServerMetrics.CONTENT_TYPE, metrics.text().getBytes(StandardCharsets.UTF_8));
            case OPENAPI -> new Answer(200, OpenApi.CONTENT_TYPE, OpenApi.document());
        };
    }

    private SwipeBody readSwipe(HttpServletRequest request) throws IOException {
        JsonMediaType.parse(request.getContentType());
        byte[] body = RequestBodies.read(request.getInputStream(), request.getContentLengthLong());
        try {
            return swipeReader.readValue(body);
        } catch (JacksonException e) {
            throw ApiException.notJson();
        }
    }

    Answer refusal(ApiException refusal) {
        return json(refusal.status(), new Message(refusal.getMessage()));
    }

    private Answer json(int status, Object value) {
        return new Answer(status, JSON, mapper.writeValueAsBytes(value));
    }

    /** Call this once per request, before its response is sent. */
    void count(Answer answer) {
        metrics.countRequest(answer.status());
    }
}
