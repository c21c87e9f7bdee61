package dev.reeve.campaign.attack;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that want to stop the server or keep it from others. Each time it lives, serves others meanwhile, starts again on
 * the same heap and has lost nothing that it acknowledged. {@code -Dreeve.attack-size=200000} sets how much an attacker
 * builds up, {@code -Dreeve.seed=N} repeats the same choices, {@code -Dreeve.attack=KEYS} runs the slow commands of this
 * name only.
 */
@Timeout(1800)
class AttackTest {
    private static final int SIZE = Integer.getInteger("reeve.attack-size", 2000);
    private static final boolean AT_LENGTH = SIZE > 10_000;
    private static final String ONLY = System.getProperty("reeve.attack", "");

    @TempDir
    private Path data;

    @Test
    void slow_commands() throws Exception {
        List<Attack> attacks = SlowCommands.all().stream()
                .filter(attack -> attack.name().contains(ONLY))
                .toList();
        if (!AT_LENGTH) {
            new SlowCommands(data, SIZE, 30, 128).run(attacks);
            return;
        }
        for (Attack attack : attacks) {
            new SlowCommands(data.resolve(attack.name().replace(' ', '-')), SIZE, 1000, 768).run(List.of(attack));
        }
    }
}
