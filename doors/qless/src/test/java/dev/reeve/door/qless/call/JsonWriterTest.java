package dev.reeve.door.qless.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The exact JSON text that qless clients get. */
class JsonWriterTest {
    @ParameterizedTest
    @CsvSource({
        "2f, \\/",
        "22, \\\"",
        "5c, \\\\",
        "08, \\b",
        "0c, \\f",
        "0a, \\n",
        "0d, \\r",
        "09, \\t",
        "00, \\u0000",
        "1f, \\u001f",
        "7f, \\u007f",
        "20, ' '",
        "7e, ~"
    })
    void a_character_is_escaped_wherever_it_stands(String hex, String escaped) {
        String c = Character.toString(Integer.parseInt(hex, 16));
        String text = c + "a" + c + c + "é" + c;
        String expected = "\"" + escaped + "a" + escaped + escaped + "é" + escaped + "\"";
        assertThat(new String(new CjsonWriter().text(text).bytes(), UTF_8)).isEqualTo(expected);
        assertThat(new String(new CjsonWriter().text(text.getBytes(UTF_8)).bytes(), UTF_8))
                .isEqualTo(expected);
    }

    @Test
    void an_empty_list_is_an_object() {
        assertThat(new String(CjsonWriter.of(List.of(List.of(), List.of("/"))), UTF_8))
                .isEqualTo("[{},[\"\\/\"]]");
    }

    @Test
    void bytes_that_are_no_text_pass_as_they_are() {
        byte[] bytes = {(byte) 0xff, '/', (byte) 0xc3};
        assertThat(new CjsonWriter().text(bytes).bytes()).containsExactly('"', 0xff, '\\', '/', 0xc3, '"');
    }
}
