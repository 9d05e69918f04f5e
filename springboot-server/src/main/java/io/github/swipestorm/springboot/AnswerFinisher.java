package io.github.swipestorm.springboot;

import io.github.swipestorm.api.AnswerHeaders;
import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.api.RequestBodies;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Completes every response before it is sent: each of them has a body, which only HEAD omits. Sets the headers of all
 * responses, and reads the unread rest of the request.
 */
@ControllerAdvice
class AnswerFinisher implements ResponseBodyAdvice<Object> {

    private static final String DISCARDED = AnswerFinisher.class.getName() + ".discarded";

    @Override
    public boolean supports(MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converterType) {
        return true;
    }

    @Override
    public Object beforeBodyWrite(
            Object body,
            MethodParameter returnType,
            MediaType contentType,
            Class<? extends HttpMessageConverter<?>> converterType,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        AnswerHeaders.all().forEach(header -> response.getHeaders().set(header.getKey(), header.getValue()));
        discardRest(((ServletServerHttpRequest) request).getServletRequest());
        return body;
    }

    private static void discardRest(HttpServletRequest request) {
        boolean bodyLost =
                request.getAttribute(RefusalHandler.REFUSAL) instanceof ApiException refusal && refusal.bodyLost();
        try {
            if (!bodyLost
                    && request.getAttribute(DISCARDED) == null
                    && !request.getInputStream().isFinished()) {
                // Not twice, in case the container requests an error page because the body was unavailable.
                request.setAttribute(DISCARDED, true);
                RequestBodies.discardRest(request.getInputStream(), request.getContentLengthLong());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
