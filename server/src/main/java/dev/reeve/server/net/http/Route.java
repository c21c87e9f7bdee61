package dev.reeve.server.net.http;

import java.util.List;

/**
 * What is done with one method on one path.
 *
 * @param path segments, of which those in braces stand for any text: {@code /job/{id}/status}
 * @param door the door under whose name it is counted
 */
public record Route(String method, String path, Body body, Handler handler, String door) {
    /** The door of what belongs to no door in particular. */
    public static final String HTTP = "http";

    /** Whether a request body is read. */
    public enum Body {
        /** None is expected; what is sent is thrown away. */
        IGNORED,
        /** JSON, or nothing. */
        OPTIONAL,
        /** JSON. */
        REQUIRED
    }

    /** Deals with a request on the HTTP loop; it must not block. */
    @FunctionalInterface
    public interface Handler {
        void handle(Exchange exchange) throws HttpError;
    }

    public static Route get(String path, Handler handler) {
        return new Route("GET", path, Body.IGNORED, handler, HTTP);
    }

    /** A GET that changes something, so that HEAD must not do the same. */
    public static Route getOnly(String path, Handler handler) {
        return new Route(Routes.GET_ONLY, path, Body.IGNORED, handler, HTTP);
    }

    public static Route put(String path, Handler handler) {
        return new Route("PUT", path, Body.REQUIRED, handler, HTTP);
    }

    public static Route post(String path, Handler handler) {
        return new Route("POST", path, Body.REQUIRED, handler, HTTP);
    }

    public static Route patch(String path, Handler handler) {
        return new Route("PATCH", path, Body.REQUIRED, handler, HTTP);
    }

    public static Route delete(String path, Handler handler) {
        return new Route("DELETE", path, Body.IGNORED, handler, HTTP);
    }

    public Route with(Body other) {
        return new Route(method, path, other, handler, door);
    }

    public Route of(String otherDoor) {
        return new Route(method, path, body, handler, otherDoor);
    }

    /** How it is called: {@code GET /job/{id}}. */
    public String label() {
        return (method.equals(Routes.GET_ONLY) ? "GET" : method) + " " + path;
    }

    List<String> segments() {
        return List.of(path.substring(1).split("/", -1));
    }
}
