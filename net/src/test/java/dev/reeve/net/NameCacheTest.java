package dev.reeve.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NameCacheTest {
    private final NameCache names = new NameCache(NameCache::decodeText);

    @Test
    void many_more_names_than_are_remembered_are_told_apart() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5_000; i++) {
                assertThat(find("queue" + i)).isEqualTo("queue" + i);
            }
        }
    }

    @Test
    void a_name_that_was_just_found_is_not_decoded_again() {
        assertThat(find("mail")).isNotNull().isSameAs(find("mail"));
    }

    @Test
    void only_the_given_bytes_count() {
        byte[] bytes = "a-mailbox".getBytes(StandardCharsets.UTF_8);
        assertThat(names.find(bytes, 2, 6)).isEqualTo("mail");
        assertThat(names.find(bytes, 2, 9)).isEqualTo("mailbox");
    }

    @Test
    void what_is_no_name_is_refused_each_time() {
        for (String bad : Arrays.asList("", "a\u0001", "a\u007f")) {
            for (int i = 0; i < 2; i++) {
                assertThat(find(bad)).isNull();
            }
        }
        assertThat(names.find(new byte[] {(byte) 0xff}, 0, 1)).isNull();
    }

    private @Nullable String find(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return names.find(bytes, 0, bytes.length);
    }
}
