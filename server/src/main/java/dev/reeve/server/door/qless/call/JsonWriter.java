package dev.reeve.server.door.qless.call;

import dev.reeve.server.door.qless.Resp;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes JSON as qless clients get it: an empty list is {@code {}}, numbers have up to 14 digits, slashes are escaped.
 * Texts may be bytes that are no UTF-8; they pass as they are.
 */
final class JsonWriter {
    private static final String HEX = "0123456789abcdef";

    private byte[] out = new byte[512];
    private int size;
    private boolean first = true;

    byte[] bytes() {
        return Arrays.copyOf(out, size);
    }

    Resp reply() {
        return new Resp.Bulk(bytes());
    }

    JsonWriter open() {
        raw("{");
        first = true;
        return this;
    }

    JsonWriter close() {
        raw("}");
        first = false;
        return this;
    }

    JsonWriter key(String name) {
        separate();
        text(name);
        raw(":");
        first = true;
        return this;
    }

    JsonWriter field(String name, String text) {
        return key(name).text(text);
    }

    JsonWriter field(String name, long number) {
        return rawField(name, LuaNumber.format((double) number));
    }

    JsonWriter field(String name, boolean value) {
        return rawField(name, String.valueOf(value));
    }

    JsonWriter rawField(String name, String json) {
        key(name).raw(json);
        first = false;
        return this;
    }

    JsonWriter field(String name, Collection<String> texts) {
        return key(name).texts(texts);
    }

    /** Between two elements of a list, or two members of an object. */
    JsonWriter separate() {
        if (!first) {
            raw(",");
        }
        first = false;
        return this;
    }

    JsonWriter texts(Collection<String> texts) {
        raw(texts.isEmpty() ? "{" : "[");
        int left = texts.size();
        for (String text : texts) {
            text(text);
            raw(--left > 0 ? "," : "");
        }
        return closeList(texts.isEmpty());
    }

    JsonWriter openList(boolean empty) {
        raw(empty ? "{" : "[");
        first = true;
        return this;
    }

    JsonWriter closeList(boolean empty) {
        raw(empty ? "}" : "]");
        first = false;
        return this;
    }

    /** JSON of plain ASCII, as it is. */
    JsonWriter raw(String json) {
        for (int i = 0; i < json.length(); i++) {
            put((byte) json.charAt(i));
        }
        return this;
    }

    JsonWriter text(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 128) {
                return text(text.getBytes(StandardCharsets.UTF_8));
            }
        }
        put((byte) '"');
        for (int i = 0; i < text.length(); i++) {
            putEscaped((byte) text.charAt(i));
        }
        return endText();
    }

    JsonWriter text(byte[] text) {
        put((byte) '"');
        for (byte b : text) {
            putEscaped(b);
        }
        return endText();
    }

    private JsonWriter endText() {
        put((byte) '"');
        first = false;
        return this;
    }

    private void putEscaped(byte b) {
        switch (b) {
            case '"', '\\', '/' -> {
                put((byte) '\\');
                put(b);
            }
            case '\b' -> raw("\\b");
            case '\f' -> raw("\\f");
            case '\n' -> raw("\\n");
            case '\r' -> raw("\\r");
            case '\t' -> raw("\\t");
            default -> {
                if ((b >= 0 && b < ' ') || b == 127) {
                    raw("\\u00" + HEX.charAt(b >> 4) + HEX.charAt(b & 15));
                } else {
                    put(b);
                }
            }
        }
    }

    private void put(byte b) {
        if (size == out.length) {
            out = Arrays.copyOf(out, 2 * size);
        }
        out[size++] = b;
    }

    /** What {@link JsonReader} read. */
    JsonWriter value(Object value) {
        if (value instanceof String text) {
            text(text);
        } else if (value instanceof Double number) {
            raw(LuaNumber.format(number));
        } else if (value instanceof List<?> list) {
            openList(list.isEmpty());
            for (Object element : list) {
                separate();
                value(element);
            }
            closeList(list.isEmpty());
        } else if (value instanceof Map<?, ?> map) {
            open();
            map.forEach((key, element) -> key(String.valueOf(key)).value(element));
            close();
        } else {
            raw(value == JsonReader.NULL ? "null" : value.toString());
        }
        first = false;
        return this;
    }

    /** A payload of any kind as JSON: itself if it is, else as a text, in base64 if it is not even that. */
    static byte[] ofPayload(byte[] payload) {
        if (JsonReader.readOrNull(payload) != null) {
            return payload;
        }
        String text = new String(payload, StandardCharsets.UTF_8);
        boolean isText = Arrays.equals(text.getBytes(StandardCharsets.UTF_8), payload);
        return new JsonWriter()
                .text(isText ? text : Base64.getEncoder().encodeToString(payload))
                .bytes();
    }

    static byte[] of(Object value) {
        return new JsonWriter().value(value).bytes();
    }
}
