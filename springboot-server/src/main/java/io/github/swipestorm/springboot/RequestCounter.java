package io.github.swipestorm.springboot;

import io.github.swipestorm.api.ServerMetrics;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Counts every request once, just before its response is sent: every response of the API has a body. */
@ControllerAdvice
class RequestCounter implements ResponseBodyAdvice<Object> {

    private static final String COUNTED = RequestCounter.class.getName() + ".counted";

    private final ServerMetrics metrics;

    RequestCounter(ServerMetrics metrics) {
        this.metrics = metrics;
    }

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
        HttpServletRequest servletRequest = ((ServletServerHttpRequest) request).getServletRequest();
        if (servletRequest.getAttribute(COUNTED) == null) {
            servletRequest.setAttribute(COUNTED, true);
            metrics.countRequest(
                    ((ServletServerHttpResponse) response).getServletResponse().getStatus());
        }
        return body;
    }
}
