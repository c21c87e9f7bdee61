package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns of channels and keys. */
class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "*, ql:log, true",
        "*, '', true",
        "'', '', true",
        "'', a, false",
        "ql:*, ql:log, true",
        "ql:*, ql:, true",
        "ql:*, qs:log, false",
        "*log, ql:log, true",
        "*l*g*, ql:log, true",
        "*ab*ab, abxab, true",
        "*ab*ab, abx, false",
        "h?llo, hello, true",
        "h?llo, hllo, false",
        "h[ae]llo, hallo, true",
        "h[ae]llo, hillo, false",
        "h[^e]llo, hallo, true",
        "h[^e]llo, hello, false",
        "h[a-c]llo, hbllo, true",
        "h[c-a]llo, hbllo, true",
        "h[a-c]llo, hdllo, false",
        "h[-]llo, h-llo, true",
        "h[\\]]llo, h]llo, true",
        "h[a, ha, true",
        "h[a, hb, false",
        "h\\*llo, h*llo, true",
        "h\\*llo, hello, false",
        "h\\, h\\, true",
        "a*[bc]d, axxcd, true",
        "a*[bc]d, axxed, false",
    })
    void match(String pattern, String text, boolean expected) {
        assertThat(Glob.matches(pattern, text)).isEqualTo(expected);
    }

    @Test
    @Timeout(5)
    void no_pattern_takes_long() {
        assertThat(Glob.matches("*a".repeat(500) + "b", "a".repeat(10_000))).isFalse();
    }

    @Test
    @Timeout(20)
    void no_text_takes_long_either() {
        Glob glob = Glob.compile("*" + "a".repeat(500) + "[b-c]" + "a".repeat(500) + "*");
        String text = "a".repeat(1_000_000);
        for (int i = 0; i < 20; i++) {
            assertThat(glob.matches(text)).isFalse();
        }
        assertThat(glob.matches(text + "b" + text)).isTrue();
    }

    /** Compares with a matcher that tries everything. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void matches_as_a_search_of_all_possibilities(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int matching = 0;
        for (int i = 0; i < 50_000; i++) {
            String pattern = random(random, "ab?*", 8);
            String text = random(random, "ab", 10);
            boolean expected = tryAll(pattern, text);
            matching += expected ? 1 : 0;
            assertThat(Glob.matches(pattern, text)).as(pattern + " and " + text).isEqualTo(expected);
        }
        assertThat(matching).isBetween(1000, 49_000);
    }

    private static String random(SplittableRandom random, String characters, int longest) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(longest + 1); i > 0; i--) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }

    private static boolean tryAll(String pattern, String text) {
        if (pattern.isEmpty()) {
            return text.isEmpty();
        }
        char first = pattern.charAt(0);
        if (first == '*') {
            return tryAll(pattern.substring(1), text) || (!text.isEmpty() && tryAll(pattern, text.substring(1)));
        }
        return !text.isEmpty()
                && (first == '?' || first == text.charAt(0))
                && tryAll(pattern.substring(1), text.substring(1));
    }
}
