package dev.reeve.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A TOML file as dotted keys with their values as text, and the line each key stands on. Before it is read, {@code ${NAME}}
 * and {@code ${NAME=default}} are replaced by environment variables.
 */
final class TomlFile {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?:=([^}]*))?}");

    private final Path file;
    private final List<String> lines;
    private final Map<String, String> values = new TreeMap<>();
    private final List<String> emptyTables = new ArrayList<>();

    private TomlFile(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    static TomlFile read(Path file, Map<String, String> environment) {
        try {
            TomlFile toml =
                    new TomlFile(file, fill(file, Files.readString(file).lines().toList(), environment));
            JsonNode root = new TomlMapper().readTree(String.join("\n", toml.lines));
            toml.flatten("", root);
            return toml;
        } catch (NoSuchFileException e) {
            throw new StartException(file + ": no such file");
        } catch (JsonProcessingException e) {
            String place = e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr();
            throw new StartException(file + place + ": " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new StartException(file + ": cannot be read as text: " + e);
        }
    }

    Map<String, String> values() {
        return values;
    }

    /** Tables without anything in them. */
    List<String> emptyTables() {
        return emptyTables;
    }

    private static List<String> fill(Path file, List<String> lines, Map<String, String> environment) {
        List<String> filled = new ArrayList<>(lines.size());
        for (String line : lines) {
            String place = file + ":" + (filled.size() + 1);
            filled.add(line.strip().startsWith("#") ? line : fill(place, line, environment));
        }
        return filled;
    }

    private static String fill(String place, String line, Map<String, String> environment) {
        return VARIABLE.matcher(line).replaceAll(variable -> {
            String value = environment.getOrDefault(variable.group(1), variable.group(2));
            if (value == null) {
                throw new StartException("%s: there is no environment variable %s; ${%2$s=default} needs none"
                        .formatted(place, variable.group(1)));
            }
            return Matcher.quoteReplacement(value);
        });
    }

    /** The file's name, with the line if the key is written out in the plain way. */
    String placeOf(String key) {
        String table = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            int equals = line.indexOf('=');
            if (line.startsWith("[") && line.contains("]")) {
                table = bare(line.substring(1, line.indexOf(']'))) + ".";
            } else if (equals > 0 && key.equals((table + bare(line.substring(0, equals))))) {
                return file + ":" + (i + 1);
            }
        }
        return file.toString();
    }

    private static String bare(String key) {
        return key.replaceAll("[\\s\"']", "");
    }

    private void flatten(String prefix, JsonNode node) {
        node.properties().forEach(field -> {
            String key = prefix + field.getKey();
            JsonNode value = field.getValue();
            if (value.isObject() && value.isEmpty()) {
                emptyTables.add(key);
            } else if (value.isObject()) {
                flatten(key + ".", value);
            } else {
                values.put(key, value.isValueNode() ? value.asText() : value.toString());
            }
        });
    }
}
