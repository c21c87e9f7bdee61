package dev.reeve.door.qless.call;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Replies as they were on the wire, shown as {@link QlessEngine#show} shows them. */
final class RespText {
    /** Marks a text that is truncated in the transcript. */
    static final String CUT = "<cut>";

    private final byte[] bytes;
    private int at;

    private RespText(byte[] bytes) {
        this.bytes = bytes;
    }

    static String show(byte[] bytes) {
        return new RespText(bytes).next();
    }

    private String next() {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '$' -> rest.equals("-1") ? "nil" : bulk(Integer.parseInt(rest));
            case '*' -> array(Integer.parseInt(rest));
            default -> line;
        };
    }

    private String array(int size) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            items.add(next());
        }
        return "[" + String.join(",", items) + "]";
    }

    private String bulk(int length) {
        int there = Math.min(length, bytes.length - at);
        String text = new String(bytes, at, there, StandardCharsets.UTF_8);
        at += length + 2;
        return there < length ? text + CUT : text;
    }

    private String line() {
        int start = at;
        while (bytes[at] != '\r') {
            at++;
        }
        at += 2;
        return new String(bytes, start, at - 2 - start, StandardCharsets.UTF_8);
    }
}
