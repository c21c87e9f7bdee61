package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.CommandType;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.Entry;
import dev.reeve.engine.RandomEntries;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Terms;
import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadPlace;
import dev.reeve.journal.PayloadSpill;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void a_snapshot_of_many_chunks_is_the_state_that_was_written() throws Exception {
        Engine engine = new Engine();
        add(engine, 20_000);
        EngineRecovery recovery = new EngineRecovery();
        recovery.snapshot(1, new ByteArrayInputStream(snapshot(engine, 0)));
        assertThat(recovery.jobCount()).isEqualTo(20_000);
        assertThat(StateHash.of(recovery.engine())).isEqualTo(StateHash.of(engine));
        EngineInvariants.check(recovery.engine());
    }

    /** Random jobs with all that they can have. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void jobs_of_all_kinds_are_restored(long seed) throws Exception {
        RandomEntries entries = RandomEntries.ofAllCommands(seed, 3_000, 5);
        Engine engine = new Engine();
        for (int i = 0; i < 20_000; i++) {
            Entry<?> entry = entries.next(engine);
            if (entry.command().type() != CommandType.CLEAR) {
                engine.apply(entry, Effects.NONE);
            }
        }
        EngineRecovery recovery = new EngineRecovery();
        recovery.snapshot(1, new ByteArrayInputStream(snapshot(engine, 0)));
        assertThat(StateHash.of(recovery.engine())).isEqualTo(StateHash.of(engine));
        EngineInvariants.check(recovery.engine());
    }

    /** Other threads decode the chunks: their failures end the recovery as those of its own thread do. */
    @ParameterizedTest
    @ValueSource(ints = {2, 30, 59})
    void a_chunk_that_cannot_be_decoded_is_refused_wherever_it_is(int chunk) {
        Engine engine = new Engine();
        add(engine, 20_000);
        byte[] damaged = snapshot(engine, chunk);
        assertThatThrownBy(() -> new EngineRecovery().snapshot(1, new ByteArrayInputStream(damaged)))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("snapshot at position 1: ");
    }

    /** A journal can have more payloads than memory, and a write for each of them would take long. */
    @Test
    void payloads_of_the_journal_leave_memory_many_at_once() {
        long payloadBytes = 1 << 20;
        List<Integer> writes = new ArrayList<>();
        EngineRecovery recovery = new EngineRecovery(2 * payloadBytes, payloadBytes);
        recovery.payloads(new PayloadSpill() {
            @Override
            public List<PayloadPlace> write(List<KeyedPayload> payloads) {
                writes.add(payloads.size());
                int file = writes.size();
                return payloads.stream()
                        .map(one -> new PayloadPlace(file, 32 + 8 * (int) Math.abs(one.key()), one.payload().length))
                        .toList();
            }

            @Override
            public byte[] read(PayloadPlace place) {
                throw new AssertionError("nobody should need " + place);
            }
        });
        for (int i = 1; i <= 5_000; i++) {
            ByteSink entry = new ByteSink(512);
            EntryCodec.write(entry(i), entry);
            recovery.entry(i, ByteBuffer.wrap(entry.toByteArray()));
        }
        assertThat(recovery.engine().liveBytes()).isGreaterThan(2 * payloadBytes);
        assertThat(recovery.engine().payloads().count()).isGreaterThan(2_500);
        assertThat(writes.size()).isBetween(5, 200);
    }

    private static void add(Engine engine, int jobs) {
        for (int i = 0; i < jobs; i++) {
            engine.apply(entry(i), Effects.NONE);
        }
    }

    private static Entry<?> entry(int i) {
        JobId id = i % 3 == 0 ? JobId.of("job-" + i) : JobId.ofUuid(i, i);
        Terms terms = i % 100 == 0
                ? TermsBuilder.plain()
                : new TermsBuilder().ttl(1_000_000).build();
        return new Entry<>(1, i, new Add(id, "q" + i % 7, new byte[200], 0, Add.NOW, terms));
    }

    /** A snapshot as a journal keeps it. The jobs of one of its chunks are cut short, unless that is 0. */
    private static byte[] snapshot(Engine engine, int damagedChunk) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        StateWriter writer = engine.startSnapshot();
        boolean complete = false;
        for (int chunk = 1; !complete; chunk++) {
            complete = writer.step(64 * 1024);
            byte[] bytes = writer.take();
            int length = bytes.length - (chunk == damagedChunk ? 5 : 0);
            all.writeBytes(ByteBuffer.allocate(4).putInt(length).array());
            all.write(bytes, 0, length);
        }
        return all.toByteArray();
    }

    private static void recover(int claimedLength) throws Exception {
        byte[] bytes = ByteBuffer.allocate(4).putInt(claimedLength).array();
        new EngineRecovery().snapshot(1, new ByteArrayInputStream(bytes));
    }
}
