package dev.reeve.server.cli.remote;

import dev.reeve.client.JsonObject;
import dev.reeve.server.Counts;
import dev.reeve.server.log.PlainText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What {@code reeve top} shows of a server: a line about it, a line about its memory, disk and journal, the queues with the oldest
 * job first, and the workers if there is room. No line is wider and there are no more lines than fit.
 *
 * @param address where the server is
 * @param status the answer of {@code /v1/server}
 */
record TopScreen(String address, JsonObject status, List<JsonObject> queues, List<JsonObject> workers) {
    private static final double KIBI = 1024;
    private static final String SYNC = "last_sync_seconds";
    private static final int LEAST_NAME = 14;
    private static final int LEAST_WORKER_LINES = 3;
    /** So many rows, and queues leave some of them to workers. */
    private static final int ROWS_FOR_BOTH = 16;

    private static final int WORKERS_BESIDE_QUEUES = 3;

    /** A column of numbers. */
    private record Column(String heading, String field, int width) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("READY", "ready", 7),
            new Column("LEASED", "leased", 7),
            new Column("LATER", "scheduled", 7),
            new Column("RETRY", "retrying", 6),
            new Column("FAILED", "failed", 7),
            new Column("OLDEST", "oldest_seconds", 7),
            new Column("ADD/S", "added_per_second", 7),
            new Column("DONE/S", "completed_per_second", 7));

    private static final int NUMBERS = COLUMNS.stream().mapToInt(Column::width).sum();

    /** The lines for a terminal of this size. */
    List<String> lines(int columns, int rows) {
        List<String> lines = new ArrayList<>();
        lines.add(first());
        lines.add(second());
        lines.add("");
        int kept = workers.isEmpty() || rows < ROWS_FOR_BOTH ? 0 : 2 + Math.min(workers.size(), WORKERS_BESIDE_QUEUES);
        addQueues(lines, columns, rows - kept);
        if (rows - lines.size() >= LEAST_WORKER_LINES && !workers.isEmpty()) {
            addWorkers(lines, columns, rows);
        }
        return lines.stream().limit(rows).map(line -> cut(line, columns)).toList();
    }

    private String first() {
        String trouble = status.text("not_ready_because");
        return "Reeve " + status.text("version") + " at " + address + "  " + some(queues.size(), "queue") + "  "
                + some(workers.size(), "worker") + "  +" + rate(sum("added_per_second")) + "/s  -"
                + rate(sum("completed_per_second")) + "/s" + (trouble.isEmpty() ? "" : "  NOT READY: " + trouble);
    }

    private String second() {
        JsonObject memory = status.object("memory");
        JsonObject disk = status.object("disk");
        JsonObject journal = status.object("journal");
        return "jobs " + count(number(status, "jobs"))
                + (memory == null ? "" : "  memory " + share(memory))
                + (disk == null ? "" : "  disk " + bytes(number(disk, "free_bytes")) + " free")
                + (journal == null || number(journal, SYNC) == 0 ? "" : "  last sync " + millis(number(journal, SYNC)));
    }

    private static String some(int number, String one) {
        return count(number) + " " + Counts.noun(number, one);
    }

    private static String share(JsonObject memory) {
        double limit = number(memory, "limit_bytes");
        double used = number(memory, "used_bytes");
        return bytes(used) + " of " + bytes(limit);
    }

    private void addQueues(List<String> lines, int columns, int rows) {
        int longest =
                queues.stream().mapToInt(queue -> name(queue).length()).max().orElse(0);
        int width = Math.max(LEAST_NAME, Math.min(longest, columns - NUMBERS));
        StringBuilder heading = new StringBuilder(padded("QUEUE", width));
        COLUMNS.forEach(column -> heading.append(right(column.heading, column.width)));
        lines.add(heading.toString());
        List<JsonObject> sorted = queues.stream()
                .sorted(Comparator.comparingDouble((JsonObject queue) -> number(queue, "oldest_seconds"))
                        .reversed()
                        .thenComparing(TopScreen::name))
                .toList();
        int room = Math.max(1, rows - lines.size());
        // The last line says how many are left out.
        int shown = sorted.size() <= room ? sorted.size() : room - 1;
        sorted.subList(0, shown).forEach(queue -> lines.add(row(queue, width)));
        addRest(lines, sorted.size() - shown, "queue");
    }

    private static String name(JsonObject queue) {
        return PlainText.of(queue.text("name")) + (queue.flag("paused") ? " (paused)" : "");
    }

    private static String row(JsonObject queue, int width) {
        StringBuilder row = new StringBuilder(padded(shortened(name(queue), width), width));
        for (Column column : COLUMNS) {
            double value = number(queue, column.field);
            String text = column.field.endsWith("_per_second")
                    ? rate(value)
                    : column.field.equals("oldest_seconds") ? age(value) : count(value);
            row.append(right(text, column.width));
        }
        return row.toString();
    }

    private void addWorkers(List<String> lines, int columns, int rows) {
        int longest = workers.stream()
                .mapToInt(worker -> worker.text("name").length())
                .max()
                .orElse(0);
        int width = Math.min(Math.max(LEAST_NAME, longest), columns / 2);
        lines.add("");
        lines.add(padded("WORKER", width) + right("JOBS", 7) + "  QUEUES");
        List<JsonObject> sorted = workers.stream()
                .sorted(Comparator.comparingLong((JsonObject worker) -> worker.number("jobs_held"))
                        .reversed()
                        .thenComparing(worker -> worker.text("name")))
                .toList();
        int room = Math.max(1, rows - lines.size());
        int shown = sorted.size() <= room ? sorted.size() : room - 1;
        for (JsonObject worker : sorted.subList(0, shown)) {
            lines.add(padded(shortened(PlainText.of(worker.text("name")), width), width)
                    + right(count(number(worker, "jobs_held")), 7) + "  " + PlainText.of(queuesOf(worker))
                    + (worker.flag("quiet") ? "  (quiet)" : ""));
        }
        addRest(lines, sorted.size() - shown, "worker");
    }

    private static String queuesOf(JsonObject worker) {
        return worker.get("queues") instanceof List<?> names
                ? names.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : "";
    }

    private static void addRest(List<String> lines, int left, String one) {
        if (left > 0) {
            lines.add("… " + count(left) + " more " + Counts.noun(left, one));
        }
    }

    private double sum(String field) {
        return queues.stream().mapToDouble(queue -> number(queue, field)).sum();
    }

    private static double number(JsonObject object, String field) {
        return object.get(field) instanceof Number number ? number.doubleValue() : 0;
    }

    private static String format(String form, double value) {
        return String.format(Locale.ROOT, form, value);
    }

    /** At most six characters. */
    static String count(double value) {
        if (value < 100_000) {
            return format("%.0f", value);
        }
        return value < 10_000_000 ? format("%.0fk", value / 1e3) : format("%.0fM", value / 1e6);
    }

    private static String rate(double value) {
        return value < 1_000 ? format("%.1f", value) : count(value);
    }

    /** Whole seconds, minutes, hours or days. */
    static String age(double seconds) {
        if (seconds < 120) {
            return format("%.0fs", seconds);
        }
        if (seconds < 7_200) {
            return format("%.0fm", Math.floor(seconds / 60));
        }
        return seconds < 172_800
                ? format("%.0fh", Math.floor(seconds / 3_600))
                : format("%.0fd", Math.floor(seconds / 86_400));
    }

    private static String bytes(double bytes) {
        if (bytes < KIBI * KIBI) {
            return format("%.0f KiB", bytes / KIBI);
        }
        return bytes < KIBI * KIBI * KIBI
                ? format("%.0f MiB", bytes / KIBI / KIBI)
                : format("%.1f GiB", bytes / KIBI / KIBI / KIBI);
    }

    private static String millis(double seconds) {
        return format("%.1f ms", seconds * 1e3);
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "…";
    }

    /** Names often differ at their ends, so that the middle is left out. */
    private static String shortened(String name, int width) {
        int tail = width / 2;
        return name.length() <= width
                ? name
                : name.substring(0, width - tail - 1) + "…" + name.substring(name.length() - tail);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(1, width - text.length())) + text;
    }
}
