package dev.reeve.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parsed TOML file: dotted keys with their values as text, and the line number of each key. {@code ${NAME}} and
 * {@code ${NAME=default}} are replaced by environment variables before parsing.
 */
final class TomlFile {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)(?:=([^}]*))?})?");

    /** Some editors write one at the start of every file. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final Path file;
    private final TomlLines lines;
    private final Map<String, String> values = new TreeMap<>();
    private final Set<String> lists = new HashSet<>();
    private final List<String> emptyTables = new ArrayList<>();

    private TomlFile(Path file, TomlLines lines) {
        this.file = file;
        this.lines = lines;
    }

    static TomlFile read(Path file, Map<String, String> environment) {
        List<String> lines = substitute(file, readLines(file), environment);
        try {
            TomlFile toml = new TomlFile(file, new TomlLines(lines));
            toml.flatten("", new TomlMapper().readTree(String.join("\n", lines)));
            return toml;
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            String place = line == 0 ? "" : ":" + line;
            throw new StartException(file + place + ": not TOML: " + explain(e, line, new TomlLines(lines)));
        }
    }

    /** The parser's message, or a more helpful one for common mistakes. */
    private static String explain(JsonProcessingException e, int line, TomlLines lines) {
        String message = e.getOriginalMessage();
        String key = lines.at(line);
        return switch (message) {
            case "Duplicate key" -> key + " is set twice, first in line " + lines.of(key);
            case "Table redefined" -> "[" + key + "] is defined twice, first in line " + lines.of(key);
            case "Unknown token" ->
                "unknown token, column %d; a text needs quotes, as in data = \"here\""
                        .formatted(e.getLocation().getColumnNr());
            case "Premature end of file" -> "unexpected end of file: a value, a quote or a bracket is missing";
            default -> message;
        };
    }

    private static List<String> readLines(Path file) {
        try {
            String text = Files.readString(file);
            return (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text)
                    .lines()
                    .toList();
        } catch (NoSuchFileException e) {
            throw new StartException(file + ": no such file");
        } catch (AccessDeniedException e) {
            throw new StartException(file + ": permission denied");
        } catch (CharacterCodingException e) {
            throw new StartException(file + ": is not UTF-8 text");
        } catch (IOException e) {
            String reason = Files.isDirectory(file) ? "is a folder, not a file" : "cannot be read: " + e.getMessage();
            throw new StartException(file + ": " + reason);
        }
    }

    Map<String, String> values() {
        return values;
    }

    boolean isList(String key) {
        return lists.contains(key);
    }

    /** The keys of the empty tables. */
    List<String> emptyTables() {
        return emptyTables;
    }

    private static List<String> substitute(Path file, List<String> lines, Map<String, String> environment) {
        List<String> substituted = new ArrayList<>(lines.size());
        for (String line : lines) {
            String place = file + ":" + (substituted.size() + 1);
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

    /** The file name, with the line number if it is known. */
    String placeOf(String key) {
        int line = lines.of(key);
        return line == 0 ? file.toString() : file + ":" + line;
    }

    private void flatten(String prefix, JsonNode node) {
        node.properties().forEach(field -> {
            String key = prefix + field.getKey();
            JsonNode value = field.getValue();
            if (value.isObject() && value.isEmpty()) {
                emptyTables.add(key);
            } else if (value.isObject()) {
                flatten(key + ".", value);
            } else if (value.isArray()) {
                lists.add(key);
                values.put(key, value.toString());
            } else {
                values.put(key, value.asText());
            }
        });
    }
}
