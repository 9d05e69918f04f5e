package io.github.swipestorm.springboot;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Sends each response as a whole. With its length known, it takes one write to the socket: Spring flushes the body before the
 * container knows that it has ended, which takes one write for the first chunk and one for the last. The response is also
 * complete while the request still counts as in flight: a server that is told to stop waits for those requests, and closes
 * their connections as soon as the last of them is done.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class WholeAnswerFilter extends OncePerRequestFilter {

    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ContentCachingResponseWrapper whole = new ContentCachingResponseWrapper(response);
        chain.doFilter(request, whole);
        try {
            whole.copyBodyToResponse();
            // Without effect when the container requests its error page, which is another dispatch.
            response.getOutputStream().close();
        } catch (IOException e) {
            // A client that is gone gets nothing, and that is not an error here.
            if (!DisconnectedClientHelper.isClientDisconnectedException(e)) {
                throw e;
            }
        }
    }
}
