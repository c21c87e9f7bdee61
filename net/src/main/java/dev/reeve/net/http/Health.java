package dev.reeve.net.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Health endpoints for monitoring. Each method sends the response and returns its status code. */
final class Health {
    private Health() {}

    /** {@code /health}, in the format of Ocypod. */
    static int answer(HttpServerRequest request, @Nullable String why) {
        return send(request, why == null ? "healthy" : "unhealthy", why);
    }

    /** {@code /livez}: the process is running, which any response shows. */
    static int alive(HttpServerRequest request) {
        return send(request, "alive", null);
    }

    /** {@code /readyz}: whether the server can execute commands now. */
    static int ready(HttpServerRequest request, @Nullable String why) {
        return send(request, why == null ? "ready" : "not ready", why);
    }

    private static int send(HttpServerRequest request, String status, @Nullable String why) {
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            return RequestDispatcher.refuseMethod(request, "GET, HEAD").status();
        }
        int code = why == null ? 200 : 503;
        CommonResponses.send(request, code, Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("status", status);
            if (why != null) {
                out.writeStringField("error", why);
            }
            out.writeEndObject();
        }));
        return code;
    }
}
