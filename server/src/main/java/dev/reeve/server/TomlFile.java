package dev.reeve.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.reeve.server.ConfigEntry.Kind;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads a TOML file: dotted keys with their values as text, and the line of each key. {@code ${NAME}} and
 * {@code ${NAME=default}} are replaced by environment variables before parsing. The parser does not report the lines of
 * keys, so they are searched for line by line.
 */
final class TomlFile {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)(?:=([^}]*))?})?");
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9_-]+)|\"([^\"]*)\"|'([^']*)'");
    private static final String KEY = "(?<key>(?:%1$s)(?:\\s*\\.\\s*(?:%1$s))*)".formatted(NAME);
    private static final Pattern TABLE = Pattern.compile("\\s*\\[{1,2}\\s*" + KEY + "\\s*]{1,2}\\s*(?:#.*)?");
    private static final Pattern ASSIGNMENT = Pattern.compile("\\s*" + KEY + "\\s*=.*");

    /** Some editors write one at the start of every file. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final Path file;
    private final Map<String, Integer> lineOf = new HashMap<>();
    private final Map<Integer, String> keyAt = new HashMap<>();
    private final List<ConfigEntry> entries = new ArrayList<>();

    private TomlFile(Path file) {
        this.file = file;
    }

    static List<ConfigEntry> read(Path file, Map<String, String> environment) {
        TomlFile toml = new TomlFile(file);
        List<String> lines = toml.substitute(readLines(file), environment);
        toml.findKeys(lines);
        try {
            toml.flatten("", new TomlMapper().readTree(String.join("\n", lines)));
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

    private void findKeys(List<String> lines) {
        String table = "";
        for (int line = 1; line <= lines.size(); line++) {
            Matcher header = TABLE.matcher(lines.get(line - 1));
            Matcher assignment = ASSIGNMENT.matcher(lines.get(line - 1));
            String key;
            if (header.matches()) {
                key = unquoted(header.group("key"));
                table = key + ".";
            } else if (assignment.matches()) {
                key = table + unquoted(assignment.group("key"));
            } else {
                continue;
            }
            lineOf.putIfAbsent(key, line);
            keyAt.put(line, key);
        }
    }

    private static String unquoted(String key) {
        return NAME.matcher(key).results().map(TomlFile::unquoted).collect(Collectors.joining("."));
    }

    private static String unquoted(MatchResult name) {
        boolean isBare = name.group(1) != null;
        return isBare ? name.group() : name.group().substring(1, name.group().length() - 1);
    }

    /** The line number of a key, or of the table or key that contains it; 0 if it is unknown. */
    private int line(String key) {
        int line = lineOf.getOrDefault(key, 0);
        return line == 0 && key.contains(".") ? line(key.substring(0, key.lastIndexOf('.'))) : line;
    }

    private String place(int line) {
        return line == 0 ? file.toString() : file + ":" + line;
    }

    /** The parser's message, or a more helpful one for common mistakes. */
    private String explain(JsonProcessingException e, int line) {
        String message = e.getOriginalMessage();
        String key = keyAt.getOrDefault(line, "");
        return switch (message) {
            case "Duplicate key" -> key + " is set twice, first in line " + line(key);
            case "Table redefined" -> "[" + key + "] is defined twice, first in line " + line(key);
            case "Unknown token" ->
                "unknown token, column %d; a text needs quotes, as in data = \"here\""
                        .formatted(e.getLocation().getColumnNr());
            case "Premature end of file" -> "unexpected end of file: a value, a quote or a bracket is missing";
            default -> message;
        };
    }

    private void flatten(String prefix, JsonNode table) {
        table.properties().forEach(field -> {
            String key = prefix + field.getKey();
            JsonNode value = field.getValue();
            if (value.isObject() && !value.isEmpty()) {
                flatten(key + ".", value);
            } else {
                String text = value.isValueNode() ? value.asText() : value.toString();
                entries.add(new ConfigEntry(key, text, kind(value), place(line(key))));
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
