package dev.reeve.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The line numbers of the keys in a TOML file. A key without a line of its own has the line of its table or parent key. */
final class TomlLines {
    private static final String PART = "(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')";
    private static final String KEY = "(" + PART + "(?:\\s*\\.\\s*" + PART + ")*)";
    private static final Pattern TABLE = Pattern.compile("\\s*\\[{1,2}\\s*" + KEY + "\\s*]{1,2}\\s*(?:#.*)?");
    private static final Pattern ASSIGNMENT = Pattern.compile("\\s*" + KEY + "\\s*=.*");
    private static final Pattern ONE_PART = Pattern.compile(PART);

    private final Map<String, Integer> lineOf = new HashMap<>();
    private final Map<Integer, String> keyAt = new HashMap<>();

    TomlLines(List<String> lines) {
        String table = "";
        for (int i = 0; i < lines.size(); i++) {
            Matcher header = TABLE.matcher(lines.get(i));
            Matcher assignment = ASSIGNMENT.matcher(lines.get(i));
            if (header.matches()) {
                table = unquoted(header.group(1));
                add(table, i + 1);
            } else if (assignment.matches()) {
                String key = unquoted(assignment.group(1));
                add(table.isEmpty() ? key : table + "." + key, i + 1);
            }
        }
    }

    private void add(String key, int line) {
        lineOf.putIfAbsent(key, line);
        keyAt.put(line, key);
    }

    /** The line number of a key, from 1; 0 if it is unknown. */
    int of(String key) {
        String part = key;
        while (!lineOf.containsKey(part) && part.contains(".")) {
            part = part.substring(0, part.lastIndexOf('.'));
        }
        return lineOf.getOrDefault(part, 0);
    }

    /** The table, or the key with its table, that the line defines; empty if it defines none. */
    String at(int line) {
        return keyAt.getOrDefault(line, "");
    }

    private static String unquoted(String key) {
        StringBuilder unquoted = new StringBuilder();
        Matcher part = ONE_PART.matcher(key);
        while (part.find()) {
            String name = part.group();
            boolean quoted = name.startsWith("\"") || name.startsWith("'");
            unquoted.append(unquoted.isEmpty() ? "" : ".").append(quoted ? name.substring(1, name.length() - 1) : name);
        }
        return unquoted.toString();
    }
}
