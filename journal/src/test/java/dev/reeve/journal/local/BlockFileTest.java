package dev.reeve.journal.local;

import static dev.reeve.journal.local.BlockFile.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlockFileTest {
    private static final String NAME = "file";
    private static final int FILE_BYTES = 512 * BLOCK_BYTES;

    private final SimDisk disk = new SimDisk(1);
    private final byte[] expected = new byte[FILE_BYTES];

    @BeforeEach
    void aFileOfOnes() {
        Arrays.fill(expected, (byte) 1);
        disk.put(NAME, expected.clone());
    }

    @Test
    void appended_bytes_of_any_length_are_in_the_file() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        int end = BLOCK_BYTES;
        try (DiskFile file = disk.openPastCache(NAME)) {
            while (end < FILE_BYTES) {
                int longest = random.nextInt(10) == 0 ? 700_000 : 10_000;
                byte[] bytes = new byte[Math.min(FILE_BYTES - end, 1 + random.nextInt(longest))];
                random.nextBytes(bytes);
                write(file, bytes, end);
                end += bytes.length;
                int blockEnd = (end + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
                Arrays.fill(expected, end, blockEnd, (byte) 0);
                assertThat(disk.content(NAME)).isEqualTo(expected);
            }
            assertThat(file.size()).isEqualTo(FILE_BYTES);
        }
    }

    @Test
    void what_another_process_has_written_before_in_a_block_stays() throws IOException {
        try (DiskFile file = disk.openPastCache(NAME)) {
            write(file, new byte[] {2, 3}, 5 * BLOCK_BYTES + 100);
        }
        Arrays.fill(expected, 5 * BLOCK_BYTES + 102, 6 * BLOCK_BYTES, (byte) 0);
        assertThat(disk.content(NAME)).isEqualTo(expected);
    }

    @Test
    void a_failed_write_can_be_repeated() throws IOException {
        try (DiskFile file = disk.openPastCache(NAME)) {
            write(file, new byte[] {2}, 0);
            disk.failAfter(1, SimDisk.Operation.WRITE);
            assertThatThrownBy(() -> write(file, new byte[] {3}, 1)).isInstanceOf(IOException.class);
            write(file, new byte[] {4}, 1);
        }
        assertThat(disk.content(NAME)).startsWith(2, 4, 0);
    }

    @Test
    void it_can_be_read_at_any_offset() throws IOException {
        byte[] bytes = new byte[FILE_BYTES];
        new SplittableRandom(3).nextBytes(bytes);
        disk.put(NAME, bytes);
        try (DiskFile file = disk.openPastCache(NAME)) {
            ByteBuffer into = ByteBuffer.allocate(3 * BLOCK_BYTES);
            file.readFully(into, BLOCK_BYTES - 5);
            assertThat(into.array()).isEqualTo(Arrays.copyOfRange(bytes, BLOCK_BYTES - 5, 4 * BLOCK_BYTES - 5));
            assertThat(file.read(ByteBuffer.allocate(1), FILE_BYTES)).isEqualTo(-1);
        }
    }

    @Test
    void two_files_share_a_buffer() throws IOException {
        disk.put("other", expected.clone());
        try (DiskFile file = disk.openPastCache(NAME);
                DiskFile other = disk.openPastCache("other")) {
            for (int i = 0; i < 3; i++) {
                write(file, new byte[] {(byte) (10 + i)}, i);
                write(other, new byte[] {(byte) (20 + i)}, i);
            }
        }
        assertThat(disk.content(NAME)).startsWith(10, 11, 12, 0);
        assertThat(disk.content("other")).startsWith(20, 21, 22, 0);
    }

    private void write(DiskFile file, byte[] bytes, int offset) throws IOException {
        file.writeFully(ByteBuffer.wrap(bytes), offset);
        System.arraycopy(bytes, 0, expected, offset, bytes.length);
    }
}
