package io.github.swipestorm.springboot;

import io.github.swipestorm.api.Route;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Rejects OPTIONS, pre-flight or not, and TRACE: Spring and the servlet API would respond to them by default. */
@Component
class SpecialMethodFilter extends OncePerRequestFilter {

    private final HandlerExceptionResolver exceptionResolver;

    SpecialMethodFilter(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver exceptionResolver) {
        this.exceptionResolver = exceptionResolver;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !"OPTIONS".equals(request.getMethod()) && !"TRACE".equals(request.getMethod());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            Route.require(request.getMethod(), RawPath.of(request));
        } catch (RuntimeException refusal) {
            exceptionResolver.resolveException(request, response, null, refusal);
            return;
        }
        chain.doFilter(request, response);
    }
}
