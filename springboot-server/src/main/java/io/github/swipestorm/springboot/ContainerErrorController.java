package io.github.swipestorm.springboot;

import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.api.Message;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The error page, for requests that the servlet container rejects by itself. To a client it is a path like any unknown
 * one.
 */
@RestController
class ContainerErrorController implements ErrorController {

    @RequestMapping("/error")
    Message refuse(HttpServletRequest request) {
        if (request.getDispatcherType() != DispatcherType.ERROR) {
            throw ApiException.noSuchPath();
        }
        if (request.getAttribute(RefusalHandler.REFUSAL) instanceof ApiException refusal) {
            // A truncated body makes the container drop the response, and call this again.
            throw refusal;
        }
        int status = (Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        throw ApiException.refusedByContainer(status, RawPath.of(request));
    }
}
