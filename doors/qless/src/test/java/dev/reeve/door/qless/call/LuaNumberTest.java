package dev.reeve.door.qless.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The fast paths of parsing and formatting numbers give the same results as the general ones. */
class LuaNumberTest {
    private static final long SEED = 7;

    @Test
    void reads_plain_numbers_as_they_are() {
        Random random = new Random(SEED);
        for (int i = 0; i < 100_000; i++) {
            String digits = Long.toString(random.nextLong(1L << (1 + random.nextInt(52))));
            int point = random.nextInt(digits.length() + 1);
            String text = digits.substring(0, point) + "." + digits.substring(point);
            if (!text.equals(".")) {
                assertThat(LuaNumber.parse(text)).as(text).isEqualTo(Double.parseDouble(text));
            }
        }
    }

    @Test
    void reads_what_is_no_plain_number() {
        assertThat(LuaNumber.parse("")).isNull();
        assertThat(LuaNumber.parse(".")).isNull();
        assertThat(LuaNumber.parse("1.2.3")).isNull();
        assertThat(LuaNumber.parse("1x")).isNull();
        assertThat(LuaNumber.parse(" 5 ")).isEqualTo(5.0);
        assertThat(LuaNumber.parse("-5.5")).isEqualTo(-5.5);
        assertThat(LuaNumber.parse("1e3")).isEqualTo(1000.0);
        assertThat(LuaNumber.parse("0x10")).isEqualTo(16.0);
        assertThat(LuaNumber.parse("12345678901234567000")).isEqualTo(12345678901234567000.0);
    }

    @Test
    void writes_times_with_fourteen_digits() {
        Random random = new Random(SEED);
        for (int i = 0; i < 100_000; i++) {
            long micros = random.nextLong(900_000_000_000_000L, 12_000_000_000_000_000L);
            micros -= i % 3 == 0 ? micros % 10_000 : i % 3 == 1 ? micros % 100 - 50 : 0;
            assertThat(LuaNumber.seconds(micros)).as("%d", micros).isEqualTo(LuaNumber.format(micros / 1e6));
        }
    }

    @Test
    void whole_seconds_are_rounded_down() {
        assertThat(LuaNumber.wholeSeconds(1_999_999)).isEqualTo("1");
        assertThat(LuaNumber.wholeSeconds(-1)).isEqualTo("-1");
    }
}
