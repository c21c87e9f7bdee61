package dev.reeve.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a queue", "größer", "値", "\ud83d\ude00", "C:\\new", "a\u00a0b"})
    void what_can_be_seen_stays(String text) {
        assertThat(PlainText.of(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "'a\n2026-01-01 ERROR forged', a\\n2026-01-01 ERROR forged",
        "'a\r\n\tb', a\\r\\n\\tb",
        "'\u001b[31mred', \\u001b[31mred",
        "\u009b31mred, \\u009b31mred",
        "'\u001b]0;title\u0007', \\u001b]0;title\\u0007",
        "a\u0000b\u007f, a\\u0000b\\u007f",
        "gpj\u202eexe, gpj\\u202eexe",
        "a\u2066b\u2069\u200f\u061c, a\\u2066b\\u2069\\u200f\\u061c",
        "a\u2028b\u2029c, a\\u2028b\\u2029c",
        "a\ufeffb\u200bc, a\\ufeffb\\u200bc",
    })
    void what_cannot_is_spelt_out(String text, String plain) {
        assertThat(PlainText.of(text)).isEqualTo(plain);
    }

    @Test
    void so_are_halves_of_characters_and_hidden_tags() {
        assertThat(PlainText.of("a\ud83d")).isEqualTo("a\\ud83d");
        assertThat(PlainText.of("\ude00\ud83d")).isEqualTo("\\ude00\\ud83d");
        assertThat(PlainText.of("\udb40\udc41")).isEqualTo("\\udb40\\udc41");
    }

    @Test
    void no_character_of_any_kind_comes_through_that_a_terminal_would_obey() {
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT).forEach(c -> {
            String plain = PlainText.of(Character.toString(c));
            assertThat(plain.codePoints().noneMatch(Character::isISOControl)).isTrue();
            assertThat(plain.codePoints().noneMatch(p -> Character.getType(p) == Character.FORMAT))
                    .isTrue();
        });
    }
}
