package dev.reeve.server.net.http;

import java.util.List;

/**
 * What is done with one method on one path.
 *
 * @param path segments, of which those in braces stand for any text: {@code /job/{id}/status}
 */
public record Route(String method, String path, Body body, Handler handler) {
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
        void handle(Exchange exchange) throws Refusal;
    }

    public static Route get(String path, Handler handler) {
        return new Route("GET", path, Body.IGNORED, handler);
    }

    /** A GET that changes something, so that HEAD must not do the same. */
    public static Route getOnly(String path, Handler handler) {
        return new Route(Routes.GET_ONLY, path, Body.IGNORED, handler);
    }

    public static Route put(String path, Handler handler) {
        return new Route("PUT", path, Body.REQUIRED, handler);
    }

    public static Route post(String path, Handler handler) {
        return new Route("POST", path, Body.REQUIRED, handler);
    }

    public static Route patch(String path, Handler handler) {
        return new Route("PATCH", path, Body.REQUIRED, handler);
    }

    public static Route delete(String path, Handler handler) {
        return new Route("DELETE", path, Body.IGNORED, handler);
    }

    public Route with(Body other) {
        return new Route(method, path, other, handler);
    }

    List<String> segments() {
        return List.of(path.substring(1).split("/", -1));
    }
}
