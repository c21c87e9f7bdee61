package dev.reeve.door.qless.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsing of numbers and strings, in linear time: slow parsing would block the whole server. */
class JsonReaderTest {
    private static final int LONG = 1024 * 1024;

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "1e3, 1000",
        "1.e3, 1000",
        "-.5, -0.5",
        "007, 7",
        "0x1F, 31",
        "-0XfF, -255",
        "0xfffffffffffffff, 1.1529215046068e+18",
        "1E+2, 100",
        "123456789012345678, 1.2345678901235e+17"
    })
    void numbers_are_taken_as_far_as_they_go(String json, String number) {
        assertThat(LuaNumber.format((Double) CjsonReader.read(bytes(json)))).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({"1e, 2", "1ex, 2", "0x, 2", "0xfffffffffffffffff, 18", "1.5.5, 4", "-1-1, 3", "1a, 2"})
    void what_follows_a_number_is_no_part_of_it(String json, int wrongAt) {
        assertThatThrownBy(() -> CjsonReader.read(bytes(json)))
                .isInstanceOf(BadCall.class)
                .hasMessageEndingWith("at character " + wrongAt);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "+1", ".5", "e1", "-e", "--1", "inf"})
    void what_does_not_start_like_a_number_is_none(String json) {
        assertThat(CjsonReader.readOrNull(bytes(json))).isNull();
    }

    @ParameterizedTest
    @CsvSource({"\\ud83d, 8", "\\ud83d\\u0041, 8", "\\ude00, 2", "a\\ude00\\ud83d, 3"})
    void half_a_character_is_none(String escapes, int wrongAt) {
        assertThatThrownBy(() -> CjsonReader.read(bytes('"' + escapes + '"')))
                .isInstanceOf(BadCall.class)
                .hasMessage("Expected value but found invalid unicode escape code at character " + wrongAt);
    }

    @Test
    void texts_may_have_escapes_anywhere() {
        assertThat(CjsonReader.read(bytes("[\"\",\"a\",\"\\n\",\"a\\u0041b\",\"\\ud83d\\ude00\\\"\"]")))
                .isEqualTo(List.of("", "a", "\n", "aAb", "\ud83d\ude00\""));
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_long_word_that_begins_like_a_number_is_looked_at_once() {
        assertThat(CjsonReader.readOrNull(bytes("1" + "a".repeat(LONG)))).isNull();
        assertThat(CjsonReader.readOrNull(bytes("1".repeat(LONG) + "x"))).isNull();
        assertThat(CjsonReader.readOrNull(bytes("-" + "-".repeat(LONG)))).isNull();
        assertThat(LuaNumber.parse("1".repeat(LONG) + "x")).isNull();
        assertThat(LuaNumber.parse("1." + "1".repeat(LONG) + "e1x")).isNull();
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void many_texts_take_no_more_room_than_one() {
        String json = "[" + String.join(",", Collections.nCopies(LONG / 3, "\"\"")) + "]";
        assertThat((Collection<?>) CjsonReader.read(bytes(json))).hasSize(LONG / 3);
        assertThat(CjsonReader.readOrNull(bytes("\"\\n".repeat(LONG / 3)))).isNull();
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
