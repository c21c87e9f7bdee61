package dev.reeve.door.qless.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Allocation;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Fuzz target: the JSON and the numbers in the arguments of qless calls, and any payload shown as JSON. */
public final class JsonFuzz {
    private JsonFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        // About 160 bytes per input byte. Jazzer's instrumentation of regular expressions adds ten times that.
        Allocation.check(input, 256 * 1024, 2048, () -> CjsonReader.readOrNull(input));
        Object value = CjsonReader.readOrNull(input);
        if (value != null) {
            byte[] written = CjsonWriter.of(value);
            assertThat(CjsonWriter.of(CjsonReader.read(written))).isEqualTo(written);
        }
        assertThat(CjsonReader.readOrNull(CjsonWriter.ofPayload(input))).isNotNull();
        number(LuaNumber.parse(new String(input, StandardCharsets.UTF_8)));
    }

    private static void number(@Nullable Double number) {
        if (number != null) {
            String text = LuaNumber.format(number);
            Double again = LuaNumber.parse(text);
            assertThat(again).isNotNull();
            assertThat(LuaNumber.format(again)).isEqualTo(text);
        }
    }
}
