package dev.reeve.campaign.model;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Classification of replies. */
final class Kinds {
    private Kinds() {}

    /** The kind of a reply, for statistics. */
    static String of(ModelStep step, String reply) {
        return switch (step.door()) {
            case 'w' -> reply.startsWith("+OK") ? "ok" : reply.strip();
            case 'g' -> reply.startsWith("ERROR") ? "error" : reply.substring(0, reply.indexOf('\0'));
            case 'b', 'o' -> reply.substring(0, 3);
            default ->
                reply.startsWith("-")
                        ? reply.strip().replaceAll("\\b([ujxr][0-9]+(-[0-9]+)?|[0-9a-f-]{36})", "JID")
                        : "ok";
        };
    }

    /** The kinds of steps that never succeeded. */
    static Set<String> neverDone(Map<String, Integer> coverage) {
        Set<String> never = new TreeSet<>();
        coverage.keySet().forEach(line -> never.add(line.substring(0, line.indexOf(':'))));
        coverage.keySet().stream()
                .filter(line -> isSuccess(line.substring(line.indexOf(": ") + 2)))
                .forEach(line -> never.remove(line.substring(0, line.indexOf(':'))));
        return never;
    }

    private static boolean isSuccess(String kind) {
        return Set.of("ok", "OK", "ADDED", "RESERVED", "waits").contains(kind) || kind.startsWith("2");
    }

    static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            shown.append(c >= ' ' && c < 127 ? String.valueOf(c) : c == '\r' ? "" : c == '\n' ? "|" : "\\x" + (int) c);
        }
        return shown.toString();
    }
}
