package dev.reeve.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadBlockTest {
    private final PayloadBlock.Writer writer = new PayloadBlock.Writer();

    @ParameterizedTest
    @CsvSource({"1, 1000", "63, 1000", "64, 1000", "65, 1000", "200, 1000", "200, 1", "200, 3", "200, 64", "200, 70"})
    void a_payload_keeps_its_place_whatever_files_its_neighbours_are_in(int count, int inOneFile) {
        List<StoredPayload> stored = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            stored.add(writer.put(file(i, inOneFile), Integer.MAX_VALUE - i, i * 7, -i));
        }
        writer.end();
        for (int i = 0; i < count; i++) {
            StoredPayload one = stored.get(i);
            assertThat(one.file()).isEqualTo(file(i, inOneFile));
            assertThat(one.offset()).isEqualTo(Integer.MAX_VALUE - i);
            assertThat(one.length()).isEqualTo(i * 7);
            assertThat(one.sum()).isEqualTo(-i);
        }
    }

    private static int file(int i, int inOneFile) {
        return Integer.MAX_VALUE - i / inOneFile;
    }

    @ParameterizedTest
    @CsvSource({"64, 64, 17", "64, 1, 22", "1, 1, 64"})
    void it_takes_little_from_its_first_job_to_its_last(int count, int inOneFile, long mostBytesPerPayload) {
        List<StoredPayload> stored = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            stored.add(writer.put(i / inOneFile, i, 100, i));
        }
        writer.end();
        PayloadBlock block = stored.get(0).block();
        long bytes = block.enter();
        assertThat(bytes).isBetween(1L, count * mostBytesPerPayload);
        for (int i = 1; i < count; i++) {
            assertThat(block.enter()).isZero();
        }
        for (int i = 1; i < count; i++) {
            assertThat(block.leave()).isZero();
        }
        assertThat(block.leave()).isEqualTo(bytes);
    }
}
