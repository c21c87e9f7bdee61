package dev.reeve.server.log;

/**
 * Text that is safe to print to a terminal. Clients can put terminal escapes into the names of queues, jobs and workers.
 * Every character that is not visible is escaped: control characters, line ends, bidirectional marks and unpaired
 * surrogates.
 */
public final class PlainText {
    private PlainText() {}

    public static String of(String text) {
        return text.codePoints().allMatch(PlainText::isPlain) ? text : escaped(text);
    }

    private static boolean isPlain(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    private static String escaped(String text) {
        StringBuilder plain = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (isPlain(c)) {
                plain.appendCodePoint(c);
            } else {
                escape(c, plain);
            }
        });
        return plain.toString();
    }

    private static void escape(int c, StringBuilder to) {
        switch (c) {
            case '\n' -> to.append("\\n");
            case '\r' -> to.append("\\r");
            case '\t' -> to.append("\\t");
            default -> {
                for (char unit : Character.toChars(c)) {
                    to.append(String.format("\\u%04x", (int) unit));
                }
            }
        }
    }
}
