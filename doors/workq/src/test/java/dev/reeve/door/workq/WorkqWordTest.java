package dev.reeve.door.workq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.JobId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkqWordTest {
    private static final long SEED = 20;
    private static final String UUID_TEXT = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "foo:1,foo:1",
                "größe,größe",
                "100%,100%",
                "%zz,%zz",
                "-5,-5",
                "a-b,a-b",
                "a b,a%20b",
                " a ,%20a%20",
                "a%20b,a%2520b",
                "%%41,%%2541",
                "% 20,%%2020",
                "-a,%2Da",
                "-,%2D",
                "--5,%2D-5",
                UUID_TEXT + "," + UUID_TEXT,
            })
    void only_what_a_word_cannot_carry_is_escaped(String text, String word) {
        assertThat(written(text)).isEqualTo(word);
        assertThat(read(word)).isEqualTo(text);
    }

    @Test
    void an_id_that_would_be_read_as_another_is_escaped() {
        String upper = UUID_TEXT.toUpperCase(Locale.ROOT);
        ByteBuf out = Unpooled.buffer();
        WorkqWord.write(JobId.of(upper), out);
        String word = out.toString(UTF_8);
        assertThat(word).isEqualTo("%36" + upper.substring(1));
        assertThat(JobId.uuid(word)).isNull();
        assertThat(read(word)).isEqualTo(upper);
    }

    @Test
    void bytes_that_are_not_text_are_no_word() {
        assertThat(read("a%FF")).isNull();
    }

    @Test
    void every_text_is_read_back() {
        Random random = new Random(SEED);
        for (int i = 0; i < 100_000; i++) {
            String text = random.ints(random.nextInt(1, 8), 0, 12)
                    .mapToObj(c -> String.valueOf("% -02aF\t\n5ßx".charAt(c)))
                    .reduce("", String::concat);
            String word = written(text);
            assertThat(word).doesNotContainPattern("[ \t\r\n]");
            assertThat(read(word)).as("%s, seed %d", word, SEED).isEqualTo(text);
        }
    }

    private static String written(String text) {
        ByteBuf out = Unpooled.buffer();
        WorkqWord.write(text, out);
        return out.toString(UTF_8);
    }

    private static @Nullable String read(String word) {
        byte[] bytes = word.getBytes(UTF_8);
        return WorkqWord.read(bytes, 0, bytes.length);
    }
}
