package dev.reeve.server.cli.remote;

import dev.reeve.client.JsonObject;
import dev.reeve.server.log.PlainText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Prints objects as a table, as JSON or by their ids. Control characters never reach the terminal. */
final class Printer {
    private static final int ROWS_AT_ONCE = 500;
    private static final int WIDEST = 60;

    private final PrintWriter out;
    private final OutputForm form;
    private final Colours colours;
    private boolean headed;

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

    /** Prints one object: in a table one field a line. */
    void one(JsonObject object, String key) {
        if (form == OutputForm.TABLE) {
            int width = object.names().stream().mapToInt(String::length).max().orElse(0);
            for (String name : object.names()) {
                line(name + " ".repeat(width - name.length() + 2) + object.text(name));
            }
        } else {
            list(Stream.of(object), key);
        }
        out.flush();
    }

    /** Columns are as wide as the first rows need. */
    private void table(Stream<JsonObject> objects, String... columns) {
        List<List<String>> rows = new ArrayList<>();
        headed = false;
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
        for (List<String> row : rows) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = row.get(i) + " ".repeat(widths[i] - row.get(i).length() + 2);
                text.append(i == state ? colours.state(cell) : cell);
            }
            out.println(
                    headed
                            ? text.toString().stripTrailing()
                            : colours.heading(text.toString().stripTrailing()));
            headed = true;
        }
    }

    private static String cell(JsonObject object, String column) {
        int dot = column.indexOf('.');
        String text;
        if (dot < 0) {
            text = object.text(column);
        } else {
            JsonObject inner = object.object(column.substring(0, dot));
            text = inner == null ? "" : inner.text(column.substring(dot + 1));
        }
        String clean = PlainText.of(text);
        return clean.length() <= WIDEST ? clean : clean.substring(0, WIDEST - 1) + "…";
    }
}
