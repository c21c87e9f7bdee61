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
import java.util.ArrayDeque;
import java.util.Arrays;
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
    @CsvSource({"1, 5000, 30", "2, 1200, 300"})
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
