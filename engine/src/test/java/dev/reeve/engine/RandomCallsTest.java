package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.QlessJobFields;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever callers with odd clocks do, and whoever meddles through other doors, the engine's state stays sound. */
class RandomCallsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void the_state_is_sound_after_every_step(long seed) {
        RandomEntries entries = RandomEntries.ofAllCommands(seed, 24, 3);
        Engine engine = new Engine();
        for (int step = 0; step < 4_000; step++) {
            Entry<?> entry = entries.next(engine);
            try {
                engine.apply(entry, Effects.NONE);
                EngineInvariants.check(engine);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", step " + step + ": " + Describe.entry(entry), e);
            }
        }
    }

    @Test
    void everything_occurs() {
        RandomEntries entries = RandomEntries.ofAllCommands(5, 24, 3);
        Engine engine = new Engine();
        Set<State> lazy = EnumSet.noneOf(State.class);
        Set<CommandType> commands = EnumSet.noneOf(CommandType.class);
        boolean recurring = false;
        boolean counted = false;
        boolean tracked = false;
        boolean stalled = false;
        boolean warned = false;
        for (int step = 0; step < 20_000; step++) {
            Entry<?> entry = entries.next(engine);
            commands.add(entry.command().type());
            engine.apply(entry, Effects.NONE);
            for (var job : engine.state().jobs().page(0, Integer.MAX_VALUE)) {
                if (job.polled()) {
                    lazy.add(job.state());
                }
                stalled |= job.goesFirst();
                warned |= QlessJobFields.of(job).warned();
            }
            recurring |= engine.state().qless().recurring().all().size() > 1;
            counted |= engine.state().qless().statistics().all().size() > 0;
            tracked |= engine.state().qless().tracked().all().size() > 0;
        }
        assertThat(commands).containsExactly(CommandType.values());
        assertThat(lazy)
                .contains(State.READY, State.SCHEDULED, State.DEPENDS, State.LEASED, State.COMPLETED, State.FAILED);
        assertThat(recurring && stalled && warned).isTrue();
        assertThat(counted && tracked).isTrue();
    }
}
