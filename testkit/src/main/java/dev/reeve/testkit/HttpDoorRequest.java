package dev.reeve.testkit;

import java.nio.charset.StandardCharsets;

/**
 * An HTTP request of a door.
 *
 * @param lease the value of the header Lease; empty for none
 * @param json the body; empty for none
 */
public record HttpDoorRequest(String method, String path, String lease, String json) {
    public static HttpDoorRequest of(String method, String path) {
        return new HttpDoorRequest(method, path, "", "");
    }

    public static HttpDoorRequest of(String method, String path, String json) {
        return new HttpDoorRequest(method, path, "", json);
    }

    /** The request as HTTP/1.1 sends it. */
    public byte[] encode() {
        int length = json.getBytes(StandardCharsets.UTF_8).length;
        String body = json.isEmpty() ? "" : "Content-Type: application/json\r\nContent-Length: " + length + "\r\n";
        String fence = lease.isEmpty() ? "" : "Lease: " + lease + "\r\n";
        return (method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fence + body + "\r\n" + json)
                .getBytes(StandardCharsets.UTF_8);
    }
}
