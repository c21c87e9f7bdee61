package dev.reeve.server.log;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Text that is safe to print to a terminal. Clients can put terminal escapes into the names of queues, jobs and workers.
 * Every character that is not visible is escaped: control characters, line ends, bidirectional marks and unpaired
 * surrogates.
 */
public final class PlainText {
    /** Control characters, format characters, unpaired surrogates, and separators of lines and paragraphs. */
    private static final Pattern NOT_VISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

    private PlainText() {}

    public static String of(String text) {
        return NOT_VISIBLE.matcher(text).replaceAll(character -> Matcher.quoteReplacement(escaped(character.group())));
    }

    private static String escaped(String character) {
        return switch (character) {
            case "\n" -> "\\n";
            case "\r" -> "\\r";
            case "\t" -> "\\t";
            default -> character.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining());
        };
    }
}
