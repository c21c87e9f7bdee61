package dev.reeve.server.log;

/**
 * Text that a terminal shows as it is. Clients name their queues, jobs and workers as they like, with terminal escapes if
 * they like; here everything that would not be seen as a character of its own is spelt out: control characters, line
 * ends, marks that turn the direction of writing, and halves of characters.
 */
public final class PlainText {
    private PlainText() {}

    public static String of(String text) {
        return text.codePoints().allMatch(PlainText::isPlain) ? text : spelt(text);
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

    private static String spelt(String text) {
        StringBuilder plain = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (isPlain(c)) {
                plain.appendCodePoint(c);
            } else {
                spell(c, plain);
            }
        });
        return plain.toString();
    }

    private static void spell(int c, StringBuilder to) {
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
