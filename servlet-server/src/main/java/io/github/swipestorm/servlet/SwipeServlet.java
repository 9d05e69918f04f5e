package io.github.swipestorm.servlet;

import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.api.RequestBodies;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * The swipe API: every path, every method, and every error page of its web application, since the container also
 * rejects requests by itself and its own pages are HTML. Thread-safe.
 */
@WebServlet("/*")
public final class SwipeServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final Logger LOGGER = System.getLogger(SwipeServlet.class.getName());

    /** The request attribute for a rejection that is already counted. */
    private static final String REFUSAL = SwipeServlet.class.getName() + ".refusal";

    /** The request attribute that marks that the rest of the body was read, or is unavailable. */
    private static final String DISCARDED = SwipeServlet.class.getName() + ".discarded";

    private final transient SwipeApi api = new SwipeApi();

    /** Created by the container, once per deployment; every instance has its own users. */
    public SwipeServlet() {}

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Answer answer;
        try {
            answer = request.getDispatcherType() == DispatcherType.ERROR ? errorPage(request) : api.answer(request);
            api.count(answer);
        } catch (ApiException refusal) {
            answer = refuse(request, response, refusal);
        } catch (RuntimeException fault) {
            LOGGER.log(Level.ERROR, "A request ended in a fault of the server", fault);
            answer = refuse(request, response, ApiException.internalError());
        }
        discardRest(request);
        try {
            answer.sendTo(response);
        } catch (IOException e) {
            // Notify the container first, since it may refuse a response after a truncated body, and request the error
            // page. When that cannot be sent either the client has disconnected, and the container would log it.
            if (request.getDispatcherType() != DispatcherType.ERROR) {
                throw e;
            }
        }
    }

    private static void discardRest(HttpServletRequest request) throws IOException {
        boolean bodyLost = request.getAttribute(REFUSAL) instanceof ApiException refusal && refusal.bodyLost();
        if (!bodyLost
                && request.getAttribute(DISCARDED) == null
                && !request.getInputStream().isFinished()) {
            request.setAttribute(DISCARDED, true);
            RequestBodies.discardRest(request.getInputStream(), request.getContentLengthLong());
        }
    }

    /** Why the container dispatched a request to the error page. */
    private static Answer errorPage(HttpServletRequest request) {
        if (request.getAttribute(REFUSAL) instanceof ApiException refusal) {
            throw refusal;
        }
        int status = (Integer) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        String uri = (String) request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        String contextPath = request.getContextPath();
        throw ApiException.refusedByContainer(
                status, uri.startsWith(contextPath) ? uri.substring(contextPath.length()) : uri);
    }

    /**
     * A truncated body makes the container raise an error of its own and drop the servlet's response; it then requests
     * the error page. So a rejection may pass here twice, and must count once.
     */
    private Answer refuse(HttpServletRequest request, HttpServletResponse response, ApiException refusal) {
        Answer answer = api.refusal(refusal);
        if (request.getAttribute(REFUSAL) == null) {
            request.setAttribute(REFUSAL, refusal);
            api.count(answer);
        }
        // Null removes a value that the container may have set by itself.
        response.setHeader("Allow", refusal.allow().orElse(null));
        return answer;
    }
}
