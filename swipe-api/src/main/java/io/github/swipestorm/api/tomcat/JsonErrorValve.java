package io.github.swipestorm.api.tomcat;

import io.github.swipestorm.api.AnswerHeaders;
import io.github.swipestorm.api.ApiException;
import io.github.swipestorm.api.ApiJson;
import io.github.swipestorm.api.Message;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ActionCode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Responds to requests that Tomcat rejects before it knows their web application: broken HTTP, a forbidden path.
 * Tomcat's own response to them is HTML with a stack trace and a version. For a host of an embedded Tomcat, which loads
 * it by name. Thread-safe.
 */
public final class JsonErrorValve extends ErrorReportValve {

    private static final JsonMapper MAPPER = ApiJson.mapper();

    /** Called by Tomcat. */
    public JsonErrorValve() {}

    @Override
    protected void report(Request request, Response response, Throwable throwable) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        AtomicBoolean connectionOpen = new AtomicBoolean();
        response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, connectionOpen);
        if (!connectionOpen.get()) {
            return;
        }
        if (request.getContext() == null && isStopping(request)) {
            // Tomcat stops the application before its connections, and reports that the request's application is
            // missing. A paused connector no longer reads headers, so that the Host header is missing.
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
        String path = String.valueOf(request.getRequestURI());
        ApiException refusal = ApiException.refusedByContainer(response.getStatus(), path);
        try {
            response.setContentType("application/json");
            AnswerHeaders.all().forEach(header -> response.setHeader(header.getKey(), header.getValue()));
            Writer writer = response.getReporter();
            if (writer != null) {
                writer.write(MAPPER.writeValueAsString(new Message(refusal.getMessage())));
                response.finishResponse();
            }
        } catch (IOException | IllegalStateException e) {
            // The connection broke during the rejection: no client is left to respond to.
        }
    }

    private static boolean isStopping(Request request) {
        boolean paused = request.getConnector().getProtocolHandler() instanceof AbstractProtocol<?> protocol
                && protocol.isPaused();
        return paused
                || Arrays.stream(request.getHost().findChildren())
                        .noneMatch(application -> application.getState() == LifecycleState.STARTED);
    }
}
