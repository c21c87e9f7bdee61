package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed jobs: nothing but the memory that they take depends on it. */
class PackedJobsTest {
    private static final int JOBS = 100;

    private final Engine engine = new Engine();
    private long atMicros = 1_000;

    private static JobId id(int number) {
        return JobId.ofUuid(number * 0x9E3779B97F4A7C15L, number);
    }

    private <R> Outcome<R> apply(Command<R> command) {
        return engine.apply(new Entry<>(++atMicros, 7, command), Effects.NONE);
    }

    private void addPacked(long ttlMicros) {
        Terms terms = new Terms(10_000_000, 0, ttlMicros, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        for (int i = 1; i <= JOBS; i++) {
            apply(new Add(id(i), "q", new byte[40], 0, Add.NOW, terms));
        }
        Packing.packAll(engine);
        assertThat(engine.state().packed().size()).isEqualTo(JOBS);
        EngineInvariants.check(engine);
    }

    private Job job(int number) {
        return Objects.requireNonNull(engine.state().find(JobRef.of(id(number))));
    }

    @Test
    void a_step_sees_one_object_for_a_job_however_it_is_found() {
        addPacked(Terms.FOREVER);
        Job job = job(3);
        assertThat(job.isPacked()).isTrue();
        assertThat(engine.state().find(JobRef.of(job.number()))).isSameAs(job);
        assertThat(job.queue().ready().page(2, 1)).containsExactly(job);
        assertThat(job.id()).isEqualTo(id(3));
        apply(new Tick());
        assertThat(job(3)).isNotSameAs(job);
    }

    @Test
    void a_job_that_is_leased_is_unpacked() {
        addPacked(Terms.FOREVER);
        apply(new Acquire(List.of("q"), "w", 2, 0));
        assertThat(job(1).state()).isEqualTo(State.LEASED);
        assertThat(job(2).isPacked()).isFalse();
        assertThat(job(3).isPacked()).isTrue();
        EngineInvariants.check(engine);
    }

    @Test
    void memory_is_given_back_with_the_last_job_of_a_block() {
        addPacked(Terms.FOREVER);
        for (int i = 1; i <= JOBS; i++) {
            apply(new Delete(JobRef.of(id(i))));
            EngineInvariants.check(engine);
        }
        assertThat(engine.heapBytes()).isEqualTo(engine.liveBytes());
        assertThat(engine.state().packed().size()).isZero();
    }

    @Test
    void jobs_expire_one_after_the_other() {
        addPacked(1_000_000);
        long first = 1_001 + 1_000_000;
        assertThat(engine.nextDeadlineMicros()).isEqualTo(first);
        for (int i = 0; i < JOBS; i++) {
            engine.apply(new Entry<>(first + i, 7, new Tick()), Effects.NONE);
            assertThat(engine.jobCount()).isEqualTo(JOBS - 1 - i);
            EngineInvariants.check(engine);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void packing_changes_no_outcome_and_no_state(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomEntries entries =
                seed % 2 == 0 ? RandomEntries.ofAllCommands(seed, 100, 5) : RandomEntries.ofCoreCommands(seed, 100, 5);
        Engine calm = new Engine();
        Engine packed = new Engine();
        Running running = null;
        int most = 0;
        for (int place = 0; place < 3_000; place++) {
            String name = "seed " + seed + ", place " + place;
            Entry<?> entry = entries.next(calm);
            Outcome<?> expected = calm.apply(entry, Effects.NONE);
            assertThat(packed.apply(entry, Effects.NONE).rejection()).as(name).isEqualTo(expected.rejection());
            assertThat(packed.sum(place)).as(name).isEqualTo(calm.sum(place));
            if (random.nextInt(3) == 0) {
                Packing.packAll(packed);
                most = Math.max(most, packed.state().packed().size());
            }
            if (random.nextInt(10) == 0) {
                EngineInvariants.check(packed);
            }
            if (running == null && random.nextInt(30) == 0) {
                running = new Running(packed.startSnapshot(), StateHash.snapshot(calm), new ByteArrayOutputStream());
            } else if (running != null && running.step(random.nextInt(400))) {
                assertSame(running.restored(), StateHash.restore(running.calm), name);
                running = null;
            }
            if (running == null && random.nextInt(50) == 0) {
                packed = StateHash.restore(StateHash.snapshot(packed));
                EngineInvariants.check(packed);
            }
        }
        assertThat(most).isGreaterThan(3);
    }

    /** A snapshot that is written while entries are applied. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Running(StateWriter writer, byte[] calm, ByteArrayOutputStream written) {
        boolean step(int bytes) {
            boolean complete = writer.step(bytes);
            written.writeBytes(writer.take());
            return complete || writer.abandoned();
        }

        @Nullable
        Engine restored() {
            return writer.abandoned() ? null : StateHash.restore(written.toByteArray());
        }
    }

    private static void assertSame(@Nullable Engine one, Engine other, String name) {
        for (int place = 0; one != null && place < one.jobCount(); place++) {
            assertThat(one.sum(place)).as(name).isEqualTo(other.sum(place));
        }
    }
}
