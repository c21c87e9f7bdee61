package dev.reeve.campaign.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.format.FormatException;
import dev.reeve.testkit.Allocation;
import org.jspecify.annotations.Nullable;

/** Fuzz target: the engine's snapshot. It is refused, or gives a valid engine with the same snapshot. */
public final class StateFuzz {
    private StateFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        Allocation.check(input, 512 * 1024, 1024, () -> restore(input));
        Engine engine = restore(input);
        if (engine != null) {
            EngineInvariants.check(engine);
            byte[] snapshot = StateHash.snapshot(engine);
            assertThat(StateHash.snapshot(StateHash.restore(snapshot))).isEqualTo(snapshot);
        }
    }

    private static @Nullable Engine restore(byte[] snapshot) {
        try {
            return StateHash.restore(snapshot);
        } catch (FormatException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return null;
        }
    }
}
