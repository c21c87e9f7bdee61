package dev.reeve.server.cli;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.server.Counts;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A record as readable text: {@code name=value} for every component that is not null, recursively. Byte arrays are shown as
 * their length. Text that is not a single word is quoted, so that a name with blanks does not look like two arguments. A
 * value of an unknown type is shown as its type name in angle brackets.
 */
final class RecordText {
    private static final int MAX_DEPTH = 8;
    private static final String MICROS = "Micros";
    /** The name of components that nobody may read from a journal, such as the key of a webhook. */
    private static final String SECRET = "secret";

    private static final String PLAIN_MARKS = "_-.:/@+";

    /** A special value in place of a duration; the comment of the component defines its meaning. */
    private static final long SPECIAL = -1;

    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

    private RecordText() {}

    static String of(Object record) {
        return record instanceof Record known ? components(known, 0) : unknown(record);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** An enum constant's name in lower case, with hyphens. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String components(Record record, int depth) {
        StringBuilder text = new StringBuilder();
        for (RecordComponent component : COMPONENTS.get(record.getClass())) {
            Object value = valueOf(component, record);
            if (value != null) {
                String name = component.getName();
                text.append(text.isEmpty() ? "" : " ")
                        .append(name.endsWith(MICROS) ? name.substring(0, name.length() - MICROS.length()) : name)
                        .append('=')
                        .append(name.equals(SECRET) ? "hidden" : text(name, value, depth + 1));
            }
        }
        return text.toString();
    }

    private static Object valueOf(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component + " of " + record.getClass(), e);
        }
    }

    private static String text(String name, Object value, int depth) {
        if (depth > MAX_DEPTH) {
            return "…";
        } else if (value instanceof byte[] bytes) {
            return bytes.length + " " + Counts.noun(bytes.length, "byte");
        } else if (value instanceof JobRef ref) {
            return ref.id() == null ? "#" + ref.number() : quoted(ref.id().toString());
        } else if (value instanceof String || value instanceof JobId) {
            return quoted(value.toString());
        } else if (value instanceof Long micros && name.endsWith(MICROS)) {
            return isInstant(name) ? time(micros) : duration(micros);
        } else if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        } else if (value instanceof Enum<?> constant) {
            return word(constant);
        }
        return compound(name, value, depth);
    }

    private static String compound(String name, Object value, int depth) {
        if (value instanceof Record inner) {
            return "{" + components(inner, depth) + "}";
        } else if (value instanceof Collection<?> elements) {
            return elements.stream()
                    .map(element -> text(name, element, depth + 1))
                    .collect(Collectors.joining(", ", "[", "]"));
        } else if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text("", entry.getKey(), depth + 1) + "=" + text(name, entry.getValue(), depth + 1))
                    .collect(Collectors.joining(" ", "{", "}"));
        }
        return unknown(value);
    }

    private static String unknown(Object value) {
        return "<" + value.getClass().getSimpleName() + ">";
    }

    private static boolean isInstant(String name) {
        return name.endsWith("At" + MICROS) || name.equals("now" + MICROS) || name.equals("next" + MICROS);
    }

    private static String time(long micros) {
        if (micros == Long.MIN_VALUE) {
            return "earliest";
        }
        return micros == Long.MAX_VALUE ? "forever" : instant(micros).toString();
    }

    private static String duration(long micros) {
        if (micros == SPECIAL) {
            return Long.toString(micros);
        } else if (micros == Long.MAX_VALUE) {
            return "forever";
        }
        BigDecimal seconds = BigDecimal.valueOf(micros, 6);
        return seconds.stripTrailingZeros().toPlainString() + "s";
    }

    private static String quoted(String text) {
        boolean plain = text.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || PLAIN_MARKS.indexOf(c) >= 0);
        return plain && !text.isEmpty()
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
