package dev.reeve.campaign.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.testkit.HttpDoorRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request through one of the doors.
 *
 * @param bytes of a TCP door, one character each; empty for HTTP
 * @param call of an HTTP door; null for TCP
 */
record ModelRequest(String bytes, @Nullable HttpDoorRequest call) {
    static ModelRequest of(String bytes) {
        return new ModelRequest(bytes, null);
    }

    static ModelRequest of(byte[] bytes) {
        return of(new String(bytes, ISO_8859_1));
    }

    static ModelRequest of(HttpDoorRequest call) {
        return new ModelRequest("", call);
    }
}
