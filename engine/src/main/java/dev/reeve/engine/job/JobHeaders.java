package dev.reeve.engine.job;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a job: names and values in the order given by its producer, such as a trace context. Immutable. They are
 * one list because that is the smallest form; most jobs share {@link #NONE}.
 *
 * @param namesAndValues each name is followed by its value
 */
public record JobHeaders(List<String> namesAndValues) {
    public static final JobHeaders NONE = new JobHeaders(List.of());

    private static final long OVERHEAD_BYTES = 16;

    public JobHeaders {
        namesAndValues = List.copyOf(namesAndValues);
        if (namesAndValues.size() % 2 != 0) {
            throw new IllegalArgumentException("expected a value for each header, but one has none");
        }
    }

    public static JobHeaders of(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return NONE;
        }
        List<String> all = new ArrayList<>(2 * headers.size());
        headers.forEach((name, value) -> {
            all.add(name);
            all.add(value);
        });
        return new JobHeaders(all);
    }

    public boolean isEmpty() {
        return namesAndValues.isEmpty();
    }

    /** The value of the header; null if there is none of that name. */
    public @Nullable String get(String name) {
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            if (namesAndValues.get(i).equals(name)) {
                return namesAndValues.get(i + 1);
            }
        }
        return null;
    }

    /** The headers as a map in their order. */
    public Map<String, String> asMap() {
        return new AbstractMap<>() {
            @Override
            public Set<Map.Entry<String, String>> entrySet() {
                return new Entries();
            }
        };
    }

    private final class Entries extends AbstractSet<Map.Entry<String, String>> {
        @Override
        public Iterator<Map.Entry<String, String>> iterator() {
            Iterator<String> texts = namesAndValues.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return texts.hasNext();
                }

                @Override
                public Map.Entry<String, String> next() {
                    return Map.entry(texts.next(), texts.next());
                }
            };
        }

        @Override
        public int size() {
            return namesAndValues.size() / 2;
        }
    }

    /** The estimated memory; none take nothing. */
    public long sizeBytes() {
        if (isEmpty()) {
            return 0;
        }
        long bytes = OVERHEAD_BYTES + HeapBytes.list(namesAndValues);
        for (String text : namesAndValues) {
            bytes += HeapBytes.string(text);
        }
        return bytes;
    }
}
