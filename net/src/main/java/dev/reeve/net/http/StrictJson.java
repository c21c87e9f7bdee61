package dev.reeve.net.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.reeve.settings.Durations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Strict reader of a JSON body: unknown and repeated fields and values of a wrong type are errors, and all errors of a body
 * are collected. It stands at one value at a time. Each method that reads a value returns null if the value is null or
 * wrong, so a wrong optional field reads like one that was left out; the collected errors tell the difference.
 */
public final class StrictJson {
    /** What is said of a text that is no duration. */
    public static final String EXPECTED_DURATION = "expected a duration such as \"90s\"";

    private static final int LONGEST_LONG = 19;

    private final JsonParser in;
    private final JsonValue value;
    private final Runnable whenRead;
    private FieldErrors errors = new FieldErrors();

    private StrictJson(JsonParser in, byte[] body, Runnable whenRead) {
        this.in = in;
        this.whenRead = whenRead;
        this.value = new JsonValue(in, body);
    }

    /** Reads the value of a field if it knows the field. Returns whether it does. */
    @FunctionalInterface
    public interface Fields {
        boolean field(String name, StrictJson value) throws IOException;
    }

    /** Reads one element of a list. */
    @FunctionalInterface
    public interface Member<T> {
        @Nullable
        T read(StrictJson value) throws IOException;
    }

    /** Reads a body that is one object. Returns what is wrong with its fields. */
    public static FieldErrors read(byte[] body, Fields fields) throws HttpError {
        return read(body, fields, () -> {});
    }

    /** Reads the body of a request, which is one object and may have a long list. Returns what is wrong with its fields. */
    public static FieldErrors read(Exchange exchange, Fields fields) throws HttpError {
        return read(exchange.body(), fields, exchange::readPart);
    }

    /** @param whenRead runs whenever a member of a list has been read */
    private static FieldErrors read(byte[] body, Fields fields, Runnable whenRead) throws HttpError {
        return JsonFields.parse(body, in -> {
            in.nextToken();
            StrictJson top = new StrictJson(in, body, whenRead);
            if (top.isNull() || !top.object(fields)) {
                top.wrongIf(top.isNull(), "expected an object");
                in.skipChildren();
            }
            return top.errors;
        });
    }

    /** The place of the value as a JSON pointer. */
    public String pointer() {
        return in.getParsingContext().pathAsPointer().toString();
    }

    public void wrong(String detail) {
        errors.add(pointer(), detail);
    }

    private void wrongIf(boolean isWrong, String detail) {
        if (isWrong) {
            wrong(detail);
        }
    }

    public boolean isNull() {
        return in.currentToken() == JsonToken.VALUE_NULL;
    }

    public boolean isText() {
        return in.currentToken() == JsonToken.VALUE_STRING;
    }

    public boolean isList() {
        return in.currentToken() == JsonToken.START_ARRAY;
    }

    public boolean isObject() {
        return in.currentToken() == JsonToken.START_OBJECT;
    }

    /** Reads an object field by field. Returns whether it is one. */
    public boolean object(Fields fields) throws IOException {
        if (!expect(JsonToken.START_OBJECT, "expected an object")) {
            return false;
        }
        List<String> seen = new ArrayList<>(8);
        String name;
        while ((name = in.nextFieldName()) != null) {
            in.nextToken();
            if (seen.contains(name)) {
                wrong("is given twice");
            } else if (fields.field(name, this)) {
                seen.add(name);
            } else {
                wrong("is not known");
            }
            in.skipChildren();
        }
        return true;
    }

    /** Reads an object whose errors are its own. Returns what is wrong with it. */
    public FieldErrors objectApart(Fields fields) throws IOException {
        FieldErrors before = errors;
        FieldErrors own = new FieldErrors();
        errors = own;
        if (isNull()) {
            wrong("expected an object");
        } else {
            object(fields);
        }
        errors = before;
        return own;
    }

