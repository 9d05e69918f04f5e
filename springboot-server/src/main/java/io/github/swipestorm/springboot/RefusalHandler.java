package io.github.swipestorm.springboot;

import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.api.Message;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.util.DisconnectedClientHelper;

/** Handles every request that ends in an exception, with the API's messages instead of Spring's. */
@RestControllerAdvice
class RefusalHandler {

    private static final Logger LOGGER = LoggerFactory.getLogger(RefusalHandler.class);

    /** The request attribute for a rejection, in case the container requests an error page as well. */
    static final String REFUSAL = RefusalHandler.class.getName() + ".refusal";

    @ExceptionHandler
    ResponseEntity<Message> refuse(Exception exception, HttpServletRequest request, HttpServletResponse response) {
        ApiException refusal = toRefusal(exception, request);
        if (refusal.status() == 500 && DisconnectedClientHelper.isClientDisconnectedException(exception)) {
            // The client disconnected before it had its response: nothing can be sent, and this is not an error here.
            return null;
        }
        if (refusal.status() == 500 && refusal != exception) {
            LOGGER.error("A request ended in a fault of the server", exception);
        }
        request.setAttribute(REFUSAL, refusal);
        // Null removes a value that the container may have set by itself.
        response.setHeader(HttpHeaders.ALLOW, refusal.allow().orElse(null));
        return ResponseEntity.status(refusal.status())
                .contentType(MediaType.APPLICATION_JSON)
                .body(new Message(refusal.getMessage()));
    }

    private static ApiException toRefusal(Exception exception, HttpServletRequest request) {
        // A converter's exception is wrapped into Spring's own.
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (cause instanceof ApiException refusal) {
                return refusal;
            }
        }
        if (exception instanceof NoHandlerFoundException) {
            return ApiException.noSuchPath();
        }
        if (exception instanceof HttpRequestMethodNotSupportedException) {
            return ApiException.refusedByContainer(405, RawPath.of(request));
        }
        if (exception instanceof MissingRequestHeaderException
                || exception instanceof HttpMediaTypeNotSupportedException) {
            return ApiException.unsupportedMediaType(request.getContentType());
        }
        if (exception instanceof HttpMessageNotReadableException) {
            return exception.getCause() instanceof IOException ? ApiException.unreadableBody() : ApiException.notJson();
        }
        return ApiException.internalError();
    }
}
