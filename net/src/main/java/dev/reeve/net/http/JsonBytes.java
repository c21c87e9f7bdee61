package dev.reeve.net.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Payload or result of a job as the JSON doors show it: JSON unchanged, other text as a JSON string, other bytes as a
 * base64 string. The caller marks base64 in a separate field.
 */
public final class JsonBytes {
    /** The representation of a payload that was not given. */
    public static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    public static final String BASE64 = "base64";

    private enum Kind {
        JSON,
        TEXT,
        BYTES
    }

    private final byte[] bytes;
    private final Kind kind;

    public JsonBytes(byte[] bytes) {
        this.bytes = bytes;
        if (Json.isValid(bytes)) {
            kind = Kind.JSON;
        } else {
            kind = Json.isUtf8(bytes) ? Kind.TEXT : Kind.BYTES;
        }
    }

    public boolean isBase64() {
        return kind == Kind.BYTES;
    }

    /** Writes a field, followed by a field that marks base64 if the bytes are neither JSON nor text. */
    public void writeField(String name, String encodingName, JsonGenerator out) throws IOException {
        out.writeFieldName(name);
        write(out);
        if (isBase64()) {
            out.writeStringField(encodingName, BASE64);
        }
    }

    public void write(JsonGenerator out) throws IOException {
        switch (kind) {
            case JSON -> Json.writeRaw(bytes, out);
            case TEXT -> out.writeString(new String(bytes, StandardCharsets.UTF_8));
            case BYTES -> out.writeString(Base64.getEncoder().encodeToString(bytes));
        }
    }
}
