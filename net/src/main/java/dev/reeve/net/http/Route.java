package dev.reeve.net.http;

import java.util.List;

/**
 * Route of one method and path to its handler.
 *
 * @param path path segments; a segment in braces matches any text: {@code /job/{id}/status}
 * @param door the door under which requests are counted
 * @param size how large the body may be
 */
public record Route(String method, String path, Body body, Handler handler, String door, Size size) {
    /** The door name of routes that belong to no specific door. */
    public static final String HTTP = "http";

    /** Whether a request body is read. */
    public enum Body {
        /** No body is expected; a body that is sent is discarded. */
        IGNORED,
        /** A JSON body or none. */
        OPTIONAL,
        /** A JSON body is required. */
        REQUIRED
    }

    /** How large a request body may be. */
    public enum Size {
        /** Names, times and words only: much less than a payload. */
        BRIEF,
        /** With the content of a job. */
        USUAL,
        /** With many jobs. */
        BULK
    }

    /**
     * Handles a request: on the HTTP loop, or on the thread of {@link LargeBodies} if it reads a large body. It must not block, and
     * changes nothing but through the exchange, whose callbacks run on the HTTP loop.
     */
    @FunctionalInterface
    public interface Handler {
        void handle(Exchange exchange) throws HttpError;
    }

    public static Route get(String path, Handler handler) {
        return new Route("GET", path, Body.IGNORED, handler, HTTP, Size.USUAL);
    }

    /** A GET that changes state, so HEAD is not allowed. */
    public static Route getOnly(String path, Handler handler) {
        return new Route(Routes.GET_ONLY, path, Body.IGNORED, handler, HTTP, Size.USUAL);
    }

    public static Route put(String path, Handler handler) {
        return new Route("PUT", path, Body.REQUIRED, handler, HTTP, Size.USUAL);
    }

    public static Route post(String path, Handler handler) {
        return new Route("POST", path, Body.REQUIRED, handler, HTTP, Size.USUAL);
    }

    public static Route patch(String path, Handler handler) {
        return new Route("PATCH", path, Body.REQUIRED, handler, HTTP, Size.USUAL);
    }

    public static Route delete(String path, Handler handler) {
        return new Route("DELETE", path, Body.IGNORED, handler, HTTP, Size.USUAL);
    }

    public Route with(Body other) {
        return new Route(method, path, other, handler, door, size);
    }

    public Route of(String otherDoor) {
        return new Route(method, path, body, handler, otherDoor, size);
    }

    /** Accepts the larger bodies of requests for many jobs. */
    public Route forMany() {
        return new Route(method, path, body, handler, door, Size.BULK);
    }

    /** Accepts no body that could contain a payload: nobody has to wait until it is parsed. */
    public Route brief() {
        return new Route(method, path, body, handler, door, Size.BRIEF);
    }

    /** The name in metrics: {@code GET /job/{id}}. */
    public String label() {
        return (method.equals(Routes.GET_ONLY) ? "GET" : method) + " " + path;
    }

    List<String> segments() {
        return List.of(path.substring(1).split("/", -1));
    }
}
