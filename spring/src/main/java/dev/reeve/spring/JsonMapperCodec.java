package dev.reeve.spring;

import dev.reeve.client.JsonCodec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Payloads and results by the mapper of the application. */
record JsonMapperCodec(JsonMapper mapper) implements JsonCodec {
    @Override
    public byte[] write(Object value) {
        return mapper.writeValueAsBytes(value);
    }

    @Override
    public <T> @Nullable T read(byte[] json, Class<T> type) {
        return mapper.readValue(json, type);
    }
}
