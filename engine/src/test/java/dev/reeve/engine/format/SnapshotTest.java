package dev.reeve.engine.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.Describe;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.Entry;
import dev.reeve.engine.RandomEntries;
import dev.reeve.engine.RecordedEffects;
import dev.reeve.engine.Replay;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A snapshot of every moment of a long run, read back, is the engine it was taken from. */
class SnapshotTest {
    private static final int FOLLOWERS = 20;

    @Test
    void an_empty_engine_can_be_restored() {
        byte[] snapshot = StateHash.snapshot(new Engine());
        assertThat(StateHash.of(StateHash.restore(snapshot))).isEqualTo(StateHash.of(snapshot));
    }

    @ParameterizedTest
    @CsvSource({"1, 2500, 30", "2, 1200, 300"})
    void after_every_step_a_restored_engine_is_the_same_and_goes_on_the_same(long seed, int steps, int ids) {
        RandomEntries entries = RandomEntries.ofAllCommands(seed, ids, 4);
        RecordedEffects told = new RecordedEffects();
        Engine engine = new Engine();
        Queue<Engine> restored = new ArrayDeque<>();
        for (int step = 0; step < steps; step++) {
            Entry<?> entry = entries.next(engine);
            String outcome = outcome(engine, entry, told);
            for (Engine follower : restored) {
                require(outcome(follower, entry, told).equals(outcome), "outcome after a restore", seed, step);
            }
            byte[] snapshot = StateHash.snapshot(engine);
            if (restored.size() == FOLLOWERS) {
                Engine oldest = restored.remove();
                require(Arrays.equals(StateHash.snapshot(oldest), snapshot), "state a while later", seed, step);
            }
            Engine copy = StateHash.restore(snapshot);
            require(Arrays.equals(StateHash.snapshot(copy), snapshot), "state after a restore", seed, step);
            require(copy.liveBytes() == engine.liveBytes(), "live bytes", seed, step);
            require(copy.nextDeadlineMicros() == engine.nextDeadlineMicros(), "next deadline", seed, step);
            if (step % 50 == 0) {
                EngineInvariants.check(copy);
            }
            restored.add(copy);
        }
    }

    @Test
    void a_snapshot_cut_anywhere_is_refused() {
        byte[] snapshot = StateHash.snapshot(sample());
        for (int length = 0; length < snapshot.length; length++) {
            ByteSource cut = new ByteSource(snapshot, 0, length);
            assertThatThrownBy(() -> {
                        StateReader reader = new StateReader();
                        reader.chunk(cut);
                        reader.engine();
                    })
                    .isInstanceOf(FormatException.class);
        }
    }

    @Test
    void nothing_may_follow_the_end() {
        byte[] snapshot = StateHash.snapshot(sample());
        byte[] longer = Arrays.copyOf(snapshot, snapshot.length + 1);
        assertThatThrownBy(() -> StateHash.restore(longer)).isInstanceOf(FormatException.class);
    }

    /** Chunks with jobs are decoded ahead of their turn, which needs the queues to be there. */
    @Test
    void nothing_but_the_end_may_follow_the_jobs() {
        byte[] snapshot = StateHash.snapshot(ofJobs(2));
        byte[] option = {StateWriter.OPTION, 1, 'a', 1, 'b'};
        int end = snapshot.length - 2;
        byte[] longer = Arrays.copyOf(snapshot, snapshot.length + option.length);
        System.arraycopy(option, 0, longer, end, option.length);
        System.arraycopy(snapshot, end, longer, end + option.length, 2);
        assertThatThrownBy(() -> StateHash.restore(longer))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("type " + StateWriter.OPTION + " is at the wrong place");
    }

