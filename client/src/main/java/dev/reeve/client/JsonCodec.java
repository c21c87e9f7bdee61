package dev.reeve.client;

import org.jspecify.annotations.Nullable;

/** Turns payloads and results into JSON and back. */
public interface JsonCodec {
    /** The value in JSON. */
    byte[] write(Object value);

    /** A value of this type; null for JSON null. */
    <T> @Nullable T read(byte[] json, Class<T> type);
}
