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
 * refuses requests by itself and its own pages are HTML. Called by any number of threads at once.
 */
@WebServlet("/*")
public final class SwipeServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final Logger LOGGER = System.getLogger(SwipeServlet.class.getName());

    /** The request attribute that remembers a refusal which is already counted. */
    private static final String REFUSAL = SwipeServlet.class.getName() + ".refusal";

    /** The request attribute that remembers that the rest of the body was taken in, or was not to be had. */
    private static final String DISCARDED = SwipeServlet.class.getName() + ".discarded";

    private final transient SwipeApi api = new SwipeApi();

    /** Made by the container, once for each deployment; every instance has users of its own. */
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
            // At first the container has to know, since it may not take an answer after a body that broke off, and asks
            // for the error page. When that cannot be sent either the client is gone, and the container would log it.
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
     * A body that breaks off makes the container declare an error of its own and drop what the servlet answers; it then
     * asks for the error page. So a refusal may come by twice, and must count once.
     */
    private Answer refuse(HttpServletRequest request, HttpServletResponse response, ApiException refusal) {
        Answer answer = api.refusal(refusal);
        if (request.getAttribute(REFUSAL) == null) {
            request.setAttribute(REFUSAL, refusal);
            api.count(answer);
        }
        // Null takes away what the container may have put there by its own reckoning.
        response.setHeader("Allow", refusal.allow().orElse(null));
        return answer;
    }
}
