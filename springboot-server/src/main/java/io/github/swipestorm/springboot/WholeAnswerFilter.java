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

/**
 * Sends the whole response, its last chunk included, while the request still counts as in flight: a server that is told
 * to stop waits for those requests, and closes their connections as soon as the last of them is done.
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
        chain.doFilter(request, response);
        // Without effect when the container requests its error page, which is another dispatch.
        response.getOutputStream().close();
    }
}
