package dev.reeve.net.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;

/** Writes one large value in parts, each of which takes far less than a millisecond. */
@FunctionalInterface
public interface JsonParts {
    /** How many items of a list are one part. */
    int ITEMS = 32;

    /** Writes the next part. Returns whether it was the last one. */
    boolean writeNext(JsonGenerator out) throws IOException;

    /** Writes an item of a list. */
    @FunctionalInterface
    interface ItemWriter<T> {
        void write(T item, JsonGenerator out) throws IOException;
    }

    /** What is written in one part. */
    static JsonParts one(Json.Writer writer) {
        return out -> {
            writer.write(out);
            return true;
        };
    }

    /** The items of a list, without what surrounds them. */
    static <T> JsonParts items(List<T> items, ItemWriter<? super T> writer) {
        Iterator<T> left = items.iterator();
        return out -> {
            for (int i = 0; i < ITEMS && left.hasNext(); i++) {
                writer.write(left.next(), out);
            }
            return !left.hasNext();
        };
    }

    /** An array of numbers. */
    static JsonParts numbers(long[] numbers) {
        int[] next = {0};
        JsonParts items = out -> {
            int end = Math.min(numbers.length, next[0] + ITEMS * ITEMS);
            while (next[0] < end) {
                out.writeNumber(numbers[next[0]++]);
            }
            return end == numbers.length;
        };
        return all(List.of(one(JsonGenerator::writeStartArray), items, one(JsonGenerator::writeEndArray)));
    }

    /** Several values or parts, one after the other. */
    static JsonParts all(List<JsonParts> values) {
        int[] next = {0};
        return out -> {
            if (values.get(next[0]).writeNext(out)) {
                next[0]++;
            }
            return next[0] == values.size();
        };
    }
}