    @Test
    void two_jobs_with_one_id_are_refused() {
        byte[] snapshot = StateHash.snapshot(ofJobs(2));
        ByteSink first = new ByteSink(20);
        first.putJobId(JobId.ofUuid(0, 0));
        ByteSink second = new ByteSink(20);
        second.putJobId(JobId.ofUuid(0, 1));
        byte[] id = second.toByteArray();
        int at = 0;
        while (!Arrays.equals(snapshot, at, at + id.length, id, 0, id.length)) {
            at++;
        }
        System.arraycopy(first.toByteArray(), 0, snapshot, at, id.length);
        assertThatThrownBy(() -> StateHash.restore(snapshot))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("job 2 (")
                .hasMessageContaining("is not unique");
    }

    @Test
    void jobs_with_the_terms_of_the_job_before_do_not_repeat_them() {
        int one = StateHash.snapshot(ofJobs(1)).length;
        int two = StateHash.snapshot(ofJobs(2)).length;
        ByteSink terms = new ByteSink(100);
        TermsFormat.write(TermsBuilder.plain(), terms);
        assertThat(two - one).isLessThan(one - terms.size());
        Engine restored = StateHash.restore(StateHash.snapshot(ofJobs(3)));
        assertThat(restored.job(JobRef.of(JobId.ofUuid(0, 2))))
                .extracting(JobView::terms)
                .isEqualTo(TermsBuilder.plain());
    }

    @Test
    void every_chunk_can_be_decoded_without_the_others() {
        Engine engine = ofJobs(50);
        StateWriter writer = engine.startSnapshot();
        StateReader reader = new StateReader();
        writer.step(200);
        read(reader, writer.take());
        assertThat(reader.readsJobs()).isTrue();
        List<StateReader.Decoded> chunks = new ArrayList<>();
        boolean complete = false;
        while (!complete) {
            complete = writer.step(200);
            byte[] chunk = writer.take();
            chunks.add(0, reader.decode(new ByteSource(chunk, 0, chunk.length)));
        }
        assertThat(chunks).hasSizeGreaterThan(5);
        for (int i = chunks.size() - 1; i >= 0; i--) {
            reader.accept(chunks.get(i));
        }
        assertThat(StateHash.of(reader.engine())).isEqualTo(StateHash.of(engine));
    }

    private static void read(StateReader reader, byte[] chunk) {
        reader.chunk(new ByteSource(chunk, 0, chunk.length));
    }

    private static Engine ofJobs(int count) {
        Engine engine = new Engine();
        for (int i = 0; i < count; i++) {
            Add add = new Add(JobId.ofUuid(0, i), "q", new byte[3], 0, Add.NOW, TermsBuilder.plain());
            engine.apply(new Entry<>(0, 0, add), Effects.NONE);
        }
        return engine;
    }

    private static Engine sample() {
        Engine engine = new Engine();
        RandomEntries entries = RandomEntries.ofAllCommands(5, 40, 3);
        for (int i = 0; i < 300; i++) {
            engine.apply(entries.next(engine), Effects.NONE);
        }
        assertThat(engine.jobCount()).isGreaterThan(5);
        return engine;
    }

    private static String outcome(Engine engine, Entry<?> entry, RecordedEffects told) {
        return Describe.outcome(engine.apply(entry, told)) + told.take();
    }

    private static void require(boolean holds, String what, long seed, int step) {
        if (!holds) {
            throw new AssertionError("another " + what + ": seed " + seed + ", step " + step);
        }
    }

    @Test
    void replaying_the_entries_gives_the_same_state() {
        Engine engine = new Engine();
        Engine replayed = new Engine();
        RandomEntries entries = RandomEntries.ofAllCommands(6, 50, 3);
        for (int step = 0; step < 20_000; step++) {
            Entry<?> entry = entries.next(engine);
            byte[] bytes = Replay.encode(entry);
            engine.apply(entry, Effects.NONE);
            replayed.apply(Replay.decode(bytes), Effects.NONE);
            if (step % 500 == 0) {
                assertThat(StateHash.of(replayed)).isEqualTo(StateHash.of(engine));
            }
        }
        assertThat(StateHash.of(replayed)).isEqualTo(StateHash.of(engine));
        EngineInvariants.check(replayed);
    }
}
