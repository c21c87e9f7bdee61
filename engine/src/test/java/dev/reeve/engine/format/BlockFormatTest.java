package dev.reeve.engine.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.job.BlockColumns;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The columns of a block as bytes. That all values come back is in {@code JobBlockTest}. */
class BlockFormatTest {
    private static final int JOBS = 64;

    private static BlockColumns columns(Consumer<Arrays> change) {
        Arrays arrays = new Arrays();
        SplittableRandom random = new SplittableRandom(1);
        for (int slot = 0; slot < JOBS; slot++) {
            arrays.numbers[slot] = 1_000_000L + slot;
            arrays.created[slot] = 1_700_000_000_000_000L;
            arrays.offsets[slot] = 32 + 216L * slot;
            arrays.lengths[slot] = 200;
            arrays.noise[slot] = random.nextLong();
        }
        change.accept(arrays);
        return new BlockColumns(
                7,
                arrays.numbers,
                arrays.created,
                5,
                arrays.noise,
                arrays.noise.clone(),
                arrays.offsets,
                arrays.lengths,
                arrays.noise.clone());
    }

    private static final class Arrays {
        private final long[] numbers = new long[JOBS];
        private final long[] created = new long[JOBS];
        private final long[] offsets = new long[JOBS];
        private final long[] lengths = new long[JOBS];
        private final long[] noise = new long[JOBS];
    }

    private static byte[] bytes(BlockColumns columns) {
        ByteSink out = new ByteSink(16);
        BlockFormat.write(columns, out);
        return out.toByteArray();
    }

    private static BlockColumns read(byte[] bytes) {
        return BlockFormat.read(new ByteSource(bytes, 0, bytes.length));
    }

    @Test
    void neighbours_take_little_more_than_their_ids_and_sums() {
        assertThat(bytes(columns(arrays -> {})).length - JOBS * 24).isLessThan(45);
        BlockColumns different = columns(arrays -> {
            arrays.created[9] += 200;
            arrays.lengths[3] -= 1;
        });
        assertThat(bytes(different).length - JOBS * 24).isLessThan(45 + 2 * JOBS);
    }

    @Test
    void what_ends_early_is_refused() {
        byte[] bytes = bytes(columns(arrays -> arrays.lengths[5] = 1));
        for (int length = 0; length < bytes.length; length++) {
            byte[] less = java.util.Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(less)).isInstanceOf(FormatException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65, 255})
    void a_block_of_another_size_is_refused(int count) {
        byte[] bytes = bytes(columns(arrays -> {}));
        bytes[0] = (byte) count;
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("a block has " + count + " jobs");
    }

    @Test
    void damaged_columns_are_refused_or_are_columns_of_a_block() {
        byte[] bytes = bytes(columns(arrays -> {
            arrays.created[5] += 9;
            arrays.lengths[5] = 1;
            arrays.offsets[5] += 1_000_000;
        }));
        SplittableRandom random = new SplittableRandom(3);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(300)] ^= (byte) (1 << random.nextInt(8));
            try {
                BlockColumns found = read(damaged);
                assertThat(bytes(found).length).isPositive();
            } catch (FormatException expected) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(200);
    }

    @Test
    void columns_that_no_block_can_have_are_refused() {
        assertRefused(arrays -> arrays.numbers[7] = arrays.numbers[6], "do not go up");
        assertRefused(arrays -> arrays.numbers[0] = 0, "do not go up");
        assertRefused(arrays -> arrays.numbers[63] += Character.MAX_VALUE, "numbers far");
        assertRefused(arrays -> arrays.created[7] += Integer.MAX_VALUE, "creations far");
        assertRefused(arrays -> arrays.created[0] = -1, "creations far");
        assertRefused(arrays -> arrays.lengths[7] = Character.MAX_VALUE + 1, "too long");
        assertRefused(arrays -> arrays.lengths[7] = -1, "too long");
        assertRefused(arrays -> arrays.offsets[7] = 1L << 31, "behind any file");
        assertRefused(arrays -> arrays.offsets[7] = -1, "behind any file");
    }

    private static void assertRefused(Consumer<Arrays> change, String message) {
        assertThatThrownBy(() -> columns(change))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
