package dev.reeve.spring;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.client.JsonCodec;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Payloads and results by the mapper of an application with Jackson 2, as those of Spring Boot 3 are. */
record ObjectMapperCodec(ObjectMapper mapper) implements JsonCodec {
    @Override
    public byte[] write(Object value) {
        try {
            return mapper.writeValueAsBytes(value);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot write " + value.getClass().getName() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public <T> @Nullable T read(byte[] json, Class<T> type) {
        try {
            return mapper.readValue(json, type);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + type.getName() + ": " + e.getMessage(), e);
        }
    }
}
