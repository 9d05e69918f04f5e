package io.github.swipestorm.springboot;

import io.github.swipestorm.api.JsonMediaType;
import io.github.swipestorm.api.RequestBodies;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Proof that a request declares JSON, and no more of it than fits. Spring waits for the first byte of a body before any other code
 * can judge it, and a client that declares too much need not send any.
 */
final class SwipeHeaders {

    private static final SwipeHeaders ACCEPTED = new SwipeHeaders();

    private SwipeHeaders() {}

    /** Resolves both headers as one argument: each {@code @RequestHeader} would take a data binder of its own for each request. */
    static final class Resolver implements HandlerMethodArgumentResolver {

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == SwipeHeaders.class;
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                ModelAndViewContainer container,
                NativeWebRequest webRequest,
                WebDataBinderFactory binders) {
            HttpServletRequest request = webRequest.getNativeRequest(HttpServletRequest.class);
            JsonMediaType.parse(request.getContentType());
            // Below zero without a declared length.
            RequestBodies.requireFits(request.getContentLengthLong());
            return ACCEPTED;
        }
    }
}
