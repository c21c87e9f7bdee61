package dev.reeve.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A TOML file as dotted keys with their values as text, and the line each key stands on. */
final class TomlFile {
    private final Path file;
    private final List<String> lines;
    private final Map<String, String> values = new TreeMap<>();

    private TomlFile(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    static TomlFile read(Path file) {
        try {
            String text = Files.readString(file);
            TomlFile toml = new TomlFile(file, text.lines().toList());
            toml.flatten("", new TomlMapper().readTree(text));
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
            if (value.isObject()) {
                flatten(key + ".", value);
            } else {
                values.put(key, value.isValueNode() ? value.asText() : value.toString());
            }
        });
    }
}
