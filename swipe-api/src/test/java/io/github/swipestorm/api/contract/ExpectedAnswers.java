package io.github.swipestorm.api.contract;

import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.api.ApiJson;
import io.github.swipestorm.api.Direction;
import io.github.swipestorm.api.InMemorySwipeStore;
import io.github.swipestorm.api.RequestBodies;
import io.github.swipestorm.api.SwipeBody;
import io.github.swipestorm.api.SwipeService;
import java.io.ByteArrayInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;

/** What the API's own code answers to the body of a swipe, in the order in which a server asks it. */
final class ExpectedAnswers {

    /** A status and the message that goes with it. */
    record Answer(int status, String message) {}

    private final ObjectReader reader = ApiJson.mapper().readerFor(SwipeBody.class);
    private final SwipeService service = new SwipeService(new InMemorySwipeStore());

    Answer to(byte[] body) {
        try {
            byte[] read = RequestBodies.read(new ByteArrayInputStream(body), body.length);
            SwipeBody swipe = reader.readValue(read);
            return new Answer(201, service.swipe(Direction.LEFT, swipe).message());
        } catch (ApiException refusal) {
            return new Answer(refusal.status(), refusal.getMessage());
        } catch (JacksonException e) {
            ApiException refusal = ApiException.notJson();
            return new Answer(refusal.status(), refusal.getMessage());
        }
    }
}
