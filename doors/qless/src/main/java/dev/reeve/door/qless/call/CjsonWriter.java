package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A JSON encoder that is compatible with Lua's cjson: an empty list is {@code {}}, numbers have up to 14 digits, slashes are
 * escaped. Bytes that are not valid UTF-8 are written unchanged.
 */
final class CjsonWriter {
    private static final String TOO_LARGE = "1e999";
    private static final String HEX = "0123456789abcdef";

    /** The characters that need no escape. */
    private static final boolean[] PLAIN = new boolean[127];

    static {
        for (char c = ' '; c < PLAIN.length; c++) {
            PLAIN[c] = c != '"' && c != '\\' && c != '/';
        }
    }

    /** From this size on a text continues in another array, because to copy a large one takes time and memory. */
    private static final int PART_BYTES = 64 * 1024;

    private final List<byte[]> parts = new ArrayList<>(0);
    private int partsBytes;
    private byte[] out = new byte[1024];
    private int size;
    private boolean first = true;

    byte[] bytes() {
        byte[] all = new byte[size()];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        System.arraycopy(out, 0, all, at, size);
        return all;
    }

    int size() {
        return partsBytes + size;
    }

    Resp reply() {
        if (parts.isEmpty()) {
            return new Resp.Bulk(bytes());
        }
        endPart();
        return new Resp.LongBulk(parts, partsBytes);
    }

    private void endPart() {
        parts.add(size == out.length ? out : Arrays.copyOf(out, size));
        partsBytes = Math.addExact(partsBytes, size);
        size = 0;
    }

    CjsonWriter open() {
        raw("{");
        first = true;
        return this;
    }

    CjsonWriter close() {
        raw("}");
        first = false;
        return this;
    }

    CjsonWriter key(String name) {
        separate();
        text(name);
        raw(":");
        first = true;
        return this;
    }

    CjsonWriter field(String name, String text) {
        return key(name).text(text);
    }

    CjsonWriter field(String name, long number) {
        return rawField(name, LuaNumber.format((double) number));
    }

    CjsonWriter field(String name, boolean value) {
        return rawField(name, String.valueOf(value));
    }

    CjsonWriter rawField(String name, String json) {
        key(name).raw(json);
        first = false;
        return this;
    }

    CjsonWriter field(String name, Collection<String> texts) {
        return key(name).texts(texts);
    }

    /** Starts the next element of a list or member of an object, with a comma if it is not the first. */
    CjsonWriter separate() {
        if (!first) {
            raw(",");
        }
        first = false;
        return this;
    }

    CjsonWriter texts(Collection<String> texts) {
        return list(texts, (text, json) -> json.text(text));
    }

    <T> CjsonWriter list(Collection<T> items, BiConsumer<T, CjsonWriter> writer) {
        openList(items.isEmpty());
        for (T item : items) {
            separate();
            writer.accept(item, this);
        }
        return closeList(items.isEmpty());
    }

    CjsonWriter openList(boolean empty) {
        raw(empty ? "{" : "[");
        first = true;
        return this;
    }

    CjsonWriter closeList(boolean empty) {
        raw(empty ? "}" : "]");
        first = false;
        return this;
    }

    /** Appends ASCII text without escaping. */
    CjsonWriter raw(String json) {
        int length = json.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            out[size + i] = (byte) json.charAt(i);
        }
        size += length;
        return this;
    }

    CjsonWriter text(String text) {
        int length = text.length();
        reserve(length + 2);
        byte[] to = out;
        int at = size;
        to[at++] = '"';
        int i = 0;
        while (i < length && isPlain(text.charAt(i))) {
            to[at++] = (byte) text.charAt(i++);
        }
        size = at;
        if (i < length) {
            putEscaped(text.substring(i).getBytes(StandardCharsets.UTF_8));
        }
        return endText();
    }

    CjsonWriter text(byte[] text) {
        put((byte) '"');
        putEscaped(text);
        return endText();
    }

    /** Appends the bytes with escapes; bytes that need no escape are copied in runs. */
    private void putEscaped(byte[] text) {
        int at = 0;
        while (at < text.length) {
            int end = at;
            while (end < text.length && (text[end] < 0 || isPlain((char) text[end]))) {
                end++;
            }
            reserve(end - at);
            System.arraycopy(text, at, out, size, end - at);
            size += end - at;
            if (end < text.length) {
                putEscaped(text[end++]);
            }
            at = end;
        }
    }

    private static boolean isPlain(char c) {
        return c < PLAIN.length && PLAIN[c];
    }

    private CjsonWriter endText() {
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
                raw("\\u00" + HEX.charAt(b >> 4) + HEX.charAt(b & 15));
            }
        }
    }

    private void put(byte b) {
        reserve(1);
        out[size++] = b;
    }

    private void reserve(int more) {
        if (out.length - size >= more) {
            return;
        }
        if (size >= PART_BYTES) {
            endPart();
            out = new byte[Math.max(PART_BYTES, more)];
        } else {
            out = Arrays.copyOf(out, Math.max(2 * out.length, Math.addExact(size, more)));
        }
    }

    /** Writes a value that {@link CjsonReader} has decoded. */
    CjsonWriter value(Object value) {
        if (value instanceof String text) {
            text(text);
        } else if (value instanceof Double number) {
            raw(number(number));
        } else if (value instanceof List<?> list) {
            list(list, (element, json) -> json.value(element));
        } else if (value instanceof Map<?, ?> map) {
            open();
            map.forEach((key, element) -> key(String.valueOf(key)).value(element));
            close();
        } else {
            raw(value == CjsonReader.NULL ? "null" : value.toString());
        }
        first = false;
        return this;
    }

    /** JSON has no infinity. It is written as a number that is too large for a double. */
    private static String number(double number) {
        if (Double.isInfinite(number)) {
            return number > 0 ? TOO_LARGE : "-" + TOO_LARGE;
        }
        return LuaNumber.format(number);
    }

    /** Any payload as JSON: unchanged if it is JSON, else as a string, in base64 if it is not valid UTF-8. */
    static byte[] ofPayload(byte[] payload) {
        if (CjsonReader.readOrNull(payload) != null) {
            return payload;
        }
        String text = new String(payload, StandardCharsets.UTF_8);
        boolean isText = Arrays.equals(text.getBytes(StandardCharsets.UTF_8), payload);
        return new CjsonWriter()
                .text(isText ? text : Base64.getEncoder().encodeToString(payload))
                .bytes();
    }

    static byte[] of(Object value) {
        return new CjsonWriter().value(value).bytes();
    }
}
