package dev.reeve.net.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** JSON encoding and decoding with a streaming parser and generator. */
public final class Json {
    /**
     * Length limits are off: numbers are not converted unless their length was checked, and names are only compared.
     */
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final int MAX_CACHED_BYTES = 1024;
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long LOWEST_BITS = 0x0101010101010101L;
    private static final long HIGHEST_BITS = 0x8080808080808080L;

    private Json() {}

    /** Writes one value. */
    @FunctionalInterface
    public interface Writer {
        void write(JsonGenerator out) throws IOException;
    }

    /** Writes a value into a new buffer. */
    static ByteBuf encode(Writer writer, ByteBufAllocator allocator) {
        ByteBuf json = allocator.ioBuffer();
        try (JsonGenerator out = FACTORY.createGenerator((OutputStream) new ByteBufOutputStream(json))) {
            writer.write(out);
        } catch (IOException e) {
            json.release();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            json.release();
            throw e;
        }
        return json;
    }

    /** Writes a value into an array. */
    public static byte[] bytes(Writer writer) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try (JsonGenerator out = generator(json)) {
            writer.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return json.toByteArray();
    }

    static JsonGenerator generator(OutputStream to) {
        try {
            return FACTORY.createGenerator(to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a JSON value unchanged, without converting its bytes to a string and back. */
    static void writeRaw(byte[] json, JsonGenerator out) throws IOException {
        out.writeRawValue("");
        out.flush();
        ((OutputStream) out.getOutputTarget()).write(json);
    }

    /** Whether the bytes are exactly one JSON value, so that they can be embedded in another. */
    static boolean isValid(byte[] bytes) {
        return isText(bytes) && JsonSyntax.isOneValue(bytes);
    }

    /** Whether the bytes are UTF-8 without null bytes; null bytes would make the parser detect UTF-16. */
    static boolean isText(byte[] bytes) {
        int at = plainLength(bytes);
        for (int i = at; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                return false;
            }
        }
        return at == bytes.length || decodes(bytes, at);
    }

    static boolean isUtf8(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] < 0) {
                return decodes(bytes, i);
            }
        }
        return true;
    }

    /** How many bytes at the beginning are ASCII and not null; all of most bodies are, so eight are looked at together. */
    private static int plainLength(byte[] bytes) {
        int at = 0;
        while (at + Long.BYTES <= bytes.length && arePlain((long) EIGHT_BYTES.get(bytes, at))) {
            at += Long.BYTES;
        }
        while (at < bytes.length && bytes[at] > 0) {
            at++;
        }
        return at;
    }

    /** Whether none of the bytes is null or has its highest bit set. */
    private static boolean arePlain(long eight) {
        return ((eight | (eight - LOWEST_BITS)) & HIGHEST_BITS) == 0;
    }

    private static boolean decodes(byte[] bytes, int from) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, bytes.length - from));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Creates a parser. A factory caches field names, so input that may have long names gets a factory of its own. */
    static JsonParser parser(byte[] bytes) throws IOException {
        return (bytes.length <= MAX_CACHED_BYTES ? FACTORY : FACTORY.copy()).createParser(bytes);
    }
}
