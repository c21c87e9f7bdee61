package dev.reeve.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of an answer. Values are texts, {@code Long}, {@code Double}, {@code Boolean}, lists and objects. Fields that
 * belong to programs (payload, result, data) are kept as bytes.
 */
public final class JsonObject {
    private static final Set<String> RAW = Set.of("payload", "result", "data");
    private static final String ENCODING = "_encoding";
    /** So many fit without a larger table. */
    private static final int FIELDS_OF_A_JOB = 40;

    private static final int MOST_TEXT = 64 * 1024 * 1024;
    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxStringLength(MOST_TEXT).build())
            .build();

    /** Writes the content of a request. */
    interface Content {
        void write(JsonGenerator out) throws IOException;
    }

    private final Map<String, @Nullable Object> fields;

    private JsonObject(Map<String, @Nullable Object> fields) {
        this.fields = fields;
    }

    /** An object in JSON. */
    static byte[] write(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            out.writeStartObject();
            content.write(out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Reads an object. Throws an IllegalArgumentException if it is none. */
    public static JsonObject read(byte[] json) {
        try (JsonParser in = FACTORY.createParser(json)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("expected a JSON object");
            }
            JsonObject object = object(in, json);
            if (in.nextToken() != null) {
                throw new IllegalArgumentException("expected one JSON object");
            }
            return object;
        } catch (IOException e) {
            throw new IllegalArgumentException("this is not JSON: " + e.getMessage(), e);
        }
    }

    private static JsonObject object(JsonParser in, byte[] json) throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(FIELDS_OF_A_JOB);
        boolean isEncoded = false;
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            fields.put(name, RAW.contains(name) ? raw(in, json) : value(in, json));
            isEncoded |= name.endsWith(ENCODING);
        }
        if (isEncoded) {
            decode(fields);
        }
        return new JsonObject(fields);
    }

    private static void decode(Map<String, @Nullable Object> fields) {
        for (String name : RAW) {
            // Documents about the interface have objects under these names.
            if (fields.get(name + ENCODING) instanceof String && fields.get(name) instanceof RawJson encoded) {
                fields.remove(name + ENCODING);
                String text = encoded.text();
                byte[] bytes = Base64.getDecoder().decode(text.substring(1, text.length() - 1));
                fields.put(name, new RawJson(bytes, false));
            }
        }
    }

    private static RawJson raw(JsonParser in, byte[] json) throws IOException {
        int from = (int) in.currentTokenLocation().getByteOffset();
        in.skipChildren();
        in.finishToken();
        return new RawJson(
                Arrays.copyOfRange(json, from, (int) in.currentLocation().getByteOffset()), true);
    }

    private static @Nullable Object value(JsonParser in, byte[] json) throws IOException {
        return switch (in.currentToken()) {
            case START_OBJECT -> object(in, json);
            case START_ARRAY -> list(in, json);
            case VALUE_STRING -> in.getText();
            case VALUE_NUMBER_INT -> in.getLongValue();
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
            default -> null;
        };
    }

    private static List<@Nullable Object> list(JsonParser in, byte[] json) throws IOException {
        List<@Nullable Object> items = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(in, json));
        }
        return items;
    }

    public Set<String> names() {
        return fields.keySet();
    }

    /** The value; null if it is missing or null. */
    public @Nullable Object get(String name) {
        return fields.get(name);
    }

    /** The value as text; empty if it is missing or null. */
    public String text(String name) {
        Object value = fields.get(name);
        return value == null ? "" : value.toString();
    }

    /** The value as text; null if it is missing or null. */
    public @Nullable String textOrNull(String name) {
        Object value = fields.get(name);
        return value == null ? null : value.toString();
    }

    public long number(String name) {
        return fields.get(name) instanceof Number number ? number.longValue() : 0;
    }

    public boolean flag(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    public RawJson raw(String name) {
        return fields.get(name) instanceof RawJson raw ? raw : RawJson.NULL;
    }

    /** The object in that field; null if there is none. */
    public @Nullable JsonObject object(String name) {
        return fields.get(name) instanceof JsonObject object ? object : null;
    }

    /** The objects of the list in that field. */
    public List<JsonObject> objects(String name) {
        List<JsonObject> found = new ArrayList<>();
        if (fields.get(name) instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof JsonObject object) {
                    found.add(object);
                }
            }
        }
        return found;
    }

    /** The object in JSON, on one line. */
    @Override
    public String toString() {
        return new String(write(out -> writeFields(out)), java.nio.charset.StandardCharsets.UTF_8);
    }

    private void writeFields(JsonGenerator out) throws IOException {
        for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
            if (field.getValue() instanceof RawJson raw) {
                raw.writeField(field.getKey(), out);
            } else {
                out.writeFieldName(field.getKey());
                writeValue(field.getValue(), out);
            }
        }
    }

    private static void writeValue(@Nullable Object value, JsonGenerator out) throws IOException {
        if (value instanceof JsonObject object) {
            out.writeStartObject();
            object.writeFields(out);
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object item : list) {
                writeValue(item, out);
            }
            out.writeEndArray();
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value.toString());
        }
    }
}
