package dev.reeve.server.cli.remote;

import dev.reeve.client.JsonObject;
import dev.reeve.server.log.PlainText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints objects as a table, as JSON or by their ids. Control characters never reach the terminal. */
final class Printer {
    private static final int ROWS_AT_ONCE = 500;
    private static final int WIDEST = 60;
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}(\\.[0-9]+)?");

    private final PrintWriter out;
    private final OutputForm form;
    private final Colours colours;
    private boolean headed;
    private boolean[] right = {};

    Printer(PrintWriter out, OutputForm form, Colours colours) {
        this.out = out;
        this.form = form;
        this.colours = colours;
    }

    /** Prints a line as it is. */
    void line(String text) {
        out.println(PlainText.of(text));
    }

    /** Prints a text for people, unless the output is for programs. */
    void say(String text) {
        if (form == OutputForm.TABLE) {
            line(text);
        }
    }

    /** Prints what a command has done: words for people, an object for programs, and nothing where they want ids. */
    void report(String words, JsonLine object) {
        switch (form) {
            case TABLE -> line(words);
            case JSON, JSONL -> line(object.toString());
            case IDS -> {}
        }
    }

    /** Prints a control sequence of the terminal. */
    void control(String sequence) {
        out.print(sequence);
    }

    void flush() {
        out.flush();
    }

    /**
     * Prints a list.
     *
     * @param key the field that identifies an object
     * @param columns the fields of the table; {@code error.type} is a field of a field
     */
    void list(Stream<JsonObject> objects, String key, String... columns) {
        switch (form) {
            case IDS -> objects.forEach(object -> line(object.text(key)));
            case JSONL -> objects.forEach(object -> line(object.toString()));
            case JSON ->
                line("[" + String.join(",", objects.map(JsonObject::toString).toList()) + "]");
            case TABLE -> table(objects, columns);
        }
        out.flush();
    }

    /** Prints one object: in a table one field a line, with those of objects inside it; what has several lines goes on below. */
    void one(JsonObject object, String key) {
        if (form == OutputForm.TABLE) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            flatten("", object, fields);
            int width = fields.keySet().stream().mapToInt(String::length).max().orElse(0) + 2;
            fields.forEach((name, value) -> {
                List<String> lines = lines(value);
                for (int i = 0; i < lines.size(); i++) {
                    String before = i == 0 ? name : "";
                    line((before
                                    + " ".repeat(width - before.length())
                                    + lines.get(i).replace("\t", "    "))
                            .stripTrailing());
                }
            });
        } else {
            list(Stream.of(object), key);
        }
        out.flush();
    }

    private static void flatten(String prefix, JsonObject object, Map<String, @Nullable Object> fields) {
        for (String name : object.names()) {
            JsonObject inner = object.object(name);
            if (inner != null && !inner.names().isEmpty()) {
                flatten(prefix + name + ".", inner, fields);
            } else {
                fields.put(prefix + name, inner == null ? object.get(name) : null);
            }
        }
    }

    /** A value in lines, at least one: objects of a list have one each. */
    private static List<String> lines(@Nullable Object value) {
        if (value instanceof List<?> items && items.stream().anyMatch(JsonObject.class::isInstance)) {
            return items.stream().map(String::valueOf).toList();
        }
        List<String> lines = text(value).lines().toList();
        return lines.isEmpty() ? List.of("") : lines;
    }

    private static String text(@Nullable Object value) {
        if (value instanceof List<?> items) {
            return items.stream().map(String::valueOf).collect(Collectors.joining(", "));
        }
        if (value instanceof Double number) {
            return String.format(Locale.ROOT, "%.3f", number).replaceFirst("\\.?0+$", "");
        }
        return value == null ? "" : value.toString();
    }

    /** Columns are as wide as the first rows need. */
    private void table(Stream<JsonObject> objects, String... columns) {
        List<List<String>> rows = new ArrayList<>();
        headed = false;
        right = new boolean[columns.length];
        int state = List.of(columns).indexOf("state");
        rows.add(Stream.of(columns).map(name -> name.toUpperCase(Locale.ROOT)).toList());
        objects.forEach(object -> {
            rows.add(Stream.of(columns).map(column -> cell(object, column)).toList());
            if (rows.size() == ROWS_AT_ONCE) {
                print(rows, state);
                rows.clear();
            }
        });
        print(rows, state);
    }

    /** @param state the column with the states of jobs; -1 if there is none */
    private void print(List<List<String>> rows, int state) {
        if (rows.isEmpty()) {
            return;
        }
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        if (!headed) {
            alignNumbers(rows.subList(1, rows.size()));
        }
        for (List<String> row : rows) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String space = " ".repeat(widths[i] - row.get(i).length());
                String cell = right[i] ? space + row.get(i) + "  " : row.get(i) + space + "  ";
                text.append(i == state ? colours.state(cell) : cell);
            }
            out.println(
                    headed
                            ? text.toString().stripTrailing()
                            : colours.heading(text.toString().stripTrailing()));
            headed = true;
        }
    }

    /** Columns that have numbers, and nothing but numbers, are aligned at the right. */
    private void alignNumbers(List<List<String>> rows) {
        for (int i = 0; i < right.length; i++) {
            int column = i;
            List<String> cells = rows.stream()
                    .map(row -> row.get(column))
                    .filter(cell -> !cell.isEmpty())
                    .toList();
            right[i] = !cells.isEmpty()
                    && cells.stream().allMatch(cell -> NUMBER.matcher(cell).matches());
        }
    }

    private static String cell(JsonObject object, String column) {
        int dot = column.indexOf('.');
        JsonObject inner = dot < 0 ? object : object.object(column.substring(0, dot));
        String clean = PlainText.of(text(inner == null ? null : inner.get(column.substring(dot + 1))));
        return clean.length() <= WIDEST ? clean : clean.substring(0, WIDEST - 1) + "…";
    }
}
