package dev.reeve.door.api;

import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.JsonBytes;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A payload or result in a request: any JSON, kept byte for byte, or other bytes as a base64 string, which a second field
 * says. The two fields may come in any order.
 */
final class EncodedBytes {
    private final String name;
    private final String encodingName;
    private byte @Nullable [] raw;
    private @Nullable String encoding;

    private EncodedBytes(String name, String encodingName) {
        this.name = name;
        this.encodingName = encodingName;
    }

    static EncodedBytes ofPayload() {
        return new EncodedBytes("payload", "payload_encoding");
    }

    static EncodedBytes ofResult() {
        return new EncodedBytes("result", "result_encoding");
    }

    /** Reads a field if it is one of the two. */
    boolean field(String field, StrictJson value) throws IOException {
        if (field.equals(name)) {
            raw = value.raw();
        } else if (field.equals(encodingName)) {
            encoding = value.text(JsonBytes.BASE64::equals, "expected \"base64\"");
        } else {
            return false;
        }
        return true;
    }

    /** Decodes base64, if it is. Called once, when all fields are read. */
    void check(FieldErrors errors, String pointer) {
        if (encoding != null) {
            raw = decoded(raw);
            if (raw == null) {
                errors.add(pointer + "/" + name, "expected a base64 string");
            }
        }
    }

    private static byte @Nullable [] decoded(byte @Nullable [] json) {
        if (json == null || json.length < 2 || json[0] != '"') {
            return null;
        }
        // The only character of base64 that JSON may escape is the slash.
        String text = new String(json, 1, json.length - 2, StandardCharsets.ISO_8859_1).replace("\\/", "/");
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The bytes; JSON null if none were given. */
    byte[] bytes() {
        return raw == null ? JsonBytes.NULL : raw;
    }

    /** The bytes; null if none were given. */
    byte @Nullable [] bytesOrNull() {
        return raw;
    }
}
