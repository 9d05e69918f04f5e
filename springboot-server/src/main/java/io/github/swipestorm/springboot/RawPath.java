package io.github.swipestorm.springboot;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;

/** The path below the context path as the client sent it, even during the dispatch to the error page. */
final class RawPath {

    private RawPath() {}

    static String of(HttpServletRequest request) {
        String refusedUri = (String) request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        String uri = refusedUri == null ? request.getRequestURI() : refusedUri;
        String contextPath = request.getContextPath();
        return uri.startsWith(contextPath) ? uri.substring(contextPath.length()) : uri;
    }
}
