package dev.reeve.node;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The place of an event in the order of all events: the position of the entry that caused it, and its index among the events
 * of that entry. An index of {@link #LAST} stands for the end of the entry. Written as {@code position.index}.
 */
public record EventId(long position, int index) implements Comparable<EventId> {
    /** More than the events of one entry. */
    static final int LAST = 999_999;

    private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\.(\\d{1,6})");

    static EventId endOf(long position) {
        return new EventId(position, LAST);
    }

    /** The id that the text stands for; null if it is none. */
    public static @Nullable EventId parse(String text) {
        var match = FORM.matcher(text);
        return match.matches() ? new EventId(Long.parseLong(match.group(1)), Integer.parseInt(match.group(2))) : null;
    }

    @Override
    public int compareTo(EventId other) {
        return position == other.position
                ? Integer.compare(index, other.index)
                : Long.compare(position, other.position);
    }

    @Override
    public String toString() {
        return position + "." + index;
    }
}