    /** Reads a list; wrong members are left out. */
    public <T> @Nullable List<T> list(int most, Member<T> member) throws IOException {
        if (!expect(JsonToken.START_ARRAY, "expected a list")) {
            return null;
        }
        List<T> members = new ArrayList<>();
        int count = 0;
        while (in.nextToken() != JsonToken.END_ARRAY) {
            T read = ++count > most ? null : member.read(this);
            in.skipChildren();
            whenRead.run();
            if (read != null) {
                members.add(read);
            }
        }
        wrongIf(count > most, "has " + count + " members, expected at most " + most);
        return members;
    }

    /** Reads an object of any names. */
    public <T> @Nullable Map<String, T> map(int most, Member<T> member) throws IOException {
        if (!expect(JsonToken.START_OBJECT, "expected an object")) {
            return null;
        }
        Map<String, T> entries = new LinkedHashMap<>();
        int count = 0;
        String name;
        while ((name = in.nextFieldName()) != null) {
            in.nextToken();
            T read = ++count > most ? null : member.read(this);
            in.skipChildren();
            if (read != null) {
                entries.put(name, read);
            }
        }
        wrongIf(count > most, "has " + count + " members, expected at most " + most);
        return entries;
    }

    /** The bytes of any value, unchanged. */
    public byte[] raw() throws IOException {
        return value.raw();
    }

    public @Nullable String text() throws IOException {
        return expect(JsonToken.VALUE_STRING, "expected a string") ? in.getText() : null;
    }

    /** A string for which the rule holds. */
    public @Nullable String text(Predicate<String> rule, String otherwise) throws IOException {
        return text(rule, () -> otherwise);
    }

    /** A string for which the rule holds; the text for others is made only if it is needed. */
    public @Nullable String text(Predicate<String> rule, Supplier<String> otherwise) throws IOException {
        String text = text();
        if (text != null && !rule.test(text)) {
            wrong(otherwise.get());
            return null;
        }
        return text;
    }

    public @Nullable Boolean bool() {
        if (in.currentToken() == JsonToken.VALUE_TRUE || in.currentToken() == JsonToken.VALUE_FALSE) {
            return in.currentToken() == JsonToken.VALUE_TRUE;
        }
        wrongIf(!isNull(), "expected true or false");
        return null;
    }

    public @Nullable Integer integer(int min, int max) throws IOException {
        if (in.currentToken() == JsonToken.VALUE_NUMBER_INT && in.getTextLength() < LONGEST_LONG) {
            long number = Long.parseLong(in.getText());
            if (number >= min && number <= max) {
                return (int) number;
            }
        }
        wrongIf(!isNull(), "expected a whole number from " + min + " to " + max);
        return null;
    }

    /** A duration in microseconds. */
    public @Nullable Long durationMicros(long minMicros, long maxMicros) throws IOException {
        if (!expect(JsonToken.VALUE_STRING, EXPECTED_DURATION)) {
            return null;
        }
        try {
            long micros = Durations.parseMicros(in.getText());
            if (micros >= minMicros && micros <= maxMicros) {
                return micros;
            }
            wrong("expected a duration from " + Durations.print(minMicros) + " to " + Durations.print(maxMicros));
        } catch (IllegalArgumentException e) {
            wrong(EXPECTED_DURATION + ": " + e.getMessage());
        }
        return null;
    }

    /** A time in microseconds since 1970. */
    public @Nullable Long timeMicros() throws IOException {
        if (!expect(JsonToken.VALUE_STRING, "expected " + Timestamps.EXPECTED)) {
            return null;
        }
        Long micros = Timestamps.parse(in.getText());
        wrongIf(micros == null, "expected " + Timestamps.EXPECTED);
        return micros;
    }

    private boolean expect(JsonToken token, String otherwise) {
        boolean is = in.currentToken() == token;
        wrongIf(!is && !isNull(), otherwise);
        return is;
    }
}
