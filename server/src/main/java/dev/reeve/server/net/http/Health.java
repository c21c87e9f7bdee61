package dev.reeve.server.net.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** How the server is, for those who watch it. */
final class Health {
    private Health() {}

    /** {@code /health}, as Ocypod has it. */
    static void answer(HttpServerRequest request, @Nullable String why) {
        send(request, why == null ? "healthy" : "unhealthy", why);
    }

    /** {@code /livez}: who gets this answer knows that the process lives. */
    static void alive(HttpServerRequest request) {
        send(request, "alive", null);
    }

    /** {@code /readyz}: whether the server can do its work now. */
    static void ready(HttpServerRequest request, @Nullable String why) {
        send(request, why == null ? "ready" : "not ready", why);
    }

    private static void send(HttpServerRequest request, String status, @Nullable String why) {
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            Doors.refuseMethod(request, "GET, HEAD");
            return;
        }
        Standard.send(request, why == null ? 200 : 503, Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("status", status);
            if (why != null) {
                out.writeStringField("error", why);
            }
            out.writeEndObject();
        }));
    }
}
