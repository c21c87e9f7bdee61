package dev.reeve.net.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that are kept byte for byte, and bodies that are no text. The transcripts of the door have the rest. */
class StrictJsonTest {
    private static List<String> raws(byte[] body) throws HttpError {
        List<String> values = new ArrayList<>();
        FieldErrors errors = StrictJson.read(body, (name, value) -> values.add(new String(value.raw(), UTF_8)));
        assertThat(errors.isEmpty()).isTrue();
        return values;
    }

    @Test
    void values_are_kept_byte_for_byte() throws HttpError {
        List<String> values = List.of(
                "\"\"",
                "\"plain\"",
                "\"a \\\"quoted\\\" word\\\\\"",
                "\"\\u00e9 é € 𝄞\"",
                "{ \"a\" : [1, \"x\\\"]\", null] }",
                "-1.50e3",
                "true");
        StringBuilder body = new StringBuilder("{");
        for (String value : values) {
            body.append(body.length() == 1 ? "" : " , ")
                    .append("\"f")
                    .append(body.length())
                    .append("\" : ")
                    .append(value);
        }
        assertThat(raws(body.append(" }").toString().getBytes(UTF_8))).isEqualTo(values);
    }

    @Test
    void what_a_string_must_not_have_is_found_wherever_it_is() {
        for (String wrong : List.of("\n", "\\x", "\u0000", "\u001f")) {
            for (int at = 0; at < 20; at++) {
                String text = "{\"f\":\"" + "x".repeat(at) + wrong + "y".repeat(20 - at) + "\"}";
                assertThatThrownBy(() -> raws(text.getBytes(UTF_8))).as(text).isInstanceOf(HttpError.class);
            }
        }
    }

    @Test
    void bytes_that_are_no_text_are_found_wherever_they_are() {
        for (int at = 0; at < 40; at++) {
            byte[] broken = ("{\"f\":\"" + "x".repeat(40) + "é\"}").getBytes(UTF_8);
            broken[6 + at] = (byte) 0xC3;
            assertThatThrownBy(() -> raws(broken)).as("byte " + at).isInstanceOf(HttpError.class);
            byte[] withNull = ("{\"f\":\"é" + "x".repeat(40) + "\"}").getBytes(UTF_8);
            withNull[8 + at] = 0;
            assertThatThrownBy(() -> raws(withNull)).as("null at " + at).isInstanceOf(HttpError.class);
        }
    }
}
