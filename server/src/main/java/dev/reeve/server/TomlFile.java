package dev.reeve.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.reeve.server.ConfigEntry.Kind;
import dev.reeve.settings.TomlLines;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a TOML file: dotted keys with their values as text, and the line of each key. {@code ${NAME}} and
 * {@code ${NAME=default}} are replaced by environment variables before parsing. The parser does not report the lines of
 * keys, so they are searched for line by line.
 */
final class TomlFile {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)(?:=([^}]*))?})?");
    /** Some editors write one at the start of every file. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final Path file;
    private TomlLines lines = new TomlLines(List.of());
    private final List<ConfigEntry> entries = new ArrayList<>();

    private TomlFile(Path file) {
        this.file = file;
    }

    static List<ConfigEntry> read(Path file, Map<String, String> environment) {
        TomlFile toml = new TomlFile(file);
        List<String> text = toml.substitute(readLines(file), environment);
        toml.lines = new TomlLines(text);
        try {
            toml.flatten(List.of(), new TomlMapper().readTree(String.join("\n", text)));
            return toml.entries;
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new StartException(toml.place(line) + ": not TOML: " + toml.explain(e, line));
        }
    }

    private static List<String> readLines(Path file) {
        try {
            String text = Files.readString(file);
            return (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text)
                    .lines()
                    .toList();
        } catch (NoSuchFileException e) {
            throw new StartException(file + ": no such file");
        } catch (CharacterCodingException e) {
            throw new StartException(file + ": is not UTF-8 text");
        } catch (IOException e) {
            throw new StartException(
                    file + ": " + (Files.isDirectory(file) ? "is a folder, not a file" : IoErrorText.reason(e)));
        }
    }

    private List<String> substitute(List<String> lines, Map<String, String> environment) {
        List<String> substituted = new ArrayList<>(lines.size());
        for (String line : lines) {
            String place = place(substituted.size() + 1);
            substituted.add(line.strip().startsWith("#") ? line : substitute(place, line, environment));
        }
        return substituted;
    }

    private static String substitute(String place, String line, Map<String, String> environment) {
        return VARIABLE.matcher(line).replaceAll(variable -> {
            String name = variable.group(1);
            if (name == null) {
                throw new StartException(place + ": expected ${NAME} or ${NAME=default} after ${");
            }
            String value = environment.getOrDefault(name, variable.group(2));
            if (value == null) {
                throw new StartException("%s: environment variable %s is not set; ${%2$s=default} gives it a default"
                        .formatted(place, name));
            }
            return Matcher.quoteReplacement(value);
        });
    }

    private String place(int line) {
        return line == 0 ? file.toString() : file + ":" + line;
    }

    /** The parser's message, or a more helpful one for common mistakes. */
    private String explain(JsonProcessingException e, int line) {
        String message = e.getOriginalMessage();
        List<String> key = lines.keyAt(line);
        String name = String.join(".", key);
        return switch (message) {
            case "Duplicate key" -> name + " is set twice, first in line " + lines.line(key);
            case "Table redefined" -> "[" + name + "] is defined twice, first in line " + lines.line(key);
            case "Unknown token" ->
                "unknown token, column %d; a text needs quotes, as in data = \"here\""
                        .formatted(e.getLocation().getColumnNr());
            case "Premature end of file" -> "unexpected end of file: a value, a quote or a bracket is missing";
            default -> message;
        };
    }

    private void flatten(List<String> table, JsonNode fields) {
        fields.properties().forEach(field -> {
            List<String> key =
                    Stream.concat(table.stream(), Stream.of(field.getKey())).toList();
            JsonNode value = field.getValue();
            if (value.isObject() && !value.isEmpty()) {
                flatten(key, value);
            } else {
                String text = value.isValueNode() ? value.asText() : value.toString();
                entries.add(new ConfigEntry(String.join(".", key), text, kind(value), place(lines.line(key))));
            }
        });
    }

    private static Kind kind(JsonNode value) {
        if (value.isObject()) {
            return Kind.EMPTY_TABLE;
        } else if (value.isArray()) {
            return Kind.LIST;
        }
        return value.isTextual() ? Kind.TEXT : Kind.UNQUOTED;
    }
}
