package dev.reeve.door.api;

import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.StrictJson;
import dev.reeve.net.http.Timestamps;
import dev.reeve.settings.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a query, read strictly: one that is not known, or given twice where one is expected, is an error. All
 * errors are collected.
 */
final class Parameters {
    private static final long LONGEST_WAIT_MICROS = 60_000_000;
    private static final int MOST_VALUES = 100;

    private final FieldErrors errors;
    private final String prefix;
    private final List<Map.Entry<String, String>> all;

    /** @param names the parameters that the route has */
    Parameters(Exchange exchange, Set<String> names) throws HttpError {
        this(exchange.parameters(), names, "?", new FieldErrors());
    }

    /**
     * Parameters that are given elsewhere than in the query.
     *
     * @param prefix what errors have before the name
     * @param errors gets what is wrong
     */
    Parameters(List<Map.Entry<String, String>> all, Set<String> names, String prefix, FieldErrors errors) {
        this.all = all;
        this.prefix = prefix;
        this.errors = errors;
        for (Map.Entry<String, String> parameter : all) {
            if (!names.contains(parameter.getKey())) {
                wrong(parameter.getKey(), "is not known");
            }
        }
    }

    void wrong(String name, String detail) {
        errors.add(prefix + name, detail);
    }

    void throwIfAny() throws HttpError {
        errors.throwIfAny();
    }

    /** The value of a parameter that may be given once. */
    @Nullable
    String one(String name) {
        List<String> values = values(name);
        if (values.size() > 1) {
            wrong(name, "is given twice");
        }
        return values.isEmpty() ? null : values.get(0);
    }

    private List<String> values(String name) {
        List<String> values = new ArrayList<>();
        for (Map.Entry<String, String> parameter : all) {
            if (parameter.getKey().equals(name)) {
                values.add(parameter.getValue());
            }
        }
        return values;
    }

    /** The values of a parameter that may be given several times. */
    List<String> many(String name) {
        List<String> values = values(name);
        if (values.size() > MOST_VALUES) {
            wrong(name, "is given more than " + MOST_VALUES + " times");
        }
        return values;
    }

    /** The values of a parameter that may be given several times, or once with commas between. */
    List<String> list(String name) {
        List<String> values = new ArrayList<>();
        for (String value : values(name)) {
            for (String part : value.split(",", -1)) {
                if (part.isEmpty()) {
                    wrong(name, "is empty");
                }
                values.add(part);
            }
        }
        if (values.size() > MOST_VALUES) {
            wrong(name, "has more than " + MOST_VALUES + " values");
        }
        return values;
    }

    int integer(String name, int min, int max, int otherwise) {
        String text = one(name);
        if (text == null) {
            return otherwise;
        }
        int number = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : min - 1;
        if (number < min || number > max) {
            wrong(name, "expected a whole number from " + min + " to " + max);
        }
        return number;
    }

    /** The time to wait; 0 if none is requested. A longer one is cut to the longest. */
    long waitMicros() {
        String text = one("wait");
        if (text == null) {
            return 0;
        }
        try {
            return Math.min(LONGEST_WAIT_MICROS, Durations.parseMicros(text));
        } catch (IllegalArgumentException e) {
            wrong("wait", StrictJson.EXPECTED_DURATION + ": " + e.getMessage());
            return 0;
        }
    }

    /** A moment in microseconds. */
    long timeMicros(String name, long otherwise) {
        String text = one(name);
        Long micros = text == null ? null : Timestamps.parse(text);
        if (text != null && micros == null) {
            wrong(name, "expected " + Timestamps.EXPECTED);
        }
        return micros == null ? otherwise : micros;
    }
}
