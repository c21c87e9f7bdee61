package dev.reeve.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.limit.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Limits and unique keys are exact: a naive reference, which only counts jobs, is compared with the engine at every random
 * step, with restarts from snapshots in between.
 */
class LimitModelTest {
    private static final int STEPS = Integer.getInteger("reeve.limit-steps", 4_000);
    private static final long SEED = Long.getLong("reeve.seed", 1);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void no_lease_exceeds_a_limit_and_no_throttled_job_waits_beside_a_free_slot(int run) {
        LimitReference reference = new LimitReference();
        play(SEED * 31 + run, run > 0, reference);
        assertThat(reference.starts()).isGreaterThan(STEPS / 20);
        assertThat(reference.throttled()).isGreaterThan(STEPS / 20);
        assertThat(reference.duplicates()).isGreaterThan(STEPS / 200);
    }

    @Test
    void the_reference_finds_one_lease_too_many() {
        LimitReference stricter = new LimitReference() {
            @Override
            int slots(Limit limit, int running) {
                return super.slots(limit, running + 1);
            }
        };
        assertThatThrownBy(() -> play(1, false, stricter)).hasMessageContaining("step");
    }

    private static void play(long seed, boolean rates, LimitReference reference) {
        LimitSteps steps = new LimitSteps(seed, rates);
        Engine engine = new Engine();
        for (int step = 0; step < STEPS; step++) {
            Entry<?> entry = steps.next(engine);
            try {
                step(engine, reference, entry);
                if (step % 64 == 0) {
                    EngineInvariants.check(engine);
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", step " + step + ": " + entry, e);
            }
            if (step % 97 == 0) {
                String hash = StateHash.of(engine);
                engine = StateHash.restore(StateHash.snapshot(engine));
                assertThat(StateHash.of(engine)).isEqualTo(hash);
            }
        }
    }

    private static <R> void step(Engine engine, LimitReference reference, Entry<R> entry) {
        // What is due before the command is no part of it.
        reference.look(engine);
        settle(engine, entry.atMicros());
        reference.timePassed(engine);
        Outcome<R> outcome = engine.apply(entry, Effects.NONE);
        reference.applied(engine, entry, outcome);
        settle(engine, entry.atMicros());
        reference.checkSettled(engine);
    }

    private static void settle(Engine engine, long atMicros) {
        do {
            engine.apply(new Entry<>(atMicros, 0, new Tick()), Effects.NONE);
        } while (engine.nextDeadlineMicros() <= atMicros);
    }
}
