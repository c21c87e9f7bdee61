package dev.reeve.net.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Payload or result of a job as the JSON doors show it: JSON unchanged, other text as a JSON string, other bytes as a
 * base64 string. The caller marks base64 in a separate field.
 */
public final class JsonBytes {
    /** The representation of a payload that was not given. */
    public static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    public static final String BASE64 = "base64";

    private final byte[] bytes;
    private final boolean isJson;
    private final boolean isText;

    public JsonBytes(byte[] bytes) {
        this.bytes = bytes;
        this.isJson = Json.isValid(bytes);
        this.isText = isJson || Json.isUtf8(bytes);
    }

    public boolean isBase64() {
        return !isText;
    }

    public void write(JsonGenerator out) throws IOException {
        if (isJson) {
            Json.writeRaw(bytes, out);
        } else if (isText) {
            out.writeUTF8String(bytes, 0, bytes.length);
        } else {
            out.writeBinary(bytes);
        }
    }

    /** Writes a field: JSON unchanged, all other bytes as base64, followed by a field that says so. */
    public void writeExactField(String name, String encodingName, JsonGenerator out) throws IOException {
        out.writeFieldName(name);
        if (isJson) {
            Json.writeRaw(bytes, out);
        } else {
            out.writeBinary(bytes);
            out.writeStringField(encodingName, BASE64);
        }
    }

    /** Writes a field, followed by a field that marks base64 if the bytes are neither JSON nor text. */
    public void writeField(String name, String encodingName, JsonGenerator out) throws IOException {
        out.writeFieldName(name);
        write(out);
        if (isBase64()) {
            out.writeStringField(encodingName, BASE64);
        }
    }
}
