package io.github.swipestorm.springboot;

import io.github.swipestorm.api.Direction;
import io.github.swipestorm.api.Message;
import io.github.swipestorm.api.SwipeBody;
import io.github.swipestorm.api.SwipeService;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Accepts swipes. */
@RestController
class SwipeController {

    private final SwipeService service;

    SwipeController(SwipeService service) {
        this.service = service;
    }

    /** Arguments are resolved from left to right, which is the order in which a request is validated. */
    @PostMapping({"/swipe/{leftorright}", "/swipe/{leftorright}/"})
    @ResponseStatus(HttpStatus.CREATED)
    Message swipe(
            @PathVariable("leftorright") DirectionInPath path, SwipeHeaders headers, @RequestBody SwipeBody body) {
        return service.swipe(path.direction(), body);
    }

    /** A swipe without a direction is an invalid swipe rather than an unknown path. */
    @PostMapping({"/swipe", "/swipe/"})
    Direction swipeNowhere() {
        return Direction.parse(null);
    }
}
