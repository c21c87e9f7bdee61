package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.format.FormatException;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineRecoveryTest {
    /** A job with a long history can exceed one gibibyte, and must be readable. */
    @ParameterizedTest
    @ValueSource(ints = {1, (1 << 30) + 1, Integer.MAX_VALUE - 8})
    void a_chunk_is_read_however_long_it_is(int length) {
        assertThatThrownBy(() -> recover(length))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("ends inside a chunk");
    }

    @Test
    void a_length_below_zero_is_refused() {
        assertThatThrownBy(() -> recover(-2))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("claims -2 bytes");
    }

    private static void recover(int claimedLength) throws Exception {
        byte[] bytes = ByteBuffer.allocate(4).putInt(claimedLength).array();
        new EngineRecovery().snapshot(1, new ByteArrayInputStream(bytes));
    }
}
