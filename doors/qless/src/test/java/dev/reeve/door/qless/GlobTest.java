package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
