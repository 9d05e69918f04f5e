package io.github.swipestorm.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.api.RequestBodies;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Every path of one API, {@code GET /stats}, and every error page. Thread-safe. */
final class StudyServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final Logger LOGGER = System.getLogger(StudyServlet.class.getName());

    /** One of the APIs. Thread-safe. */
    interface Api {

        /**
         * Handles a request.
         *
         * @throws ApiException when it is rejected
         */
        Answer answer(HttpServletRequest request) throws IOException;

        /** What it keeps, as the JSON object of {@code GET /stats}. */
        String stats();
    }

    /** A response, complete before its first byte is sent. */
    record Answer(int status, String contentType, byte[] body) {

        static Answer json(int status, byte[] body) {
            return new Answer(status, "application/json", body);
        }

        static Answer json(int status, String body) {
            return json(status, body.getBytes(UTF_8));
        }
    }

    private final transient Api api;

    StudyServlet(Api api) {
        this.api = api;
    }

    /**
     * The body of a request that must have one.
     *
     * @param content what it must have, for the message when it is empty
     */
    static byte[] body(HttpServletRequest request, String content) throws IOException {
        return RequestBodies.read(
                request.getInputStream(),
                request.getContentLengthLong(),
                () -> ApiException.badRequest("Request body is empty: send " + content));
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Answer answer;
        try {
            answer = answer(request);
        } catch (ApiException refusal) {
            answer = Answer.json(refusal.status(), "{\"message\":\"" + refusal.getMessage() + "\"}");
        } catch (RuntimeException fault) {
            // An unsafe store may fail in any way; a safe one must not.
            LOGGER.log(Level.ERROR, "A request ended in a fault of the server", fault);
            answer = Answer.json(500, "{\"message\":\"Internal error\"}");
        }
        response.setStatus(answer.status);
        response.setContentType(answer.contentType);
        response.setContentLength(answer.body.length);
        try (ServletOutputStream out = response.getOutputStream()) {
            out.write(answer.body);
        }
    }

    private Answer answer(HttpServletRequest request) throws IOException {
        if (request.getDispatcherType() == DispatcherType.ERROR) {
            throw ApiException.refusedByContainer(
                    (Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE), "");
        }
        return request.getMethod().equals("GET") && request.getPathInfo().equals("/stats")
                ? Answer.json(200, api.stats())
                : api.answer(request);
    }
}
