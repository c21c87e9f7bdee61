package dev.reeve.engine.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Packing;
import dev.reeve.engine.RandomEntries;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that passed their checksum and still make no sense are refused, and never bring down more than the restart. */
class DamagedSnapshotTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void flipped_bits_are_refused_or_give_a_sound_engine(boolean packed) {
        SplittableRandom random = new SplittableRandom(1);
        byte[] snapshot = snapshot(300, packed);
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] damaged = snapshot.clone();
            for (int flips = 1 + random.nextInt(2); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            refused += restoreOrRefuse(damaged) ? 0 : 1;
        }
        assertThat(refused).isGreaterThan(500);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void every_byte_set_to_its_extremes_is_refused_or_gives_a_sound_engine(boolean packed) {
        byte[] snapshot = snapshot(100, packed);
        for (int i = 0; i < snapshot.length; i++) {
            for (int value : new int[] {0, 0x7f, 0xff}) {
                byte[] damaged = snapshot.clone();
                damaged[i] = (byte) value;
                restoreOrRefuse(damaged);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_record_twice_is_refused(boolean packed) {
        byte[] snapshot = snapshot(100, packed);
        int end = snapshot.length - 2;
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 1000; i++) {
            int from = random.nextInt(end);
            int to = from + random.nextInt(end - from);
            byte[] damaged = Arrays.copyOf(snapshot, snapshot.length + to - from);
            System.arraycopy(snapshot, from, damaged, to, snapshot.length - from);
            restoreOrRefuse(damaged);
        }
    }

    @Test
    void a_newer_snapshot_is_refused_by_name() {
        byte[] format = {1, StateWriter.FORMAT + 1};
        assertThatThrownBy(() -> StateHash.restore(format))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("snapshot format " + (StateWriter.FORMAT + 1));
        byte[] version = {1, StateWriter.FORMAT, 100, 0, 0, 0, 0};
        assertThatThrownBy(() -> StateHash.restore(version))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("newer Reeve");
        byte[] record = {1, StateWriter.FORMAT, 1, 0, 0, 0, 0, 0, 0, 0, 77};
        assertThatThrownBy(() -> StateHash.restore(record))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("record 77");
    }

    private static boolean restoreOrRefuse(byte[] damaged) {
        try {
            Engine engine = StateHash.restore(damaged);
            EngineInvariants.check(engine);
            return true;
        } catch (FormatException expected) {
            return false;
        }
    }

    private static byte[] snapshot(int steps, boolean packed) {
        Engine engine = new Engine();
        RandomEntries entries = RandomEntries.ofAllCommands(4, 24, 3);
        for (int i = 0; i < steps; i++) {
            engine.apply(entries.next(engine), Effects.NONE);
        }
        for (int i = 0; packed && i < 40; i++) {
            Add add = new Add(JobId.ofDigits(i, 7), "q" + i % 2, new byte[40], 0, Add.NOW, TermsBuilder.plain());
            engine.apply(new Entry<>(engine.atMicros(), 0, add), Effects.NONE);
        }
        if (packed) {
            Packing.packAll(engine);
        }
        assertThat(engine.jobCount()).isGreaterThan(packed ? 45 : 5);
        return StateHash.snapshot(engine);
    }
}
