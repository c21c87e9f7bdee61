package dev.reeve.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What payloads and results are made of: {@code byte[]} as it is, {@link RawJson} as it is, a {@code String} as a JSON string, and
 * any other type by a {@link JsonCodec}: the given one, or the databind of Jackson 3 or 2 if it is on the class path.
 */
final class Codecs {
    private final @Nullable JsonCodec given;

    Codecs(@Nullable JsonCodec given) {
        this.given = given;
    }

    /** Searched for when it is needed: to load Jackson's databind takes longer than a request. */
    private static final class OnClassPath {
        static final @Nullable JsonCodec CODEC = found();
    }

    RawJson write(@Nullable Object value) {
        if (value == null) {
            return RawJson.NULL;
        }
        if (value instanceof RawJson raw) {
            return raw;
        }
        if (value instanceof byte[] bytes) {
            return RawJson.ofBytes(bytes);
        }
        if (value instanceof String text) {
            return RawJson.of('"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"');
        }
        return new RawJson(typed(value.getClass()).write(value), true);
    }

    <T> @Nullable T read(RawJson value, Class<T> type) {
        if (type == RawJson.class) {
            return type.cast(value);
        }
        if (type == byte[].class) {
            return type.cast(value.bytes());
        }
        if (value.isNull() || type == Void.class) {
            return null;
        }
        if (type == String.class) {
            return type.cast(string(value));
        }
        return typed(type).read(value.bytes(), type);
    }

    private static String string(RawJson value) {
        try (JsonParser in = JsonObject.FACTORY.createParser(value.bytes())) {
            if (in.nextToken() == JsonToken.VALUE_STRING) {
                return in.getText();
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("expected a JSON string, not " + value, e);
        }
        throw new IllegalArgumentException("expected a JSON string, not " + value);
    }

    private JsonCodec typed(Class<?> type) {
        JsonCodec typed = given == null ? OnClassPath.CODEC : given;
        if (typed == null) {
            throw new IllegalStateException("no codec for " + type.getName()
                    + ": add jackson-databind to the class path, give a JsonCodec, or use String, byte[] or RawJson");
        }
        return typed;
    }

    private static @Nullable JsonCodec found() {
        JsonCodec newer = jackson("tools.jackson.databind.json.JsonMapper");
        return newer == null ? jackson("com.fasterxml.jackson.databind.ObjectMapper") : newer;
    }

    private static @Nullable JsonCodec jackson(String className) {
        try {
            Class<?> type = Class.forName(className);
            Object mapper = type.getConstructor().newInstance();
            // Fields that a newer program has added are no error.
            forgive(mapper);
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            return new Databind(
                    lookup.findVirtual(type, "writeValueAsBytes", MethodType.methodType(byte[].class, Object.class))
                            .bindTo(mapper),
                    lookup.findVirtual(
                                    type, "readValue", MethodType.methodType(Object.class, byte[].class, Class.class))
                            .bindTo(mapper));
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }

    /** Jackson 3 ignores unknown fields by default, Jackson 2 refuses them. */
    private static void forgive(Object mapper) throws ReflectiveOperationException {
        if (mapper.getClass().getName().startsWith("com.fasterxml.")) {
            Class<?> feature = Class.forName("com.fasterxml.jackson.databind.DeserializationFeature");
            Object unknown = feature.getField("FAIL_ON_UNKNOWN_PROPERTIES").get(null);
            mapper.getClass().getMethod("configure", feature, boolean.class).invoke(mapper, unknown, false);
            mapper.getClass().getMethod("findAndRegisterModules").invoke(mapper);
        }
    }

    /** The databind of Jackson, by its methods. */
    private record Databind(MethodHandle writer, MethodHandle reader) implements JsonCodec {
        @Override
        public byte[] write(Object value) {
            return (byte[]) Objects.requireNonNull(call(
                    () -> writer.invoke(value),
                    "cannot write " + value.getClass().getName()));
        }

        @Override
        public <T> @Nullable T read(byte[] json, Class<T> type) {
            return type.cast(
                    call(() -> reader.invoke(json, type), "cannot read " + type.getName() + " from " + excerpt(json)));
        }

        private static String excerpt(byte[] json) {
            String text = new String(json, StandardCharsets.UTF_8);
            return text.length() <= 200 ? text : text.substring(0, 200) + "…";
        }

        private interface Invocation {
            @Nullable
            Object run() throws Throwable;
        }

        private static @Nullable Object call(Invocation invocation, String failure) {
            try {
                return invocation.run();
            } catch (Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalArgumentException(failure + ": " + e.getMessage(), e);
            }
        }
    }
}
