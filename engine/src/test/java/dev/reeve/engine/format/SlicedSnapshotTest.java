package dev.reeve.engine.format;

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
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Snapshots written in slices, while the engine goes on, hold the moment at which they started. */
class SlicedSnapshotTest {
    @ParameterizedTest
    @CsvSource({"1, 10, 200, 100", "2, 60, 1000, 100", "3, 400, 3000, 40", "4, 3000, 20000, 10"})
    void what_is_applied_between_slices_does_not_show(long seed, int ids, int slice, int rounds) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomEntries entries = RandomEntries.ofAllCommands(seed, ids, 5);
        Engine engine = new Engine();
        for (int round = 0; round < rounds; round++) {
            apply(engine, entries, 1 + random.nextInt(2 * ids));
            String before = StateHash.of(engine);
            StateWriter writer = engine.startSnapshot();
            StateReader reader = new StateReader();
            boolean complete = false;
            while (!complete) {
                apply(engine, entries, random.nextInt(1 + ids / 3));
                complete = writer.step(1 + random.nextInt(slice));
                if (complete || random.nextBoolean()) {
                    byte[] chunk = writer.take();
                    reader.chunk(new ByteSource(chunk, 0, chunk.length));
                }
            }
            if (writer.abandoned()) {
                continue;
            }
            Engine restored = reader.engine();
            EngineInvariants.check(restored);
            assertThat(StateHash.of(restored))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(before);
        }
    }

    @Test
    void an_abandoned_snapshot_leaves_no_trace() {
        RandomEntries entries = RandomEntries.ofAllCommands(7, 50, 3);
        Engine engine = new Engine();
        for (int round = 0; round < 30; round++) {
            apply(engine, entries, 50);
            String before = StateHash.of(engine);
            StateWriter writer = engine.startSnapshot();
            writer.step(500);
            writer.abandon();
            assertThat(StateHash.of(engine)).isEqualTo(before);
            EngineInvariants.check(engine);
        }
    }

    @Test
    void an_abandoned_snapshot_cannot_be_read() {
        Engine engine = new Engine();
        apply(engine, RandomEntries.ofAllCommands(8, 50, 3), 100);
        StateWriter writer = engine.startSnapshot();
        writer.step(100);
        writer.abandon();
        StateReader reader = new StateReader();
        byte[] chunk = writer.take();
        reader.chunk(new ByteSource(chunk, 0, chunk.length));
        assertThatThrownBy(reader::engine).isInstanceOf(FormatException.class);
    }

    @Test
    void abandoning_a_complete_snapshot_does_not_touch_the_next() {
        RandomEntries entries = RandomEntries.ofAllCommands(9, 100, 3);
        Engine engine = new Engine();
        apply(engine, entries, 300);
        StateWriter first = engine.startSnapshot();
        assertThat(first.step(Integer.MAX_VALUE)).isTrue();
        String before = StateHash.of(engine);
        StateWriter second = engine.startSnapshot();
        first.abandon();
        apply(engine, entries, 300);
        assertThat(second.step(Integer.MAX_VALUE)).isTrue();
        assertThat(StateHash.of(StateHash.restore(second.take()))).isEqualTo(before);
    }

    @Test
    void two_snapshots_at_a_time_are_a_mistake() {
        Engine engine = new Engine();
        engine.startSnapshot();
        assertThatThrownBy(engine::startSnapshot).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void one_entry_that_ends_many_jobs_copies_no_payload() {
        Engine engine = new Engine();
        byte[] payload = new byte[1 << 20];
        for (int i = 0; i < Engine.DEADLINES_PER_ENTRY; i++) {
            Add add = new Add(
                    JobId.of("job" + i),
                    "q",
                    payload,
                    0,
                    Add.NOW,
                    new TermsBuilder().ttl(1000).build());
            engine.apply(new Entry<>(0, 0, add), Effects.NONE);
        }
        StateWriter writer = engine.startSnapshot();
        engine.apply(new Entry<>(2000, 0, new Tick()), Effects.NONE);
        assertThat(engine.jobCount()).isZero();
        assertThat(writer.waitingBytes()).isLessThan(1000);
        writer.step(1);
        assertThat(writer.waitingBytes()).isLessThan(3 << 20);
        writer.abandon();
    }

    @Test
    void a_step_passes_a_bounded_number_of_jobs_that_have_changed() {
        Engine engine = new Engine();
        int jobs = 1_000;
        for (int i = 1; i <= jobs; i++) {
            Add add = new Add(JobId.of("job" + i), "q", new byte[0], 0, Add.NOW, TermsBuilder.plain());
            engine.apply(new Entry<>(0, 0, add), Effects.NONE);
        }
        StateWriter writer = engine.startSnapshot();
        for (int i = 1; i <= jobs; i++) {
            engine.apply(new Entry<>(0, 0, new Prioritize(JobId.of("job" + i), 7)), Effects.NONE);
        }
        int slice = 10 * StateWriter.PASSED_BYTES;
        List<Integer> sizes = new ArrayList<>();
        boolean complete = false;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (!complete) {
            complete = writer.step(slice);
            byte[] chunk = writer.take();
            sizes.add(chunk.length);
            all.writeBytes(chunk);
        }
        assertThat(sizes).filteredOn(bytes -> bytes == 0).hasSizeBetween(jobs / 10 - 2, jobs / 10);
        assertThat(StateHash.restore(all.toByteArray()).jobCount()).isEqualTo(jobs);
    }

    @Test
    void a_job_added_and_deleted_while_it_is_written_is_not_in_it() {
        Engine engine = new Engine();
        StateWriter writer = engine.startSnapshot();
        Add add = new Add(JobId.of("a"), "q", new byte[0], 0, Add.NOW, TermsBuilder.plain());
        engine.apply(new Entry<>(0, 0, add), Effects.NONE);
        engine.apply(new Entry<>(0, 0, new Delete(JobRef.of(1))), Effects.NONE);
        assertThat(writer.step(Integer.MAX_VALUE)).isTrue();
        Engine restored = StateHash.restore(writer.take());
        assertThat(restored.jobCount()).isZero();
        assertThat(restored.queues(0, 10)).isEmpty();
    }

    private static void apply(Engine engine, RandomEntries entries, int count) {
        for (int i = 0; i < count; i++) {
            Entry<?> entry = entries.next(engine);
            // It would abandon the snapshot that is being written.
            if (entry.command().type() != CommandType.CLEAR) {
                engine.apply(entry, Effects.NONE);
            }
        }
    }
}
