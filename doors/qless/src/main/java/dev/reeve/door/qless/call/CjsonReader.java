package dev.reeve.door.qless.call;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON decoder with the error texts of Lua's cjson, which qless clients know. Values are strings, numbers (doubles),
 * booleans, lists, maps and {@link #NULL}.
 */
final class CjsonReader {
    /** JSON null. A separate object, because the lists and maps here must not contain null. */
    static final Object NULL = new Object();

    private static final int MOST_NESTED = 1000;

    private final byte[] json;
    private int at;
    private int depth;
    private int tokenAt;
    private @Nullable Object value;

    private CjsonReader(byte[] json) {
        this.json = json;
    }

    static Object read(byte @Nullable [] json) {
        if (json == null) {
            throw new BadCall("bad argument #1 to 'decode' (string expected, got nil)");
        }
        CjsonReader reader = new CjsonReader(json);
        Object read = reader.value(reader.next());
        Token end = reader.next();
        if (end != Token.END) {
            throw reader.expected("the end", end);
        }
        return read;
    }

    /** The decoded value; null if the bytes are not JSON. */
    static @Nullable Object readOrNull(byte[] json) {
        try {
            return read(json);
        } catch (BadCall e) {
            return null;
        }
    }

    private enum Token {
        OBJ_BEGIN,
        OBJ_END,
        ARR_BEGIN,
        ARR_END,
        STRING,
        NUMBER,
        BOOLEAN,
        NULL,
        COLON,
        COMMA,
        END,
        ERROR
    }

    private BadCall expected(String what, Token found) {
        String name = found == Token.ERROR ? String.valueOf(value) : "T_" + found.name();
        return new BadCall("Expected " + what + " but found " + name + " at character " + (tokenAt + 1));
    }

    private Object value(Token token) {
        return switch (token) {
            case STRING, NUMBER, BOOLEAN, NULL -> taken();
            case OBJ_BEGIN -> object();
            case ARR_BEGIN -> array();
            default -> throw expected("value", token);
        };
    }

    private Object taken() {
        Object taken = value;
        return taken == null ? NULL : taken;
    }

    private void descend() {
        if (++depth > MOST_NESTED) {
            throw new BadCall("Found too many nested data structures (" + depth + ") at character " + tokenAt);
        }
    }

    private Map<String, Object> object() {
        descend();
        Map<String, Object> object = new LinkedHashMap<>();
        Token token = next();
        while (token != Token.OBJ_END) {
            if (token != Token.STRING) {
                throw expected("object key string", token);
            }
            String key = String.valueOf(value);
            Token colon = next();
            if (colon != Token.COLON) {
                throw expected("colon", colon);
            }
            object.put(key, value(next()));
            token = next();
            if (token == Token.COMMA) {
                token = next();
                if (token == Token.OBJ_END) {
                    throw expected("object key string", token);
                }
            } else if (token != Token.OBJ_END) {
                throw expected("comma or object end", token);
            }
        }
        depth--;
        return object;
    }

    private List<Object> array() {
        descend();
        List<Object> array = new ArrayList<>();
        Token token = next();
        while (token != Token.ARR_END) {
            array.add(value(token));
            token = next();
            if (token == Token.COMMA) {
                token = next();
                if (token == Token.ARR_END) {
                    throw expected("value", token);
                }
            } else if (token != Token.ARR_END) {
                throw expected("comma or array end", token);
            }
        }
        depth--;
        return array;
    }

    private Token next() {
        while (at < json.length && (json[at] == ' ' || json[at] == '\t' || json[at] == '\n' || json[at] == '\r')) {
            at++;
        }
        tokenAt = at;
        if (at == json.length) {
            return Token.END;
        }
        return switch (json[at]) {
            case '{' -> one(Token.OBJ_BEGIN);
            case '}' -> one(Token.OBJ_END);
            case '[' -> one(Token.ARR_BEGIN);
            case ']' -> one(Token.ARR_END);
            case ':' -> one(Token.COLON);
            case ',' -> one(Token.COMMA);
            case '"' -> string();
            default -> number() ? Token.NUMBER : word();
        };
    }

    private Token one(Token token) {
        at++;
        return token;
    }

    private Token word() {
        if (skip("true") || skip("false")) {
            value = json[tokenAt] == 't';
            return Token.BOOLEAN;
        } else if (skip("null")) {
            value = NULL;
            return Token.NULL;
        }
        return error("invalid token");
    }

    private boolean skip(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= json.length || json[at + i] != word.charAt(i)) {
                return false;
            }
        }
        at += word.length();
        return true;
    }

    private Token error(String message) {
        value = message;
        return Token.ERROR;
    }

    private boolean number() {
        if (json[at] != '-' && (json[at] < '0' || json[at] > '9')) {
            return false;
        }
        int end = at;
        while (end < json.length && "+-0123456789.eExXabcdfABCDF".indexOf(json[end]) >= 0) {
            end++;
        }
        String text = new String(json, at, end - at, StandardCharsets.ISO_8859_1);
        int length = LuaNumber.prefix(text);
        if (length > 0) {
            value = LuaNumber.parse(text.substring(0, length));
            at += length;
        }
        return length > 0;
    }

    private Token string() {
        int start = at + 1;
        at = plainEnd(start);
        if (at < json.length && json[at] == '"') {
            value = new String(json, start, at - start, StandardCharsets.UTF_8);
            at++;
            return Token.STRING;
        }
        return stringWithEscapes(start);
    }

    /** The index of the next quote or backslash, or the end. */
    private int plainEnd(int from) {
        int end = from;
        while (end < json.length && json[end] != '"' && json[end] != '\\') {
            end++;
        }
        return end;
    }

    private Token stringWithEscapes(int start) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.write(json, start, at - start);
        while (at < json.length && json[at] == '\\') {
            byte[] escaped = escaped();
            if (escaped == null) {
                return Token.ERROR;
            }
            text.writeBytes(escaped);
            int end = plainEnd(at);
            text.write(json, at, end - at);
            at = end;
        }
        if (at >= json.length) {
            tokenAt = at;
            return error("unexpected end of string");
        }
        at++;
        value = text.toString(StandardCharsets.UTF_8);
        return Token.STRING;
    }

    private byte @Nullable [] escaped() {
        int code = at + 1 < json.length ? json[at + 1] : 0;
        int plain = "\"\\/bfnrt".indexOf(code);
        if (plain >= 0) {
            at += 2;
            return new byte[] {(byte) "\"\\/\b\f\n\r\t".charAt(plain)};
        }
        int unit = code == 'u' ? unit(at) : -1;
        if (unit < 0 || Character.isLowSurrogate((char) unit)) {
            return badEscape(code == 'u' ? "invalid unicode escape code" : "invalid escape code");
        }
        at += 6;
        if (!Character.isHighSurrogate((char) unit)) {
            return String.valueOf((char) unit).getBytes(StandardCharsets.UTF_8);
        }
        int low = at + 1 < json.length && json[at] == '\\' && json[at + 1] == 'u' ? unit(at) : -1;
        if (low < 0 || !Character.isLowSurrogate((char) low)) {
            return badEscape("invalid unicode escape code");
        }
        at += 6;
        return new String(new char[] {(char) unit, (char) low}).getBytes(StandardCharsets.UTF_8);
    }

    private byte @Nullable [] badEscape(String message) {
        tokenAt = at;
        value = message;
        return null;
    }

    /** The value of the four hexadecimal digits of an escape; -1 if they are invalid. */
    private int unit(int from) {
        int unit = 0;
        for (int i = from + 2; i < from + 6; i++) {
            int digit = i < json.length ? Character.digit(json[i], 16) : -1;
            if (digit < 0) {
                return -1;
            }
            unit = unit * 16 + digit;
        }
        return unit;
    }
}
