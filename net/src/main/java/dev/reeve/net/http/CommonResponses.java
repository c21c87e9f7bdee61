package dev.reeve.net.http;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/** Responses that are the same for all HTTP doors. */
public final class CommonResponses {
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

    private CommonResponses() {}

    static HttpError refused(Outcome<?> outcome) {
        return refusal(outcome.rejectionOrThrow());
    }

    /** The error for rejections that do not depend on the kind of request. */
    public static HttpError refusal(Rejection why) {
        return switch (why) {
            case OUT_OF_MEMORY -> new HttpError(507, "Out of memory: the room for jobs is used up");
            case OUT_OF_DISK -> new HttpError(507, "Out of disk space");
            case JOB_NOT_FOUND, QUEUE_NOT_FOUND -> new HttpError(404, "Not found");
            case JOB_EXISTS,
                    ALREADY_ENDED,
                    NOT_LEASED,
                    STALE_LEASE,
                    INVALID_TRANSITION,
                    OTHER_QUEUE,
                    NOT_DEPENDING,
                    HAS_DEPENDENTS,
                    EXPIRES_BEFORE_DUE -> new HttpError(409, "Refused: " + why);
        };
    }

    static HttpError unknown() {
        return new HttpError(503, "The server is stopping; whether this was done is not known");
    }

    static Json.Writer error(String text) {
        return out -> {
            out.writeStartObject();
            out.writeStringField("error", text);
            out.writeEndObject();
        };
    }

    static void refuse(HttpServerRequest request, HttpError refusal) {
        send(request, refusal.status(), Json.bytes(error(refusal.text())));
    }

    /**
     * Sends the response. The body is omitted if there is none, and for HEAD requests.
     *
     * @return completed when the response has been sent, or has failed
     */
    static Future<Void> send(HttpServerRequest request, int status, byte @Nullable [] json) {
        return send(request, status, json, JSON);
    }

    static Future<Void> send(HttpServerRequest request, int status, byte @Nullable [] body, CharSequence mediaType) {
        HttpServerResponse response = request.response().setStatusCode(status);
        if (body == null) {
            return response.end();
        }
        response.putHeader(HttpHeaders.CONTENT_TYPE, mediaType);
        if (request.method().equals(HttpMethod.HEAD)) {
            return response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length))
                    .end();
        }
        return response.end(Buffer.buffer(body));
    }
}
