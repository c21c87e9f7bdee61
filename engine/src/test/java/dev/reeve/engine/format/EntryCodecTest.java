package dev.reeve.engine.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Replay;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EntryCodecTest {
    @ParameterizedTest
    @EnumSource
    void what_was_written_is_read_back(CommandType type) {
        RandomCommand commands = new RandomCommand(new SplittableRandom(type.code()));
        for (int i = 0; i < 60; i++) {
            Entry<?> entry = commands.entry(type);
            byte[] bytes = Replay.encode(entry);
            Entry<?> read = Replay.decode(bytes);
            assertThat(read.command().type()).isEqualTo(type);
            assertThat(read.command()).hasSameClassAs(entry.command());
            assertThat(read).usingRecursiveComparison().withStrictTypeChecking().isEqualTo(entry);
            assertThat(Replay.encode(read)).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_entry_cut_anywhere_is_refused(CommandType type) {
        RandomCommand commands = new RandomCommand(new SplittableRandom(100 + type.code()));
        for (int i = 0; i < 12; i++) {
            byte[] bytes = Replay.encode(commands.entry(type));
            for (int length = 0; length < bytes.length; length++) {
                ByteSource cut = new ByteSource(bytes, 0, length);
                assertThatThrownBy(() -> EntryCodec.read(cut)).isInstanceOf(FormatException.class);
            }
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            assertThatThrownBy(() -> Replay.decode(longer)).isInstanceOf(FormatException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_entry_with_flipped_bits_is_refused_or_is_another_entry(CommandType type) {
        SplittableRandom random = new SplittableRandom(200 + type.code());
        RandomCommand commands = new RandomCommand(random);
        for (int i = 0; i < 1500; i++) {
            byte[] bytes = Replay.encode(commands.entry(type));
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            decodeOrRefuse(bytes);
        }
    }

    @Test
    void random_bytes_are_refused() {
        SplittableRandom random = new SplittableRandom(300);
        for (int i = 0; i < 30_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            if (bytes.length > 1 && random.nextInt(10) > 0) {
                bytes[0] = 1;
                bytes[1] = (byte) (1 + random.nextInt(CommandType.values().length));
            }
            decodeOrRefuse(bytes);
        }
    }

    @Test
    void sizes_that_no_memory_holds_are_refused() {
        ByteSink out = new ByteSink(64);
        out.putByte(1);
        out.putByte(CommandType.ACQUIRE.code());
        out.putVarLong(0);
        out.putVarLong(0);
        out.putVarLong(Integer.MAX_VALUE);
        assertThatThrownBy(() -> Replay.decode(out.toByteArray())).isInstanceOf(FormatException.class);
    }

    @Test
    void what_this_version_does_not_know_is_named() {
        assertThatThrownBy(() -> Replay.decode(new byte[] {1, 1}))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("entry format 1");
        assertThatThrownBy(() -> Replay.decode(new byte[] {2, (byte) 200, 0, 0}))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("command 200");
        assertThatThrownBy(() -> Replay.decode(new byte[] {2, 1, 0, 0, EngineVersion.CURRENT + 1}))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("newer Reeve");
    }

    @Test
    void as_many_queues_as_anyone_names_can_be_read_back() {
        Acquire acquire = new Acquire(Collections.nCopies(100_000, "q"), null, 1, 0);
        Command<?> read =
                Replay.decode(Replay.encode(new Entry<>(0, 0, acquire))).command();
        assertThat(read).isEqualTo(acquire);
    }

    @Test
    void what_could_not_be_read_back_cannot_be_made() {
        assertThatThrownBy(() -> new Acquire(List.of("q"), null, -1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetryPolicy(RetryPolicy.Rule.RETRIES, 0, 0, -1, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetryPolicy(RetryPolicy.Rule.RETRIES, 0, 0, 1, List.of(-5L)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Terms(1, 1, -1, 1, 1, RetryPolicy.ENDLESS))
                .isInstanceOf(IllegalArgumentException.class);
        Terms terms = new Terms(1, 0, 1, 0, Terms.BACKGROUND, RetryPolicy.ENDLESS);
        Add add = new Add(JobId.of("half \ud83d"), "q", new byte[0], 0, Add.NOW, terms);
        assertThatThrownBy(() -> Replay.encode(new Entry<>(0, 0, add))).isInstanceOf(IllegalArgumentException.class);
    }

    private static void decodeOrRefuse(byte[] bytes) {
        try {
            Replay.encode(Replay.decode(bytes));
        } catch (FormatException expected) {
            assertThat(expected).hasMessageMatching("(?s).+");
        }
    }
}
