package dev.reeve.server.model;

/** Replies in brief. */
final class Kinds {
    private Kinds() {}

    /** What kind of reply it is: enough to count them. */
    static String of(Step step, String reply) {
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

    static boolean isSuccess(String kind) {
        return kind.equals("ok")
                || kind.startsWith("2")
                || kind.equals("OK")
                || kind.equals("ADDED")
                || kind.equals("RESERVED");
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
