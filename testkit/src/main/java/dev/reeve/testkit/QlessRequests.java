package dev.reeve.testkit;

import java.util.ArrayList;
import java.util.List;

/** The requests of a qless client, as text with one character per byte. */
public final class QlessRequests {
    /** The script by which the server recognises the current calling convention. */
    public static final String SCRIPT = "-- QlessAPI";

    private QlessRequests() {}

    /** A call of the script. */
    public static String call(String name, String now, String... arguments) {
        List<String> words = new ArrayList<>(List.of("EVAL", SCRIPT, "0", name, now));
        words.addAll(List.of(arguments));
        return command(words.toArray(String[]::new));
    }

    /** A Redis command: an array of strings. */
    public static String command(String... words) {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return text.toString();
    }
}
