package dev.reeve.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request.
 *
 * @param path with parameters, already encoded
 * @param body JSON; null for none
 * @param longest how long the request asks the server to wait
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ApiCall(String method, String path, byte @Nullable [] body, Duration longest) {
    static ApiCall get(String path) {
        return new ApiCall("GET", path, null, Duration.ZERO);
    }

    static ApiCall delete(String path) {
        return new ApiCall("DELETE", path, null, Duration.ZERO);
    }

    static ApiCall post(String path, JsonObject.Content content) {
        return new ApiCall("POST", path, JsonObject.write(content), Duration.ZERO);
    }

    static ApiCall put(String path, JsonObject.Content content) {
        return new ApiCall("PUT", path, JsonObject.write(content), Duration.ZERO);
    }

    ApiCall waiting(Duration time) {
        return new ApiCall(method, path, body, time);
    }
}
