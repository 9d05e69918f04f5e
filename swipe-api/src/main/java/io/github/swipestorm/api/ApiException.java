package io.github.swipestorm.api;

import java.util.Optional;

/**
 * A request that the API rejects: the status of the response and the message for the client. It has no stack trace,
 * because it is a response and not a fault, and a flood of bad requests should remain cheap.
 */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String allow;
    private final boolean bodyLost;

    private ApiException(int status, String message) {
        this(status, message, null, false);
    }

    private ApiException(int status, String message, String allow, boolean bodyLost) {
        super(message, null, false, false);
        this.status = status;
        this.allow = allow;
        this.bodyLost = bodyLost;
    }

    /** The HTTP status of the response, 400 to 599. */
    public int status() {
        return status;
    }

    /** The value of the {@code Allow} header that the response must have; empty unless the status is 405. */
    public Optional<String> allow() {
        return Optional.ofNullable(allow);
    }

    /** Whether the request's body was truncated or too slow, so that reading on is useless. */
    public boolean bodyLost() {
        return bodyLost;
    }

    /** Status 400. */
    public static ApiException badRequest(String message) {
        return new ApiException(400, message);
    }

    /** Status 400: the body is not one JSON object, or its bytes are not UTF-8. */
    public static ApiException notJson() {
        return badRequest("Request body is not one valid JSON object in UTF-8");
    }

    /** Status 400: there is no body at all. */
    public static ApiException emptyBody() {
        return badRequest("Request body is empty: send a JSON object with swiper, swipee and comment");
    }

    /** Status 400: the body was truncated, or its framing is wrong. */
    public static ApiException unreadableBody() {
        return new ApiException(400, "Request body could not be read", null, true);
    }

    /** Status 404: the API has no such path. */
    public static ApiException noSuchPath() {
        return new ApiException(404, "Not found");
    }

    /** Status 404: an id outside the known users. */
    static ApiException userNotFound(String field, String id, UserKind kind) {
        return new ApiException(
                404, "User not found: " + field + " " + Quoted.of(id) + " is not in 1.." + kind.highestId());
    }

    /** Status 405: the path does not support the method. */
    static ApiException methodNotAllowed(Route route) {
        return new ApiException(405, "Method not allowed: use " + route.allow(), route.allow(), false);
    }

    /** Status 408: the body did not arrive within {@link RequestBodies#MOST_TIME}. */
    static ApiException bodyTooSlow() {
        String message = "Request body took longer than " + RequestBodies.MOST_TIME.toSeconds() + " s to arrive";
        return new ApiException(408, message, null, true);
    }

    /** Status 413: a body longer than {@link RequestBodies#MOST_BYTES}. */
    static ApiException bodyTooLarge() {
        return new ApiException(413, "Request body is larger than " + RequestBodies.MOST_BYTES + " bytes");
    }

    /**
     * Status 415.
     *
     * @param contentType the header as received, or null when there was none
     */
    public static ApiException unsupportedMediaType(String contentType) {
        String given = contentType == null ? "is missing" : Quoted.of(contentType) + " is not supported";
        return new ApiException(415, "Content-Type " + given + ": use application/json in UTF-8");
    }

    /**
     * A request that the servlet container rejected by itself, before the API was called: broken HTTP, a TRACE.
     *
     * @param status the container's status, 400 to 599
     * @param rawPath the path below the context path, as it was sent
     */
    public static ApiException refusedByContainer(int status, String rawPath) {
        return switch (status) {
            case 404 -> noSuchPath();
            case 405 ->
                Route.find(rawPath)
                        .map(match -> methodNotAllowed(match.route()))
                        .orElseGet(ApiException::noSuchPath);
            case 500 -> internalError();
            case 503 -> new ApiException(503, "Server is stopping");
            default -> new ApiException(status, "Request refused");
        };
    }

    /** Status 500: a fault of the server; its cause belongs in the server's log, not in the response. */
    public static ApiException internalError() {
        return new ApiException(500, "Internal error");
    }
}
