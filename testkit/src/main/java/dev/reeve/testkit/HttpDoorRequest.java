package dev.reeve.testkit;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

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

    /** The text as one segment of a path. */
    static String segment(String text) {
        StringBuilder encoded = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (Character.isLetterOrDigit(b) || b == '-' || b == '_' || b == '.') {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HexFormat.of().toHexDigits(b));
            }
        }
        return encoded.toString();
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
