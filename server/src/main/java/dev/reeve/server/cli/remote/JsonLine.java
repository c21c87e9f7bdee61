package dev.reeve.server.cli.remote;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a JSON object, field by field. */
final class JsonLine {
    private final List<String> fields = new ArrayList<>();

    static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    JsonLine text(String name, String value) {
        return raw(name, quoted(value));
    }

    JsonLine texts(String name, List<String> values) {
        return raw(name, values.stream().map(JsonLine::quoted).collect(Collectors.joining(",", "[", "]")));
    }

    /** @param json a value in JSON */
    JsonLine raw(String name, String json) {
        fields.add(quoted(name) + ":" + json);
        return this;
    }

    /** A value as people write it: numbers, true, false and JSON as they are, and anything else as a text. */
    JsonLine value(String name, String value) {
        boolean isJson = value.matches("-?[0-9]+|true|false|null|[\\[{].*");
        return isJson ? raw(name, value) : text(name, value);
    }

    @Override
    public String toString() {
        return "{" + String.join(",", fields) + "}";
    }
}
