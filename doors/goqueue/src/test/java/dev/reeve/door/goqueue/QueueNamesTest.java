package dev.reeve.door.goqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class QueueNamesTest {
    private final QueueNames names = new QueueNames(10);

    @Test
    void many_more_names_than_are_remembered_are_told_apart() throws BadFrame {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 2_000; i++) {
                assertThat(read("queue" + i)).isEqualTo("queue" + i);
            }
        }
    }

    @Test
    void a_name_that_was_just_read_is_not_decoded_again() throws BadFrame {
        assertThat(read("mail")).isSameAs(read("mail"));
    }

    @Test
    void only_the_first_bytes_count() throws BadFrame {
        byte[] bytes = "mailbox".getBytes(StandardCharsets.UTF_8);
        assertThat(names.read(bytes, 4)).isEqualTo("mail");
        assertThat(names.read(bytes, 7)).isEqualTo("mailbox");
    }

    @Test
    void what_is_no_name_is_refused_each_time() {
        for (String bad : Arrays.asList("", "12345678901", "a\u0001", "a\u007f")) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> read(bad)).isInstanceOf(BadFrame.class);
            }
        }
        assertThatThrownBy(() -> names.read(new byte[] {(byte) 0xff}, 1)).isInstanceOf(BadFrame.class);
    }

    private String read(String name) throws BadFrame {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return names.read(bytes, bytes.length);
    }
}
