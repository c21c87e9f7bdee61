package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A payload or result as bytes. What is JSON is sent and received byte for byte; other bytes travel as base64.
 *
 * @param isJson whether the bytes are a JSON value
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by content below, and never changed.
public record RawJson(byte[] bytes, boolean isJson) {
    static final RawJson NULL = of("null");

    /** A JSON value. */
    public static RawJson of(String json) {
        return new RawJson(json.getBytes(StandardCharsets.UTF_8), true);
    }

    /** Any bytes. */
    public static RawJson ofBytes(byte[] bytes) {
        return new RawJson(bytes.clone(), false);
    }

    /** The bytes as text. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    boolean isNull() {
        return isJson && bytes.length == 4 && bytes[0] == 'n';
    }

    /** Writes the field, and the one that tells its encoding if it is no JSON. */
    void writeField(String name, JsonGenerator out) throws IOException {
        if (isJson) {
            out.writeFieldName(name);
            out.writeRawValue(text());
        } else {
            out.writeStringField(name, Base64.getEncoder().encodeToString(bytes));
            out.writeStringField(name + "_encoding", "base64");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawJson that && isJson == that.isJson && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return isJson ? text() : bytes.length + " bytes";
    }
}
