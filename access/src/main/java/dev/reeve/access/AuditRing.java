package dev.reeve.access;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The last audit lines, in memory. Safe from any thread. */
public final class AuditRing {
    static final int MOST_LINES = 1_000;

    /**
     * A line.
     *
     * @param number grows by one from line to line
     * @param json the line as it was written
     */
    public record Line(long number, String json) {}

    private final ArrayDeque<Line> newestFirst = new ArrayDeque<>();
    private long lastNumber;

    synchronized void add(String json) {
        newestFirst.addFirst(new Line(++lastNumber, json));
        if (newestFirst.size() > MOST_LINES) {
            newestFirst.removeLast();
        }
    }

    /** The lines before that number, the newest first. */
    public synchronized List<Line> before(long number, int limit) {
        List<Line> lines = new ArrayList<>();
        Iterator<Line> all = newestFirst.iterator();
        while (lines.size() < limit && all.hasNext()) {
            Line line = all.next();
            if (line.number < number) {
                lines.add(line);
            }
        }
        return lines;
    }
}
