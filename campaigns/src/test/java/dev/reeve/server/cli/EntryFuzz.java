package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Entry;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.engine.format.FormatException;
import dev.reeve.testkit.Allocation;
import java.nio.ByteBuffer;

/** Fuzz target: a journal entry with a valid checksum. It is refused, or decoding and encoding it gives the same entry. */
public final class EntryFuzz {
    private EntryFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        Allocation.check(input, 16 * 1024, 64, () -> readOrRefuse(input));
        if (readOrRefuse(input)) {
            byte[] written = write(read(input));
            assertThat(written.length).isLessThanOrEqualTo(3 * input.length);
            assertThat(write(read(written))).isEqualTo(written);
            assertThat(EntryLine.of(ByteBuffer.wrap(input)).codePoints().noneMatch(Character::isISOControl))
                    .isTrue();
        }
    }

    private static boolean readOrRefuse(byte[] input) {
        try {
            read(input);
            return true;
        } catch (FormatException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return false;
        }
    }

    private static Entry<?> read(byte[] bytes) {
        return EntryCodec.read(new ByteSource(bytes, 0, bytes.length));
    }

    private static byte[] write(Entry<?> entry) {
        ByteSink sink = new ByteSink(64);
        EntryCodec.write(entry, sink);
        return sink.toByteArray();
    }
}
