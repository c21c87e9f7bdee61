package dev.reeve.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The lines of the keys of a TOML file, for error messages: the parser does not report them, so they are searched for line by
 * line. A key is a path of names.
 */
public final class TomlLines {
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9_-]+)|\"([^\"]*)\"|'([^']*)'");
    private static final String KEY = "(?<key>(?:%1$s)(?:\\s*\\.\\s*(?:%1$s))*)".formatted(NAME);
    private static final Pattern TABLE = Pattern.compile("\\s*\\[{1,2}\\s*" + KEY + "\\s*]{1,2}\\s*(?:#.*)?");
    private static final Pattern ASSIGNMENT = Pattern.compile("\\s*" + KEY + "\\s*=.*");

    private final Map<List<String>, Integer> lineOf = new HashMap<>();
    private final Map<Integer, List<String>> keyAt = new HashMap<>();

    public TomlLines(List<String> lines) {
        List<String> table = List.of();
        for (int line = 1; line <= lines.size(); line++) {
            Matcher header = TABLE.matcher(lines.get(line - 1));
            Matcher assignment = ASSIGNMENT.matcher(lines.get(line - 1));
            List<String> key;
            if (header.matches()) {
                key = names(header.group("key"));
                table = key;
            } else if (assignment.matches()) {
                key = joined(table, names(assignment.group("key")));
            } else {
                continue;
            }
            lineOf.putIfAbsent(key, line);
            keyAt.put(line, key);
        }
    }

    private static List<String> joined(List<String> table, List<String> names) {
        return Stream.concat(table.stream(), names.stream()).toList();
    }

    private static List<String> names(String key) {
        return NAME.matcher(key).results().map(TomlLines::unquoted).toList();
    }

    private static String unquoted(MatchResult name) {
        boolean isBare = name.group(1) != null;
        return isBare ? name.group() : name.group().substring(1, name.group().length() - 1);
    }

    /** The line number of a key, or of the table or key that contains it; 0 if it is unknown. */
    public int line(List<String> key) {
        int line = lineOf.getOrDefault(key, 0);
        return line == 0 && key.size() > 1 ? line(key.subList(0, key.size() - 1)) : line;
    }

    /** The key in the line; empty if there is none. */
    public List<String> keyAt(int line) {
        return keyAt.getOrDefault(line, List.of());
    }

    /** Whether the line begins a table. */
    public static boolean isTable(String line) {
        return TABLE.matcher(line).matches();
    }
}
