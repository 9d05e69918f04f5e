package io.github.swipestorm.springboot;

import io.github.swipestorm.api.Matches;
import io.github.swipestorm.api.Stats;
import io.github.swipestorm.api.SwipeService;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Serves information about a user. */
@RestController
class UserController {

    private final SwipeService service;

    UserController(SwipeService service) {
        this.service = service;
    }

    @GetMapping("/stats/{userId}")
    Stats stats(@PathVariable("userId") String userId) {
        return service.stats(userId);
    }

    @GetMapping("/matches/{userId}")
    Matches matches(@PathVariable("userId") String userId) {
        return service.matches(userId);
    }
}
