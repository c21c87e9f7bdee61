package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

/** Fuzz target: a pattern and, after a line feed, the text to match. */
public final class GlobFuzz {
    private GlobFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String both = new String(input, StandardCharsets.ISO_8859_1);
        int lineFeed = both.indexOf('\n');
        String pattern = lineFeed < 0 ? both : both.substring(0, lineFeed);
        String text = lineFeed < 0 ? both : both.substring(lineFeed + 1);
        if (Glob.matches(pattern, text)) {
            assertThat(Glob.matches('*' + pattern, "more " + text)).isTrue();
        }
        assertThat(Glob.matches(quoted(text), text)).isTrue();
        assertThat(Glob.matches(quoted(text), text + "x")).isFalse();
        assertThat(Glob.matches(quoted(text) + '*', text + "x")).isTrue();
        assertThat(Glob.matches("?".repeat(text.length()), text)).isTrue();
        assertThat(Glob.matches("?".repeat(text.length() + 1), text)).isFalse();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder();
        text.chars().forEach(c -> quoted.append('\\').append((char) c));
        return quoted.toString();
    }
}
