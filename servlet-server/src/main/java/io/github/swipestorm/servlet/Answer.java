package io.github.swipestorm.servlet;

import io.github.swipestorm.api.AnswerHeaders;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A response, complete before its first byte is sent. */
record Answer(int status, String contentType, byte[] content) {

    void sendTo(HttpServletResponse response) throws IOException {
        response.setStatus(status);
        AnswerHeaders.all().forEach(header -> response.setHeader(header.getKey(), header.getValue()));
        response.setContentType(contentType);
        response.setContentLength(content.length);
        // Closing sends everything at once, while the request still counts as in flight: a server that is told to stop
        // waits for that. The container drops the body of a response to HEAD and keeps its length.
        try (ServletOutputStream out = response.getOutputStream()) {
            out.write(content);
        }
    }
}
